//! Files with switches: text in, text out.

use super::*;

/// The mutants of `text`: what stands there, its genre and its replacement.
fn instrumented(text: &str, changes: &[(&str, &str, &str)]) -> String {
    instrumented_beside("", text, changes)
}

/// Like [`instrumented`], in a crate with another file.
fn instrumented_beside(other: &str, text: &str, changes: &[(&str, &str, &str)]) -> String {
    let mutants = changes.iter().enumerate().map(|(at, change)| {
        let (genre, found, replacement) = *change;
        let start = text.find(found).expect("the change is somewhere");
        let column = text[..start].chars().count() + 1;
        Mutant {
            id: at + 1,
            name: String::new(),
            file: "a.rs".into(),
            genre: genre.to_owned(),
            span: [(1, column), (1, column + found.len())],
            replacement: replacement.to_owned(),
        }
    });
    let mutants: Vec<_> = mutants.collect();
    let constants = Constants::of(&[other.to_owned(), text.to_owned()]).expect("it is Rust");
    let mutants = mutants.iter().collect::<Vec<_>>();
    let done = instrument(text, &mutants, &constants).expect("it is Rust");
    for (range, id) in &done.switches {
        assert!(done.text[range.clone()].contains(&format!("mutant({id})")));
    }
    done.text.replace("crate::mutant", "on")
}

#[test]
fn functions_get_an_early_return() {
    let text = "fn f() -> bool { g(); h() }";
    assert_eq!(
        instrumented(text, &[("FnValue", "g(); h()", "true"), ("FnValue", "g(); h()", "false")]),
        "fn f() -> bool { if on(1) { return true; } if on(2) { return false; } g(); h() }"
    );
}

#[test]
fn iterators_are_chained() {
    assert_eq!(
        instrumented("fn f() -> impl Iterator<Item = u8> { 0..n }", &[("FnValue", "0..n", "e()")]),
        "fn f() -> impl Iterator<Item = u8> { on(1).then(|| e()).into_iter().flatten()\
         .chain((!on(1)).then(move || { 0..n }).into_iter().flatten()) }"
    );
    let other = "fn f() -> impl Fn() { g }";
    assert_eq!(instrumented(other, &[("FnValue", "g }", "h")]), other);
    let references = "fn f() -> impl Iterator<Item = &u8> { g() }";
    let leaked = "once(Box::leak(Box::new(0)))";
    assert_eq!(instrumented(references, &[("FnValue", "g()", leaked)]), references);
}

#[test]
fn operators_have_alternatives() {
    let text = "fn f() { α < b && !c; }";
    assert_eq!(
        instrumented(
            text,
            &[
                ("BinaryOperator", "&&", "||"),
                ("BinaryOperator", "<", ">"),
                ("BinaryOperator", "<", "=="),
                ("UnaryOperator", "!", ""),
            ]
        ),
        "fn f() { (if on(1) { (α < b) || (!c) } else { \
         (if on(2) { (α) > (b) } else if on(3) { (α) == (b) } else { α < b }) && \
         (if on(4) { (c) } else { !c }) }); }"
    );
}

#[test]
fn let_chains_are_not_changed() {
    let text = "fn f() { if let a = b && c == d && e {} }";
    assert_eq!(
        instrumented(text, &[("BinaryOperator", "&&", "||"), ("BinaryOperator", "==", "!=")]),
        "fn f() { if let a = b && (if on(2) { (c) != (d) } else { c == d }) && e {} }"
    );
}

#[test]
fn arms_get_guards() {
    let text = "fn f() { match a { 1 => b, 2 if c => d, 3 if e => g, z => h } }";
    assert_eq!(
        instrumented(
            text,
            &[
                ("MatchArm", "1 => b", ""),
                ("MatchArmGuard", "c =>", "true"),
                ("MatchArmGuard", "c =>", "false"),
                ("MatchArm", "3 if", ""),
                ("MatchArm", "z =>", ""),
            ]
        ),
        "fn f() { match a { 1 if !on(1) => b, 2 if !on(3) && (on(2) || (c)) => d, \
         3 if !on(4) && ((e)) => g, z => h } }"
    );
}

#[test]
fn fields_come_from_the_base() {
    assert_eq!(
        instrumented(
            "fn f() { S { a: b, c, ..*d } }",
            &[("StructField", "a: b", ""), ("StructField", "c,", "")]
        ),
        "fn f() { S { a: (if on(1) { (*d).a } else { b }), \
         c: (if on(2) { (*d).c } else { c }), ..*d } }"
    );
}

#[test]
fn constants_and_const_functions_are_not_changed() {
    for text in [
        "const A: u8 = 1 + 2;",
        "const A: u8 = f(); const fn f() -> u8 { 1 + 2 }",
        "static A: [u8; 1 + 2] = B;",
        "const A: u8 = g(); const fn g() -> u8 { f() } const fn f() -> u8 { 1 + 2 }",
    ] {
        assert_eq!(instrumented(text, &[("BinaryOperator", "+", "-")]), text);
    }
    let text = "const fn f() -> u8 { 1 + 2 }";
    let elsewhere = "const A: u8 = other::f();";
    assert_eq!(instrumented_beside(elsewhere, text, &[("BinaryOperator", "+", "-")]), text);
    assert_eq!(
        instrumented_beside("const A: u8 = of();", text, &[("BinaryOperator", "+", "-")]),
        "/* const */ fn f() -> u8 { (if on(1) { (1) - (2) } else { 1 + 2 }) }"
    );
}
