//! Parses arbitrary bytes as a record: the result is a record or a typed error, and a record
//! survives a round trip in both formats.
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
