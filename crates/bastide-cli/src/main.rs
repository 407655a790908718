//! Bastide in a terminal.

fn main() {}
