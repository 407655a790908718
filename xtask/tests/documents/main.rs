//! Checks documents against the code: arrows, file names, commands, invariants and terms.

mod architecture;
mod commands;
mod glossary;
mod invariants;
mod project;
mod proof;
