//! Games of other programs as Bastide's records (`docs/import.md`).
//!
//! Each format has its own file, which reads a game into a common intermediate form. The rules then
//! decide which legal game it describes.
//!
//! ```
//! let link = "https://www.carcassonnelab.com/#/0/0/CED/2112?players=Ann,Bob&colors=red,blue";
//! let imported = bastide_import::import(link.as_bytes(), None)?;
//! assert_eq!(imported.format, bastide_import::Format::CarcassonneLab);
//! assert!(imported.record.to_text().ends_with("\nDV P1,0r0 M1\n"));
//! # Ok::<(), bastide_import::ImportError>(())
//! ```

mod bga;
mod bga_tiles;
mod error;
mod jcz;
mod json;
mod lab;
mod names;
mod note;
mod resolve;
mod sheet;

use bastide::OwnSets;
use bastide_host::{Record, RecordError, position};

use crate::json::Entries;
use crate::resolve::Resolved;
use crate::sheet::Sheet;

pub use error::{ImportError, ImportErrorKind, Place};
pub use note::Note;

/// Maximum size of an input in bytes. Logs of whole games have up to about two megabytes.
pub const MOST_BYTES: usize = 8 << 20;

/// Maximum size of a text that is not JSON.
const MOST_TEXT: usize = 1 << 20;

/// The format of an imported game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A record of Bastide, as text or JSON.
    Record,
    /// A position string of Bastide.
    Position,
    /// A log of Board Game Arena.
    BoardGameArena,
    /// A link of CarcassonneLab.
    CarcassonneLab,
    /// A saved game of JCloisterZone.
    JCloisterZone,
}

impl Format {
    /// Returns the name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Record => "record",
            Format::Position => "position",
            Format::BoardGameArena => "board-game-arena",
            Format::CarcassonneLab => "carcassonnelab",
            Format::JCloisterZone => "jcloisterzone",
        }
    }

    /// Determines the format of an input from its first characters or the keys of its object.
    ///
    /// # Errors
    /// Returns an error if the format is not known.
    fn of(text: &str) -> Result<Format, ImportError> {
        if text.starts_with('{') {
            let keys: Entries<256> = json::parse(text)?;
            let has = |key| keys.get(key).is_some();
            return if has("bastide") {
                Ok(Format::Record)
            } else if has("replay") || has("setup") {
                Ok(Format::JCloisterZone)
            } else if has("data") || has("error") {
                Ok(Format::BoardGameArena)
            } else {
                Err(ImportErrorKind::UnknownFormat.anywhere())
            };
        }
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_one_line = !text.contains('\n');
        if is_one_line && lab::is_link(text) {
            return Ok(Format::CarcassonneLab);
        }
        // A record may begin with a comment.
        if first == "bastide" || text.starts_with('#') {
            return Ok(Format::Record);
        }
        if is_one_line && first.contains("://") {
            return Err(ImportErrorKind::EmptyLink(names::quote(text)).anywhere());
        }
        let is_digit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if text.len() > 8 && text.starts_with('1') && text.chars().all(is_digit) {
            return Ok(Format::Position);
        }
        Err(ImportErrorKind::UnknownFormat.anywhere())
    }
}

/// An imported game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The game.
    pub record: Record,
    /// The format of the input.
    pub format: Format,
    /// What was resolved, left out or could not be known.
    pub notes: Vec<Note>,
}

/// Returns true if a text is a link or a position, rather than the name of a file.
///
/// ```
/// assert!(bastide_import::is_link_or_position("https://example.org/#/0/0/Fg/2111"));
/// assert!(!bastide_import::is_link_or_position("evening.bastide"));
/// ```
pub fn is_link_or_position(text: &str) -> bool {
    let found = Format::of(text.trim()).map_err(|error| error.kind);
    matches!(
        found,
        Ok(Format::CarcassonneLab | Format::Position) | Err(ImportErrorKind::EmptyLink(_))
    )
}

/// Imports a game: a file or a link. Records and positions of Bastide may use the custom tiles
/// `own`.
///
/// # Errors
/// Returns the reason and its place if the input cannot be read or breaks a rule.
pub fn import(bytes: &[u8], own: Option<&OwnSets>) -> Result<Imported, ImportError> {
    match import_legal_part(bytes, own)? {
        (imported, None) => Ok(imported),
        (_, Some(error)) => Err(error),
    }
}

/// Imports the turns of a game up to the first one that breaks a rule. Returns them with the error
/// of that turn, if there is one.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn import_legal_part(
    bytes: &[u8],
    own: Option<&OwnSets>,
) -> Result<(Imported, Option<ImportError>), ImportError> {
    let too_long = |most| ImportErrorKind::TooLong { bytes: bytes.len(), most }.anywhere();
    if bytes.len() > MOST_BYTES {
        return Err(too_long(MOST_BYTES));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let sound = &bytes[..error.valid_up_to()];
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        ImportErrorKind::NotText.on_line(line)
    })?;
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    if trimmed.len() > MOST_TEXT && !trimmed.starts_with('{') {
        return Err(too_long(MOST_TEXT));
    }
    let format = Format::of(trimmed)?;
    let whole = |record| (Imported { record, format, notes: Vec::new() }, None);
    // The text of JSON is not trimmed, so that line numbers are those of the file.
    let json = text.trim_start_matches('\u{feff}');
    match format {
        Format::Record => read_record(bytes, own, format),
        Format::Position => {
            let decoded = position::decode_with(trimmed, own);
            decoded.map(whole).map_err(|error| ImportErrorKind::Position(error).anywhere())
        }
        Format::BoardGameArena => read_sheet(&bga::read(json)?, format),
        Format::CarcassonneLab => read_sheet(&lab::read(trimmed)?, format),
        Format::JCloisterZone => read_sheet(&jcz::read(json)?, format),
    }
}

type Partial = (Imported, Option<ImportError>);

/// Reads a record of Bastide. The legal part ends with the last whole turn.
fn read_record(
    bytes: &[u8],
    own: Option<&OwnSets>,
    format: Format,
) -> Result<Partial, ImportError> {
    let (record, error): (Record, Option<RecordError>) = Record::read_legal_part(bytes, own)?;
    let turns = record.full_turns();
    let notes = error.iter().map(|_| Note::LegalPart { turns }).collect();
    Ok((Imported { record, format, notes }, error.map(ImportError::from)))
}

fn read_sheet(sheet: &Sheet, format: Format) -> Result<Partial, ImportError> {
    let Resolved { record, notes, error } = resolve::resolve(sheet)?;
    Ok((Imported { record, format, notes }, error))
}
