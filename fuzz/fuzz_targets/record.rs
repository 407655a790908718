//! Parses arbitrary bytes as a record: the result is a record or a typed error, and a record
//! survives a round trip in both formats.
#![no_main]

use bastide_host::{AnnotatedRecord, Record, position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = Record::read(bytes) {
        assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record));
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
    }
    if let Ok(tree) = AnnotatedRecord::read(bytes) {
        // Evaluations are rounded when they are written.
        let text = tree.to_string();
        let again = AnnotatedRecord::read(&text).expect("written by us");
        assert_eq!(again.to_string(), text);
    }
    if let Ok(text) = core::str::from_utf8(bytes) {
        let _ = position::decode(text);
    }
});
