//! Writes all mutants of a file into its text as switches: an expression becomes
//! `if mutant(7) { its replacement } else { the expression }`. One build then
//! holds every mutant, and each run turns one of them on.
//!
//! Only one mutant is ever on, so a replacement is made of the text as it was,
//! without the switches inside it, and the text grows with the number of mutants
//! only. Everything is an insertion: no character of the file is removed.

mod constants;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::list::Mutant;
pub(super) use constants::Constants;

/// Environment variable with the number of the mutant that is on.
pub(super) const VARIABLE: &str = "BASTIDE_MUTANT";

/// File that gets the definition of the switches.
pub(super) const CRATE_ROOT: &str = "crates/bastide/src/lib.rs";

/// Definition of the switches, for the end of the crate's root.
pub(super) fn definition() -> String {
    format!(
        "
// The rules do not use the standard library, but the switch reads a variable of the environment.
extern crate std;

/// Returns true if this mutant is the one to be tried.
pub(crate) fn mutant(number: u32) -> bool {{
    static ACTIVE: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {{
        std::env::var(\"{VARIABLE}\").ok().and_then(|number| number.parse().ok()).unwrap_or(0)
    }});
    *ACTIVE == number
}}
"
    )
}

/// A file with switches.
pub(super) struct Instrumented {
    pub(super) text: String,
    /// Bytes of `text` that belong to one mutant alone, with its number.
    pub(super) switches: Vec<(Range<usize>, usize)>,
}

impl Instrumented {
    /// Numbers of the mutants that have a switch.
    pub(super) fn mutants(&self) -> BTreeSet<usize> {
        self.switches.iter().map(|(_, id)| *id).collect()
    }
}

/// Writes `mutants` into the text of their file. Mutants that cannot be a switch
/// are left out: those of constants and of functions that these call, of chains of
/// `let`, and of opaque types other than iterators.
pub(super) fn instrument(
    text: &str,
    mutants: &[&Mutant],
    constants: &Constants,
) -> Result<Instrumented> {
    let file = syn::parse_file(text).context("not a Rust file")?;
    let mut wanted = BTreeMap::<_, Vec<_>>::new();
    for mutant in mutants {
        let start = mutant.range(text)?.start;
        wanted.entry((mutant.genre.as_str(), start)).or_default().push(*mutant);
    }
    let mut writer = Writer { text, constants, wanted, insertions: Vec::new() };
    writer.visit_file(&file);
    Ok(writer.finish())
}

/// Text that is put in at a byte of the file.
struct Insertion {
    at: usize,
    /// Order of insertions at the same byte.
    order: isize,
    text: String,
    mutant: Option<usize>,
}

/// Finds the mutants in the syntax tree and collects insertions.
struct Writer<'a> {
    text: &'a str,
    constants: &'a Constants,
    /// Mutants by genre and first byte.
    wanted: BTreeMap<(&'a str, usize), Vec<&'a Mutant>>,
    insertions: Vec<Insertion>,
}

impl<'a> Writer<'a> {
    fn wanted(&self, genre: &'a str, node: &impl Spanned) -> Vec<&'a Mutant> {
        let start = node.span().byte_range().start;
        self.wanted.get(&(genre, start)).cloned().unwrap_or_default()
    }

    fn source(&self, node: &impl Spanned) -> &'a str {
        &self.text[node.span().byte_range()]
    }

    /// Inserts before a node. The tree is walked from outside in, so that what
    /// comes later stands further inside.
    fn before(&mut self, at: usize, text: impl Into<String>, mutant: Option<usize>) {
        let order = self.insertions.len() as isize;
        self.insertions.push(Insertion { at, order, text: text.into(), mutant });
    }

    /// Inserts after a node.
    fn after(&mut self, at: usize, text: impl Into<String>) {
        let order = -1 - self.insertions.len() as isize;
        self.insertions.push(Insertion { at, order, text: text.into(), mutant: None });
    }

    /// Makes an expression a choice between itself and its replacements.
    fn choose(&mut self, expr: &impl Spanned, replacements: Vec<(usize, String)>) {
        if replacements.is_empty() {
            return;
        }
        let Range { start, end } = expr.span().byte_range();
        self.before(start, "(", None);
        for (id, replacement) in replacements {
            let text = format!("if {} {{ {replacement} }} else ", switch(id));
            self.before(start, text, Some(id));
        }
        self.before(start, "{ ", None);
        self.after(end, " })");
    }

    /// Makes a function an ordinary one, since switches are read when it runs; returns
    /// false if constants need it as it is.
    fn is_ordinary(&mut self, signature: &syn::Signature) -> bool {
        let Some(keyword) = &signature.constness else { return true };
        if self.constants.call(&signature.ident.to_string()) {
            return false;
        }
        let Range { start, end } = keyword.span().byte_range();
        self.before(start, "/* ", None);
        self.after(end, " */");
        true
    }

    /// Returns other values at the start of a function.
    fn body(&mut self, signature: &'a syn::Signature, block: &syn::Block) {
        let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last()) else { return };
        let Range { start, .. } = first.span().byte_range();
        let Range { end, .. } = last.span().byte_range();
        let returned = self.source(&signature.output);
        let is_iterator = returned.starts_with("-> impl Iterator<") && !returned.contains(" + ");
        for mutant in self.wanted("FnValue", first) {
            let (id, value) = (mutant.id, &mutant.replacement);
            if !returned.contains("impl ") {
                let text = format!("if {} {{ return {value}; }} ", switch(id));
                self.before(start, text, Some(id));
            } else if is_iterator && !value.contains("Box::leak(") {
                // The value has another type: both are chained, and one is empty. A leaked item
                // would be an exclusive reference, and the types of both would differ.
                let on = switch(id);
                let text = format!("{on}.then(|| {value}).into_iter().flatten()");
                self.before(start, text, Some(id));
                self.before(start, format!(".chain((!{on}).then(move || {{ "), None);
                self.after(end, " }).into_iter().flatten())");
            }
        }
    }

    /// Guards a match arm, so that it can be passed over. The last one stays: with
    /// a guard, it would no longer make the match exhaustive.
    fn arm(&mut self, node: &'a syn::Arm, is_last: bool) {
        let deleted = self.wanted("MatchArm", node);
        if let Some((_, guard)) = &node.guard {
            let Range { start, end } = guard.span().byte_range();
            let replaced = self.wanted("MatchArmGuard", guard);
            let has_any = !deleted.is_empty() || !replaced.is_empty();
            let (is_true, is_false): (Vec<_>, Vec<_>) =
                replaced.into_iter().partition(|m| m.replacement == "true");
            if has_any && !contains_let(guard) {
                for mutant in deleted.into_iter().chain(is_false) {
                    self.before(start, format!("!{} && ", switch(mutant.id)), Some(mutant.id));
                }
                self.before(start, "(", None);
                for mutant in is_true {
                    self.before(start, format!("{} || ", switch(mutant.id)), Some(mutant.id));
                }
                self.before(start, "(", None);
                self.after(end, "))");
            }
        } else if !is_last {
            let end = node.pat.span().byte_range().end;
            for mutant in deleted {
                self.before(end, format!(" if !{}", switch(mutant.id)), Some(mutant.id));
            }
        }
    }

    /// Puts everything in.
    fn finish(mut self) -> Instrumented {
        self.insertions.sort_by_key(|insertion| (insertion.at, insertion.order));
        let (mut text, mut switches, mut done) = (String::new(), Vec::new(), 0);
        for insertion in self.insertions {
            text.push_str(&self.text[done..insertion.at]);
            done = insertion.at;
            let start = text.len();
            text.push_str(&insertion.text);
            switches.extend(insertion.mutant.map(|id| (start..text.len(), id)));
        }
        text.push_str(&self.text[done..]);
        Instrumented { text, switches }
    }
}

impl<'a> Visit<'a> for Writer<'a> {
    fn visit_item_fn(&mut self, node: &'a syn::ItemFn) {
        if self.is_ordinary(&node.sig) {
            self.body(&node.sig, &node.block);
            visit::visit_item_fn(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'a syn::ImplItemFn) {
        if self.is_ordinary(&node.sig) {
            self.body(&node.sig, &node.block);
            visit::visit_impl_item_fn(self, node);
        }
    }

    fn visit_expr_binary(&mut self, node: &'a syn::ExprBinary) {
        if !is_let_chain(node) {
            let (left, right) = (self.source(&node.left), self.source(&node.right));
            let mutants = self.wanted("BinaryOperator", &node.op).into_iter();
            let replacement = |m: &Mutant| (m.id, format!("({left}) {} ({right})", m.replacement));
            self.choose(node, mutants.map(replacement).collect());
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'a syn::ExprUnary) {
        let operand = self.source(&node.expr);
        let mutants = self.wanted("UnaryOperator", &node.op).into_iter();
        self.choose(
            node,
            mutants.map(|m| (m.id, format!("{}({operand})", m.replacement))).collect(),
        );
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_match(&mut self, node: &'a syn::ExprMatch) {
        for (at, arm) in node.arms.iter().enumerate() {
            self.arm(arm, at + 1 == node.arms.len());
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'a syn::ExprStruct) {
        let base = node.rest.as_ref().map(|base| self.source(base));
        for (field, base) in node.fields.iter().filter_map(|field| Some((field, base?))) {
            let mutants = self.wanted("StructField", field);
            let member = self.source(&field.member);
            if field.colon_token.is_none() && !mutants.is_empty() {
                let start = field.expr.span().byte_range().start;
                self.before(start, format!("{member}: "), None);
            }
            let replacement = |m: &Mutant| (m.id, format!("({base}).{member}"));
            self.choose(&field.expr, mutants.into_iter().map(replacement).collect());
        }
        visit::visit_expr_struct(self, node);
    }

    // Constants are computed when they are compiled, before any switch is read.
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_expr_const(&mut self, _: &'a syn::ExprConst) {}
    fn visit_variant(&mut self, _: &'a syn::Variant) {}
    fn visit_type_array(&mut self, _: &'a syn::TypeArray) {}

    fn visit_expr_repeat(&mut self, node: &'a syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }
}

/// The condition under which a mutant is on.
fn switch(id: usize) -> String {
    format!("crate::mutant({id})")
}

/// Returns true for `a && let b = c` and what it is a part of, which cannot be in brackets.
fn is_let_chain(node: &syn::ExprBinary) -> bool {
    contains_let(&node.left) || contains_let(&node.right)
}

fn contains_let(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(node) => is_let_chain(node),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
