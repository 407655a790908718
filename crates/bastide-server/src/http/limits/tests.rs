use super::*;

fn client(text: &str) -> Client {
    Client::of(text.parse().expect("an address"))
}

fn limits() -> Limits {
    Limits::new(RateLimits::On, 1_000_000)
}

/// Returns the number of requests that pass.
fn passed(limits: &Limits, what: Act, clients: impl Iterator<Item = Client>) -> u32 {
    let passed = clients.filter(|&client| limits.count(what, client, None).is_ok()).count();
    u32::try_from(passed).expect("few")
}

#[test]
fn a_burst_is_allowed_and_then_the_rate() {
    let mut bucket = Bucket::default();
    let mut pour = |now| bucket.with_drop(rate(20, 10), now).map(|filled| bucket = filled);
    let now = Duration::from_secs(100);
    for _ in 0..20 {
        assert_eq!(pour(now), Ok(()));
    }
    let wait = pour(now).expect_err("one too many");
    assert_eq!(wait, Duration::from_secs(6), "ten a minute");
    assert!(pour(now + wait - Duration::from_millis(1)).is_err());
    assert_eq!(pour(now + wait), Ok(()));
    assert!(pour(now + wait).is_err());
    let hours_later = now + Duration::from_secs(36_000);
    assert_eq!((0..100).filter(|_| pour(hours_later).is_ok()).count(), 20);
}

#[test]
fn buckets_are_independent() {
    let (limits, one, other) = (limits(), client("192.0.2.1"), client("192.0.2.2"));
    while limits.count(Act::Create, one, None).is_ok() {}
    assert_eq!(limits.count(Act::Create, other, None), Ok(()));
    assert_eq!(limits.count(Act::Join, one, None), Ok(()));
    let off = Limits::new(RateLimits::Off, 1);
    assert!((0..1000).all(|_| off.count(Act::Create, one, None).is_ok()));
}

#[test]
fn many_seats_of_one_address_share_its_allowance() {
    let (limits, one, other) = (limits(), client("192.0.2.1"), client("198.51.100.1"));
    for what in [Act::Play, Act::Say, Act::Arrange] {
        let seats = (0..1000).map(|n| SeatKey::of(&n.to_string()));
        let passed = seats.filter(|&seat| limits.count(what, one, Some(seat)).is_ok()).count();
        let burst = what.per_address().burst as usize;
        // The bucket may drain a little while the test runs.
        assert!((burst..burst + 20).contains(&passed), "{passed} of {burst} for {what:?}");
        assert_eq!(limits.count(what, other, Some(SeatKey::of("other"))), Ok(()));
    }
}

#[test]
fn one_seat_is_limited_from_many_addresses() {
    let limits = limits();
    let seat = Some(SeatKey::of("one"));
    let clients = (0..200).map(|n| client(&format!("10.{n}.0.1")));
    let passed = clients.filter(|&client| limits.count(Act::Say, client, seat).is_ok()).count();
    assert!((10..15).contains(&passed), "{passed}");
}

#[test]
fn chat_is_limited_more_than_moves() {
    let seat = |act: Act| act.per_seat().expect("a limit");
    assert!(seat(Act::Say).a_minute * 4 <= seat(Act::Play).a_minute);
    assert!(Act::Say.per_address().a_minute * 4 <= Act::Play.per_address().a_minute);
    assert!(Act::Say.per_address().burst * 4 <= Act::Play.per_address().burst);
}

#[test]
fn a_wide_ipv6_network_is_worth_a_few_addresses() {
    let burst = Act::Create.per_address().burst;
    // All /64 of one /56, then all /56 of one /48, then whole /48s.
    let limits = self::limits();
    let subnets = (0..=0xff_u32).map(|n| client(&format!("2001:db8:1:{n:x}::1")));
    let of_56 = passed(&limits, Act::Create, subnets.flat_map(|c| [c; 20]));
    assert!((burst * 4..burst * 4 + 5).contains(&of_56), "{of_56}");
    let limits = self::limits();
    let subnets = (0..=0xffff_u32).map(|n| client(&format!("2001:db8:1:{n:x}::1")));
    let of_48 = passed(&limits, Act::Create, subnets);
    assert!((burst * 16..burst * 16 + 20).contains(&of_48), "{of_48}");
    assert!(limits.kept() < 2_000, "refused requests keep nothing: {}", limits.kept());
    assert_eq!(limits.count(Act::Create, client("2001:db8:2::1"), None), Ok(()), "another /48");
    let neighbours = (0..=0xff_u32).map(|n| client(&format!("192.0.2.{n}")));
    let of_24 = passed(&limits, Act::Create, neighbours.flat_map(|c| [c; 20]));
    assert!((burst * 8..burst * 8 + 10).contains(&of_24), "{of_24}");
}

#[test]
fn table_creation_is_limited_in_total() {
    let limits = Limits::new(RateLimits::On, 100);
    let clients = (0..200).map(|n| client(&format!("10.{n}.0.1")));
    let mut refused = clients.filter_map(|c| limits.count(Act::Create, c, None).err());
    assert!(matches!(refused.next(), Some(Over::All(_))));
    assert!((170..=175).contains(&(refused.count() + 1)), "a burst of a quarter");
    // A client over its own limit gets that error.
    let limits = Limits::new(RateLimits::On, 1_000_000);
    let refused =
        (0..100).filter_map(|_| limits.count(Act::Create, client("10.0.0.1"), None).err());
    assert!(refused.into_iter().all(|over| matches!(over, Over::Own(_))));
}

#[test]
fn many_clients_take_bounded_memory_and_active_ones_are_remembered() {
    let mut generations = Generations::default();
    let now = Duration::from_secs(1);
    let owner = |n: u64| [(Owner::Seat(SeatKey(n)), rate(5, 1))];
    while generations.count(Act::Say, &owner(0), now, 10).is_ok() {}
    for n in 1..1000 {
        let _ = generations.count(Act::Say, &owner(n), now, 10);
        assert!(generations.count(Act::Say, &owner(0), now, 10).is_err(), "{n}");
        assert!(generations.young.len() <= 10 && generations.old.len() <= 10);
    }
}

#[test]
fn connections_are_limited_per_address_and_network() {
    let counts = Counts::new(2);
    let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
    assert!(counts.enter(one) && counts.enter(one) && !counts.enter(one));
    assert!(counts.enter(other));
    counts.leave(one);
    assert!(counts.enter(one) && !counts.enter(one));
    let subnets = (0..=0xff_u32).map(|n| client(&format!("2001:db8:1:{n:x}::1")));
    assert_eq!(subnets.filter(|&client| counts.enter(client)).count(), 8, "four times for a /56");
    let subnets = (0..=0xff_u32).map(|n| client(&format!("2001:db8:1:{n:x}::1")));
    subnets.take(8).for_each(|client| counts.leave(client));
    assert!(counts.enter(client("2001:db8:1:9::1")), "places are given back");
}
