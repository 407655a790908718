//! Any bytes are a record or a typed error, and a record reads back as it is
//! written, in both forms.
#![no_main]

use bastide_host::{Record, position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = Record::read(bytes) {
        assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record));
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
    }
    if let Ok(text) = core::str::from_utf8(bytes) {
        let _ = position::decode(text);
    }
});
