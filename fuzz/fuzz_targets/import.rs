//! Imports arbitrary bytes: the result is a legal record or a typed error.
#![no_main]

use bastide_host::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((imported, error)) = bastide_import::import_legal_part(bytes, None) {
        let record = imported.record;
        assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record));
        let _ = error.map(|error| error.to_string());
    }
});
