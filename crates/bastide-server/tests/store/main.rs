//! Test suite shared by all stores, and tests specific to each of them.
// The shared tests are functions called by the macro below.
#![allow(clippy::unwrap_used)]

mod backends;
mod engines;
#[cfg(feature = "nats")]
mod nats;
mod nodes;
mod operator;
mod partitions;
mod postgres;
mod push;
mod replica;
mod shared;
mod sqlite;
mod statements;
mod tls;

use backends::Backend;

macro_rules! on_every_store {
    ($($test:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::shared::$test(&super::Backend::file()).await;
                }
            )*
        }

        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::shared::$test(&super::Backend::database().await).await;
                }
            )*
        }

        mod on_partitions {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::shared::$test(&super::Backend::partitioned().await).await;
                }
            )*
        }

        /// Runs the suite, each test on a new backend; without the test of shared commits unless
        /// `is_batched`.
        async fn run_all(backend: impl AsyncFn() -> Backend, is_batched: bool) {
            $(
                if is_batched || stringify!($test) != "many_appends_share_a_commit" {
                    shared::$test(&backend().await).await;
                }
            )*
        }
    };
}

on_every_store![
    appended_facts_are_read,
    gaps_are_refused,
    a_row_can_be_updated_without_facts,
    of_concurrent_appends_one_wins_each_number,
    appends_are_atomic,
    a_conflict_does_not_affect_other_appends,
    lists_are_paginated,
    lists_skip_nothing_within_a_millisecond,
    unfinished_tables_are_counted,
    due_tables_are_ordered_by_due_time,
    tables_with_future_timestamps_are_found,
    leases_are_renewed_released_and_fenced,
    leases_expire_when_their_owner_is_silent,
    hints_are_sent_after_durable_appends,
    reopening_keeps_everything,
    many_appends_share_a_commit,
    a_store_can_be_checked_and_closed,
    push_subscriptions_are_stored_and_bounded,
    exactly_one_process_sends_the_message_of_a_turn,
    push_subscriptions_are_deleted_with_their_table,
    finished_tables_are_folded_once,
    logs_are_replaced_and_deleted_by_the_operator,
    reports_bans_and_settings_are_kept,
    engine_accounts_are_added_replaced_and_revoked,
    games_of_the_ladder_are_saved_with_their_ratings,
];
