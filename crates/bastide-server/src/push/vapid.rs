//! Voluntary identification (VAPID) of the server to push services: RFC 8292.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// Validity of a signature in seconds. The standard allows a day; half of that tolerates clock
/// differences.
const VALID: u64 = 12 * 60 * 60;

/// A P-256 private key in PKCS#8 format, not yet validated. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSecret(pub(crate) Vec<u8>);

impl fmt::Debug for PushSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushSecret(..)")
    }
}

impl PushSecret {
    /// Generates a new key.
    ///
    /// # Errors
    /// Returns [`Unspecified`] if there is no source of random numbers.
    pub(crate) fn generate() -> Result<PushSecret, Unspecified> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new())?;
        Ok(PushSecret(document.as_ref().to_vec()))
    }
}

/// Key pair of the server.
pub(crate) struct Vapid {
    pair: EcdsaKeyPair,
    public: String,
    contact: Option<String>,
}

impl Vapid {
    /// Creates the key pair from a key; `contact` is a `mailto:` or `https:` URL for the operators
    /// of push services.
    ///
    /// # Errors
    /// Returns [`ring::error::KeyRejected`] if `secret` is not a P-256 key that includes its public
    /// key.
    pub(crate) fn new(
        secret: &PushSecret,
        contact: Option<String>,
    ) -> Result<Vapid, ring::error::KeyRejected> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &secret.0, &SystemRandom::new())?;
        let public = BASE64.encode(pair.public_key().as_ref());
        Ok(Vapid { pair, public, contact })
    }

    /// Returns the public key in the format that browsers expect.
    pub(crate) fn public(&self) -> &str {
        &self.public
    }

    /// Returns the value of the `Authorization` header for the push service at `origin`; `now` is
    /// in seconds since 1970.
    ///
    /// # Errors
    /// Returns [`Unspecified`] if there is no source of random numbers.
    pub(crate) fn authorization(&self, origin: &str, now: u64) -> Result<String, Unspecified> {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let mut claims = json!({ "aud": origin, "exp": now + VALID });
        if let Some(contact) = &self.contact {
            claims["sub"] = json!(contact);
        }
        let part = |value: &serde_json::Value| BASE64.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = BASE64.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_push_service_can_verify_the_sender() {
        let secret = PushSecret::generate().expect("a key");
        let contact = Some("mailto:host@games.example".to_owned());
        let vapid = Vapid::new(&secret, contact).expect("a pair");
        let header = vapid.authorization("https://push.example", 1_000).expect("a header");
        let (token, key) = header
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .expect("a token and a key");
        assert_eq!(key, vapid.public());
        let key = BASE64.decode(key).expect("base64url");
        assert_eq!((key.len(), key[0]), (65, 4), "an uncompressed point");
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let signature = BASE64.decode(signature).expect("base64url");
        assert_eq!(signature.len(), 64);
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key);
        public.verify(signed.as_bytes(), &signature).expect("signed with the key");
        assert!(public.verify(b"another", &signature).is_err());
        let parts: Vec<Value> = signed
            .split('.')
            .map(|part| BASE64.decode(part).expect("base64url"))
            .map(|part| serde_json::from_slice(&part).expect("JSON"))
            .collect();
        assert_eq!(parts[0], json!({ "typ": "JWT", "alg": "ES256" }));
        let claims = json!({
            "aud": "https://push.example", "exp": 1_000 + VALID, "sub": "mailto:host@games.example",
        });
        assert_eq!(parts[1], claims);
        const { assert!(VALID <= 24 * 60 * 60) }
    }

    #[test]
    fn keys_round_trip_and_are_never_printed() {
        let secret = PushSecret::generate().expect("a key");
        let public =
            |secret: &PushSecret| Vapid::new(secret, None).expect("a pair").public().to_owned();
        assert_eq!(public(&secret), public(&PushSecret(secret.0.clone())));
        assert_eq!(format!("{secret:?}"), "PushSecret(..)");
        assert!(Vapid::new(&PushSecret(vec![1; 32]), None).is_err());
    }
}
