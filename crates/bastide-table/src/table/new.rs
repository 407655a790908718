//! New tables: validates a request and creates the first fact.

use bastide::{AnyGame, LandRules, Rules, Seat, Setup, SetupError, SetupProblem, StrongholdRules};
use bastide_host::{Dealer, Match, Record, Seed};
use bastide_protocol::{
    ClockPlan, DealPlan, Family, FirstSeat, GoOn, NewSeat, NewTable, Problem, ProblemCode, SeatPlan,
};

use super::decide::Refusal;
use super::fact::{Deal, Fact, Made, SaltOffer, Taken};
use super::holders::MOST_HOLDERS;
use super::{Chair, HolderId, Table, names, seats};
use crate::Entropy;
use crate::log::{Millis, TableId};
use crate::problem;
use crate::sanitize::{MAX_NAME, sanitize};
use crate::token::{TokenHash, name_after};

/// Maximum length in bytes of a record that can be continued.
const RECORD: usize = 48 * 1024;

impl Made {
    /// Validates the request for a table. `token` is the hash of the creator's token; a secret seed
    /// is drawn from `entropy`.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the request is invalid.
    pub fn new(new: NewTable, token: TokenHash, entropy: &Entropy) -> Result<Made, Problem> {
        Made::with_engines(new, token, entropy, &[])
    }

    /// Does the same on a server where these engines can take a seat.
    ///
    /// # Errors
    /// Same as [`Made::new`].
    pub fn with_engines(
        new: NewTable,
        token: TokenHash,
        entropy: &Entropy,
        engines: &[String],
    ) -> Result<Made, Problem> {
        let taken = |plan| taken(plan, engines);
        let seats = new.seats.into_iter().map(taken).collect::<Result<Vec<_>, _>>()?;
        check_clock(new.clock)?;
        let stand_in = seats::level(&new.stand_in)?;
        for seat in &seats {
            if let Taken::Person { name, holder, .. } = seat {
                names::check(name, Some(*holder), seats.iter(), &stand_in)?;
            }
        }
        let made = Made {
            game: new.game,
            rules: new.rules,
            seats,
            holders: vec![token],
            visibility: new.visibility,
            clock: new.clock,
            aid: new.aid,
            undo: new.undo,
            first: new.first,
            deal: deal(new.deal, entropy)?,
            go_on: new.go_on,
            creator: None,
            salts: Vec::new(),
            epoch: String::new(),
            stand_in,
            colours: new.colours,
        };
        check_colours(&made)?;
        let made = with_salt(made, new.salt_commitment.as_deref())?;
        let made = match &made.go_on {
            Some(go_on) => {
                let record = prefix(go_on)?.0;
                let rules = &record.setup().rules;
                let (game, rules) = (Family::of(rules), rules_text(rules));
                let is_chosen =
                    !made.colours.is_empty() || !record.extra().contains_key(Record::COLOURS);
                let colours = match is_chosen {
                    true => made.colours,
                    false => seats_of(&made).map(|seat| record.colours()[seat].into()).collect(),
                };
                Made { game, rules, colours, ..made }
            }
            None => made,
        };
        let (setup, problems) = read_setup(&made)?;
        // A game that continues a record has the rules and the tiles of that record.
        if made.go_on.is_none() {
            setup.check_new(problems).map_err(|error| bad(error.to_string()))?;
        }
        if let FirstSeat::Seat { seat } = made.first
            && usize::from(seat) >= made.seats.len()
        {
            return Err(bad("the first player must have a seat"));
        }
        match (&made.deal, &made.go_on) {
            (Deal::Deck { .. }, Some(_)) => {
                return Err(bad(
                    "a game that continues another one uses its remaining tiles: omit `deck`",
                ));
            }
            (Deal::Deck { tiles }, None) => {
                let dealer = Dealer::forced(tiles.iter().map(String::as_str));
                Match::new(setup, dealer).map_err(|error| bad(error.to_string()))?;
            }
            (Deal::Seed { .. }, Some(go_on)) => {
                let game = prefix(go_on)?.1;
                if usize::from(bastide::Game::seats(&game)) != made.seats.len() {
                    return Err(bad("the game to continue has a different number of seats"));
                }
                if bastide::Game::is_over(&game) {
                    return Err(bad(
                        "the game to continue is over at this point: choose an earlier one",
                    ));
                }
            }
            (Deal::Seed { .. }, None) => {}
        }
        Ok(made)
    }
}

impl Made {
    /// Returns the setup of the game, whose first seat is determined later.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the rules are invalid.
    pub fn setup(&self) -> Result<Setup, Problem> {
        setup(self)
    }
}

/// Adds the creator's salt commitment, if the table takes salts.
fn with_salt(mut made: Made, commitment: Option<&str>) -> Result<Made, Problem> {
    let is_mine = |taken: &Taken| matches!(taken, Taken::Person { .. });
    let takes_salts =
        made.go_on.is_none() && matches!(made.deal, Deal::Seed { is_known: false, .. });
    let seat = (0..).zip(&made.seats).find(|(_, taken)| is_mine(taken)).map(|(seat, _)| seat);
    if let (Some(text), Some(seat), true) = (commitment, seat, takes_salts) {
        let commitment = Some(super::deal::salt_commitment(text)?.to_string());
        made.salts.push(SaltOffer { seat, commitment });
    }
    Ok(made)
}

fn seats_of(made: &Made) -> impl Iterator<Item = Seat> {
    (0..).map_while(Seat::new).take(made.seats.len())
}

/// Returns the setup of the game; the first seat is determined later.
pub(super) fn setup(made: &Made) -> Result<Setup, Problem> {
    match read_setup(made)? {
        (setup, problems) if problems.is_empty() => Ok(setup),
        (_, problems) => Err(bad(SetupError(problems).to_string())),
    }
}

/// Does the same for rules with problems in their text, and returns these.
fn read_setup(made: &Made) -> Result<(Setup, Vec<SetupProblem>), Problem> {
    let (rules, problems) = match made.game {
        Family::Land => {
            let (rules, problems) = LandRules::read(&made.rules);
            (Rules::Land(rules), problems)
        }
        Family::Stronghold if made.rules.is_empty() => {
            (Rules::Stronghold(StrongholdRules), Vec::new())
        }
        Family::Stronghold => {
            return Err(bad("the stronghold game has no expansions: leave `rules` empty"));
        }
    };
    // The rules refuse this many players, and state how many can play.
    let seats = u8::try_from(made.seats.len()).unwrap_or(u8::MAX);
    let mut setup = Setup::new(rules, seats);
    if let Deal::Deck { tiles } = &made.deal {
        setup.deck = Some(tiles.iter().map(|tile| tile.as_str().into()).collect());
    }
    Ok((setup, problems))
}

/// Returns the text of `rules` in requests: empty for Stronghold.
fn rules_text(rules: &Rules) -> String {
    match rules {
        Rules::Land(rules) => rules.to_string(),
        Rules::Stronghold(_) => String::new(),
    }
}

/// Returns the record to continue, and its game after the requested number of actions.
pub(super) fn prefix(go_on: &GoOn) -> Result<(Record, AnyGame), Problem> {
    let bad = |text: String| problem(ProblemCode::BadRecord, text);
    if go_on.record.len() > RECORD {
        return Err(bad("the record is too long".to_owned()));
    }
    let record = Record::read(&go_on.record).map_err(|error| bad(error.to_string()))?;
    if go_on.actions > record.actions().len() {
        return Err(bad(format!("the record has only {} actions", record.actions().len())));
    }
    let game = record.state_after(go_on.actions);
    Ok((record, game))
}

fn taken(plan: SeatPlan, engines: &[String]) -> Result<Taken, Problem> {
    Ok(match plan {
        // Without a name the player is identified by the colour of the seat.
        SeatPlan::Me { name } if name.trim().is_empty() => {
            Taken::Person { name: String::new(), holder: HolderId::CREATOR, bot: None }
        }
        SeatPlan::Me { name } => {
            Taken::Person { name: person(&name)?, holder: HolderId::CREATOR, bot: None }
        }
        SeatPlan::Open => Taken::Nobody,
        SeatPlan::Bot { level } => Taken::Bot { level: seats::occupant(&level, engines)? },
    })
}

/// Validates and normalizes a display name.
pub(super) fn person(name: &str) -> Result<String, Problem> {
    sanitize(name, MAX_NAME)
        .map_err(|bad| problem(ProblemCode::BadName, format!("invalid name: {bad}")))
}

fn check_clock(plan: Option<ClockPlan>) -> Result<(), Problem> {
    let is_sound = match plan {
        None => true,
        Some(ClockPlan::Live { seconds, increment }) => {
            (10..=86_400).contains(&seconds) && increment <= 600
        }
        Some(ClockPlan::Days { days }) => (1..=14).contains(&days),
    };
    if is_sound {
        return Ok(());
    }
    Err(bad(
        "a clock must have 10 to 86,400 seconds and an increment of at most 600, or 1 to 14 days",
    ))
}

fn check_colours(made: &Made) -> Result<(), Problem> {
    if made.colours.len() > made.seats.len() {
        return Err(bad("`colours` has more colours than there are seats"));
    }
    made.checked_colours().map_err(|error| bad(format!("`colours`: {error}")))?;
    Ok(())
}

fn deal(plan: DealPlan, entropy: &Entropy) -> Result<Deal, Problem> {
    Ok(match plan {
        DealPlan::Secret => Deal::Seed { seed: entropy.seed().to_string(), is_known: false },
        DealPlan::Seed { seed } => {
            if seed.is_empty() || seed.len() > 200 {
                return Err(bad("a seed must have at most 200 bytes"));
            }
            let known = seed.parse::<Seed>();
            let seed = known.unwrap_or_else(|_| Seed::from_text(&seed));
            Deal::Seed { seed: seed.to_string(), is_known: true }
        }
        DealPlan::Deck { tiles } => {
            if tiles.is_empty() || tiles.len() > 200 {
                return Err(bad("a deck must have 1 to 200 tiles"));
            }
            Deal::Deck { tiles }
        }
    })
}

impl Table {
    /// Takes a free seat: returns the seat and the facts, including the start of the game if it was
    /// the last one. `mark` identifies the address of the player, if the host knows it.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if no seat is free or the name is not allowed.
    pub fn decide_sit(
        &self,
        new: &NewSeat,
        token: TokenHash,
        mark: Option<String>,
        entropy: &Entropy,
    ) -> Result<(u8, Vec<Fact>), Refusal> {
        self.check_not_closed()?;
        if self.is_playing() || self.over.is_some() {
            return Err(problem(
                ProblemCode::WrongPhase,
                "the game has already begun: you can watch, or create another table",
            )
            .into());
        }
        if self.holders.count() >= MOST_HOLDERS {
            return Err(problem(
                ProblemCode::TooManySits,
                format!("{MOST_HOLDERS} people have taken seats at this table: create a new table"),
            )
            .into());
        }
        self.check_admitted(mark.as_deref())?;
        let name = person(&new.name)?;
        self.check_name(&name)?;
        let salt = match new.salt.as_deref() {
            None | Some("") => String::new(),
            Some(salt) => sanitize(salt, 64)
                .map_err(|bad| problem(ProblemCode::BadText, format!("invalid salt: {bad}")))?,
        };
        let free = (0..).zip(&self.seats).find(|(seat, chair)| {
            chair.taken == Taken::Nobody && new.seat.is_none_or(|wanted| wanted == *seat)
        });
        let Some((seat, _)) = free else {
            return Err(problem(
                ProblemCode::SeatTaken,
                "that seat is taken: choose another, or watch",
            )
            .into());
        };
        let salt_commitment = self.offered_salt(new.salt_commitment.as_deref())?;
        let sat = Fact::Sat { seat, name, token, salt, salt_commitment, mark };
        Ok((seat, self.with_next_step(vec![sat], entropy)?))
    }

    /// Returns the fact that starts the game, with the text that players contributed to the draws.
    pub(super) fn beginning(&self) -> Result<Fact, Problem> {
        let salt = self.public_text();
        let internal = |_| problem(ProblemCode::Internal, "the tiles cannot be dealt");
        let first = match self.made.first {
            FirstSeat::Seat { seat } => seat,
            FirstSeat::Random => self.dealer(&salt).map_err(internal)?.first(self.setup.seats),
        };
        Ok(Fact::Began { first, salt })
    }

    /// Returns the facts that start a table which is full from the beginning.
    pub(crate) fn begins_at_once(&self, entropy: &Entropy) -> Result<Vec<Fact>, Problem> {
        Ok(self.next_step(false, entropy)?.into_iter().collect())
    }

    /// Returns the first fact of the rematch: the same players, of whom the next one begins.
    pub fn rematch(&self, entropy: &Entropy) -> Made {
        let mut made = (*self.made).clone();
        // Only players with a seat and the creator take part.
        let (tokens, numbers) =
            self.holders.renumbered(self.seats.iter().filter_map(Chair::holder));
        made.seats = self
            .seats
            .iter()
            .map(|chair| match &chair.taken {
                Taken::Person { name, holder, .. } => {
                    numbers.get(holder).map_or(Taken::Nobody, |&holder| Taken::Person {
                        name: name.clone(),
                        holder,
                        bot: None,
                    })
                }
                other @ (Taken::Nobody | Taken::Bot { .. }) => other.clone(),
            })
            .collect();
        made.holders = tokens;
        made.go_on = None;
        made.salts = self.salts_again();
        made.first = FirstSeat::Seat { seat: (self.setup.first + 1) % self.setup.seats.max(1) };
        if matches!(made.deal, Deal::Seed { is_known: false, .. }) {
            made.deal = Deal::Seed { seed: entropy.seed().to_string(), is_known: false };
        }
        made
    }

    /// Returns the name of the table of the rematch. It follows from the log, so that two processes
    /// create only one rematch, and from secrets, so that it cannot be guessed.
    pub fn rematch_id(&self) -> TableId {
        let secret = match &self.made.deal {
            Deal::Seed { seed, .. } => format!("{seed} {}", self.created),
            Deal::Deck { tiles } => format!("{} {}", tiles.join(" "), self.created),
        };
        TableId(name_after(&self.id.0, &secret).into())
    }
}

/// Writes the players, date and settings into the record.
pub(super) fn describe(current: &mut Match, made: &Made, names: &[String], at: Millis) {
    let aid = serde_json::to_value(made.aid).ok();
    let mut note = |key: &str, value: &str| {
        // A value that the record format does not allow must not end the game.
        let _ = current.set_extra(key, value);
    };
    let named = (0..).map_while(Seat::new).zip(names).filter(|(_, name)| !name.is_empty());
    for (seat, name) in named {
        note(&Record::player_key(seat), name);
    }
    if !made.colours.is_empty() {
        let colours = made.seat_colours();
        let names: Vec<_> = seats_of(made).map(|seat| colours[seat].name()).collect();
        note(Record::COLOURS, &names.join(","));
    }
    if let Some(aid) = aid.as_ref().and_then(serde_json::Value::as_str) {
        note("aid", aid);
    }
    note("began", &(at / 1000).to_string());
}

fn bad(text: impl Into<String>) -> Problem {
    problem(ProblemCode::BadSetup, text)
}
