//! Large and deeply nested inputs need little memory.

use bastide_import::MOST_BYTES;

/// Starts of inputs, a piece that fills them up to the maximum size, their ends, and the codes with
/// which they are refused.
const INPUTS: [(&str, &str, &str, &str); 16] = [
    (r#"{"data":{"logs":["#, "{},", "{}]}}", "no-turns"),
    (r#"{"data":{"logs":[{"data":["#, "{},", "{}]}]}}", "no-turns"),
    (r#"{"data":{"logs":[{"data":["#, EVENT, "{}]}]}}", "too-many-moves"),
    (r#"{"data":{"other":["#, "0,", "0]}}", "missing-value"),
    (r#"{"data":{"players":{"#, "\"a\":[],", "\"b\":0},\"logs\":[]}}", "no-turns"),
    (r#"{"error":""#, "x", "\"}", "no-log"),
    (r#"{"setup":{"sets":{"#, "\"basic\":1,", "\"basic\":0}}}", "no-turns"),
    (r#"{"setup":{"sets":{"basic":1}},"replay":["#, "{},", "{}]}", "too-many-moves"),
    (r#"{"setup":{"sets":{"basic":1}},"players":["#, "{},", "{}]}", "no-turns"),
    (r#"{"data":"#, "[", "", "bad-json"),
    (r#"{"setup":{"start":"#, "[", "", "bad-json"),
    (r#"{"replay":[{"payload":{"pointer":"#, "{\"featurePointer\":", "", "bad-json"),
    ("{\"a\":1", " ", "", "bad-json"),
    ("[", "[", "", "too-long"),
    ("bastide 1\n", "#", "", "too-long"),
    ("https://a/#/0/0/", "F", "/2111", "too-long"),
];

const EVENT: &str = r#"{"type":"playTile","args":{"type":1,"x":1,"y":1,"ori":1}},"#;

/// Imports an input that must be refused. Returns the code, and the memory needed besides the input.
fn refuse(bytes: &[u8]) -> (String, u64) {
    let mut code = String::new();
    let used = allocation_counter::measure(|| {
        let error = bastide_import::import(bytes, None).expect_err("it must be refused");
        code = error.kind.code().to_owned();
    });
    (code, used.bytes_max)
}

#[test]
fn large_inputs_need_little_memory() {
    for (start, piece, end, wanted) in INPUTS {
        let count = (MOST_BYTES - start.len() - end.len()) / piece.len();
        let text = format!("{start}{}{end}", piece.repeat(count));
        let (code, bytes) = refuse(text.as_bytes());
        assert_eq!(code, wanted, "{start}{piece}");
        // Nesting is skipped with one byte per level, and a text is copied at most once.
        assert!(bytes <= 3 * MOST_BYTES as u64, "{start}{piece}: {bytes} bytes");
    }
    assert_eq!(refuse(&vec![b' '; MOST_BYTES + 1]).0, "too-long");
}
