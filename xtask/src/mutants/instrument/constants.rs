//! Finds the functions that constants call, which have to stay `const`.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// Names of the `const` functions that constants of the crate call, directly or through each other.
pub(in super::super) struct Constants(BTreeSet<String>);

impl Constants {
    /// Searches the texts of all files of the crate.
    pub(in super::super) fn of(texts: &[String]) -> Result<Constants> {
        let (mut code, mut functions) = (String::new(), Vec::new());
        for text in texts {
            let file = syn::parse_file(text).context("not a Rust file")?;
            let mut found = Found { text, code: &mut code, functions: &mut functions };
            found.visit_file(&file);
        }
        let mut called = BTreeSet::new();
        loop {
            let (now, others): (Vec<_>, Vec<_>) =
                functions.into_iter().partition(|(name, _)| calls(&code, name));
            if now.is_empty() {
                return Ok(Constants(called));
            }
            for (name, body) in now {
                code.push_str(&body);
                called.insert(name);
            }
            functions = others;
        }
    }

    /// Returns true if a constant calls a function of this name.
    pub(super) fn call(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// Returns true if `code` calls a function or a method called `name`.
fn calls(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(&format!("{name}(")).any(|(at, _)| !code[..at].ends_with(is_word))
}

/// Collects the code of constants, and names and bodies of `const` functions.
struct Found<'a> {
    text: &'a str,
    code: &'a mut String,
    functions: &'a mut Vec<(String, String)>,
}

impl Found<'_> {
    fn constant(&mut self, node: &impl Spanned) {
        self.code.push_str(&self.text[node.span().byte_range()]);
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if signature.constness.is_some() {
            let body = self.text[block.span().byte_range()].to_owned();
            self.functions.push((signature.ident.to_string(), body));
        }
    }
}

impl Visit<'_> for Found<'_> {
    fn visit_item_const(&mut self, node: &syn::ItemConst) {
        self.constant(node);
    }

    fn visit_impl_item_const(&mut self, node: &syn::ImplItemConst) {
        self.constant(node);
    }

    fn visit_item_static(&mut self, node: &syn::ItemStatic) {
        self.constant(node);
    }

    fn visit_item_fn(&mut self, node: &syn::ItemFn) {
        self.function(&node.sig, &node.block);
        syn::visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &syn::ImplItemFn) {
        self.function(&node.sig, &node.block);
        syn::visit::visit_impl_item_fn(self, node);
    }
}
