//! Tests of the HTTP interface, in process where no connection is needed.

mod absence;
mod engines;
mod errors;
mod fairness;
mod games;
mod limits;
mod moderation;
mod observability;
mod operations;
mod pages;
mod pictures;
mod push;
mod serving;
mod sockets;
mod support;
mod tables;
mod watchers;
