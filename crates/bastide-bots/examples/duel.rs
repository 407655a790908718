//! A rough duel on common decks: `duel A B DECKS`, with bots greedy, oneply
//! and quick.
use bastide::{Action, Actor, AnyGame, BySeat, Game, LandRules, Rules, Seat, Setup};
use bastide_bots::{Bot, Budget, OnePly, Quick, Turns, Weights};
use bastide_host::{Dealer, Seed};

#[derive(Default)]
struct Greedy(Turns);
impl Bot for Greedy {
    fn choose(&mut self, game: &AnyGame, _: Budget) -> Action {
        let Actor::Seat(seat) = game.to_act() else { return Action::Pass };
        let (mut best, mut choice) = (f32::MIN, Action::Pass);
        self.0.each(game, |after| {
            let mut v: BySeat<f32> = BySeat::splat(0.0);
            for s in Seat::all(game.seats()) { v[s] = after.game.scores()[s] as f32; }
            after.game.prospects(|s| for w in s.winners.iter() { v[w] += s.tally.total() as f32 });
            let others = v.iter(game.seats()).filter(|&(s, _)| s != seat).map(|(_, &x)| x).fold(f32::MIN, f32::max);
            let value = v[seat] - others + 0.3 * f32::from(after.game.hands()[seat][bastide::FigureKind::Meeple]);
            if value > best { best = value; choice = after.actions[0]; }
        });
        choice
    }
}

fn bot(name: &str) -> Box<dyn Bot> {
    if let Some(spec) = name.strip_prefix("w:") {
        let mut w = Weights::default();
        for pair in spec.split(',') {
            let (k, v) = pair.split_once('=').expect("k=v");
            let v: f32 = v.parse().expect("number");
            match k {
                "use" => w.use_of_draws = v, "back" => w.comes_back = v, "far" => w.far_cell = v,
                "growth" => w.growth = v, "hor" => w.horizon = v,
                "free" => w.free.iter_mut().for_each(|f| *f *= v),
                _ => panic!("{k}"),
            }
        }
        return Box::new(OnePly::new(w));
    }
    match name { "greedy" => Box::<Greedy>::default(), "oneply" => Box::<OnePly>::default(), _ => Box::<Quick>::default() }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let decks: u64 = args[2].parse().expect("a number");
    let rules: LandRules = args.get(3).map_or("base,fields", |s| s).parse().expect("rules");
    let (mut wins, mut margin, mut moves, mut time) = (0.0, 0.0, 0u32, std::time::Duration::ZERO);
    let (mut mine, mut theirs) = (0.0, 0.0);
    for deck in 0..decks {
        for swap in [false, true] {
            let mut dealer = Dealer::seeded(Seed::from_number(deck), "duel");
            let mut game = AnyGame::new(&Setup::new(Rules::Land(rules), 2)).expect("setup");
            let mut bots = [bot(&args[0]), bot(&args[1])];
            if swap { bots.swap(0, 1); }
            loop {
                let action = match game.to_act() {
                    Actor::Nobody => break,
                    Actor::Chance => dealer.deal(&game).expect("a draw"),
                    Actor::Seat(seat) => {
                        let began = std::time::Instant::now();
                        let action = bots[seat.index()].choose(&game, Budget::Nodes(1));
                        if (seat.index() == 0) != swap { time += began.elapsed(); moves += 1; }
                        action
                    }
                };
                game.play(action, &mut ()).expect("legal");
            }
            let s = game.scores().0;
            let (a, b) = if swap { (s[1], s[0]) } else { (s[0], s[1]) };
            wins += if a > b { 1.0 } else if a == b { 0.5 } else { 0.0 };
            margin += f64::from(a - b); mine += f64::from(a); theirs += f64::from(b);
        }
    }
    let n = 2.0 * decks as f64;
    println!("{} v {}: {:.1} % of {n}, margin {:.1} ({:.1}:{:.1}), {:?} a decision", args[0], args[1], 100.0 * wins / n, margin / n, mine / n, theirs / n, time / moves.max(1));
}
