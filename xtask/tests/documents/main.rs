//! Checks documents against the code: arrows, file names, invariants and terms.

mod architecture;
mod glossary;
mod invariants;
mod project;
mod proof;
