//! Test suite shared by all stores, and tests specific to each of them.
// The shared tests are functions called by the macro below.
#![allow(clippy::unwrap_used)]

mod backends;
mod nodes;
mod postgres;
mod push;
mod shared;
mod sqlite;
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
    };
}

on_every_store![
    what_is_appended_is_read,
    gaps_are_refused,
    a_row_can_be_written_alone,
    one_of_many_racers_wins_each_number,
    appends_happen_as_a_whole,
    a_conflict_takes_nothing_else_along,
    lists_show_what_is_listed_page_by_page,
    lists_pass_nothing_over_within_a_millisecond,
    unfinished_tables_are_counted,
    what_is_due_comes_longest_due_first,
    tables_of_the_future_are_found,
    leases_are_kept_given_back_and_fenced,
    leases_pass_on_when_their_owner_is_silent,
    hints_follow_what_is_durable,
    everything_is_there_after_reopening,
    many_appends_share_a_commit,
    it_can_be_checked_and_closed,
    push_subscriptions_are_kept_and_bounded,
    one_process_sends_the_message_of_a_turn,
    push_subscriptions_go_with_their_table,
];
