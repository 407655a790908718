//! Encryption of push messages: RFC 8291, with the `aes128gcm` content coding of RFC 8188 in a
//! single record.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};

/// Length in bytes of an uncompressed P-256 point.
pub(crate) const POINT: usize = 65;

/// Length in bytes of the authentication secret of a browser.
pub(crate) const AUTH: usize = 16;

/// Declared record size. Push services accept bodies of 4096 bytes.
const RECORD: u32 = 4096;

/// Maximum length of the content: a body without the header (86 bytes), the delimiter and the tag.
pub(crate) const MAX_CONTENT: usize = 4096 - 86 - 1 - 16;

/// Keys of a subscription.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Recipient {
    pub(crate) point: [u8; POINT],
    pub(crate) auth: [u8; AUTH],
}

/// Encrypts `content` for a browser.
///
/// # Errors
/// Returns [`Unspecified`] if the key of the browser is not a point of the curve, or the content is
/// too long for one record.
pub(crate) fn encrypt(recipient: &Recipient, content: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = private.compute_public_key()?;
    let peer = UnparsedPublicKey::new(&ECDH_P256, &recipient.point);
    agree_ephemeral(private, &peer, |secret| {
        seal(secret, recipient, public.as_ref(), &salt, content)
    })?
}

/// Encrypts with an existing shared secret.
fn seal(
    secret: &[u8],
    recipient: &Recipient,
    public: &[u8],
    salt: &[u8; 16],
    content: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    if content.len() > MAX_CONTENT {
        return Err(Unspecified);
    }
    let (key, nonce) = derive(secret, recipient, public, salt)?;
    let mut record = content.to_vec();
    // Delimiter of the last record.
    record.push(2);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    // The key is derived from a fresh salt, so the nonce is used only once.
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let length = u8::try_from(public.len()).map_err(|_| Unspecified)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &record].concat())
}

/// Derives the content encryption key and the nonce.
fn derive(
    secret: &[u8],
    recipient: &Recipient,
    public: &[u8],
    salt: &[u8; 16],
) -> Result<([u8; 16], [u8; 12]), Unspecified> {
    let shared = Salt::new(HKDF_SHA256, &recipient.auth).extract(secret);
    let info: [&[u8]; 3] = [b"WebPush: info\0", &recipient.point, public];
    let input: [u8; 32] = expand(&shared, &info)?;
    let content = Salt::new(HKDF_SHA256, salt).extract(&input);
    let key = expand(&content, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = expand(&content, &[b"Content-Encoding: nonce\0"])?;
    Ok((key, nonce))
}

/// Output length of HKDF.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    key.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        BASE64.decode(text).expect("base64url").try_into().expect("as long as it should be")
    }

    /// Example of RFC 8291, appendix A. `ring` does not accept the key pair of the sender, so the
    /// test begins with the shared secret.
    #[test]
    fn the_example_of_the_standard_is_reproduced() {
        let recipient = Recipient {
            point: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let public: [u8; POINT] = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let secret: [u8; 32] = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let (key, nonce) = derive(&secret, &recipient, &public, &salt).expect("keys");
        assert_eq!(BASE64.encode(key), "oIhVW04MRdy2XN9CiKLxTg");
        assert_eq!(BASE64.encode(nonce), "4h_95klXJ5E_qnoN");
        let content = b"When I grow up, I want to be a watermelon";
        let sealed = seal(&secret, &recipient, &public, &salt, content).expect("a message");
        assert_eq!(
            BASE64.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInm\
             YWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQe\
             xSgSxsj_Qulcy4a-fN"
        );
    }

    /// Decrypts as a browser does.
    fn open(private: EphemeralPrivateKey, recipient: &Recipient, message: &[u8]) -> Vec<u8> {
        let (salt, rest) = message.split_at(16);
        let (public, record) = rest[5..].split_at(POINT);
        let peer = UnparsedPublicKey::new(&ECDH_P256, public);
        let derived = agree_ephemeral(private, &peer, |secret| {
            derive(secret, recipient, public, salt.try_into().expect("16 bytes"))
        });
        let (key, nonce) = derived.expect("a point").expect("keys");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let mut record = record.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let opened = key.open_in_place(nonce, Aad::empty(), &mut record).expect("authentic");
        let (delimiter, content) = opened.split_last().expect("not empty");
        assert_eq!(*delimiter, 2);
        content.to_vec()
    }

    fn browser() -> (EphemeralPrivateKey, Recipient) {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("key");
        let public = private.compute_public_key().expect("a point");
        let point = public.as_ref().try_into().expect("65 bytes");
        (private, Recipient { point, auth: [7; AUTH] })
    }

    #[test]
    fn a_browser_reads_what_was_encrypted_for_it() {
        for length in [0, 1, 300, MAX_CONTENT] {
            let (private, recipient) = browser();
            let content = vec![b'x'; length];
            let message = encrypt(&recipient, &content).expect("a message");
            assert!(message.len() <= 4096);
            assert_eq!(open(private, &recipient, &message), content);
        }
    }

    #[test]
    fn wrong_keys_and_long_contents_are_refused() {
        let (_, recipient) = browser();
        assert!(encrypt(&recipient, &[0; MAX_CONTENT + 1]).is_err());
        let mut elsewhere = recipient.clone();
        elsewhere.point[64] ^= 1;
        assert!(encrypt(&elsewhere, b"x").is_err(), "not a point of the curve");
        let zero = Recipient { point: [0; POINT], auth: [0; AUTH] };
        assert!(encrypt(&zero, b"x").is_err());
    }
}
