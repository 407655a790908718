//! Pictures of games for pages: postcards with the names of players, and backdrops.

use bastide::{AnyGame, Game, Seat};
use bastide_art::{Atlas, Card, Look, Theme};
use bastide_host::Record;
use bastide_protocol::{Language, engine_of};

use crate::bot_names::{bot_name, colour_name};

/// Draws a postcard of the current position of a game, as SVG.
pub fn postcard(record: &Record, theme: Theme, language: Language) -> String {
    let game = record.game();
    let atlas = Atlas::new(game.board().tiles());
    let look = Look { theme, seats: record.colours(), ..Look::default() };
    bastide_art::postcard(&game, &atlas, &look, &card(record, &game, language))
}

/// Draws what lies below the tiles of a game, as SVG: the wall of The Castle or the block of the
/// wheel. Empty in other games. For a page that has loaded the sprites.
pub fn backdrop(game: &AnyGame, theme: Theme) -> String {
    let inside = bastide_art::backdrop(game, theme);
    format!("<svg xmlns='http://www.w3.org/2000/svg' overflow='visible'>{inside}</svg>")
}

/// Returns the text on the card: only names, so that it is readable in any language.
fn card(record: &Record, game: &AnyGame, language: Language) -> Card {
    let colours = record.colours();
    let name = |seat: Seat| {
        let known = record.player(seat);
        let bot = known.and_then(|level| bot_name(level, seat, language));
        bot.or(known.and_then(engine_of))
            .or(known)
            .unwrap_or_else(|| colour_name(colours[seat], language))
            .to_owned()
    };
    let (title, subtitle) = match game.outcome() {
        Some(outcome) => {
            let winners: Vec<String> = outcome.winners.iter().map(name).collect();
            (winners.join(" & "), "Bastide")
        }
        None => ("Bastide".to_owned(), ""),
    };
    let names = Seat::all(game.seats()).map(name).collect();
    Card { title, subtitle: subtitle.to_owned(), names }
}

#[cfg(test)]
mod tests {
    use bastide::{Rules, Setup};
    use bastide_host::Recorder;

    use super::*;

    #[test]
    fn cards_name_bots_and_colours_in_the_language_asked_for() {
        let rules = Rules::Land("base,fields".parse().expect("known expansions"));
        let recorder = Recorder::new(Setup::new(rules, 3)).expect("a sound set-up");
        let mut record = recorder.into_record();
        for (seat, name) in [(1, "normal"), (2, "Anna")] {
            let seat = Seat::new(seat).expect("a seat");
            record.set_extra(&Record::player_key(seat), name).expect("a key of the format");
        }
        let names = |language| card(&record, &record.game(), language).names;
        assert_eq!(names(Language::En), ["Red", "Clemence", "Anna"]);
        assert_eq!(names(Language::Uk), ["Червоний", "Клеманс", "Anna"]);
        assert_eq!(names(Language::Ru), ["Красный", "Клеманс", "Anna"]);
        record.set_extra(Record::COLOURS, "white,black").expect("a key of the format");
        let white = |language| card(&record, &record.game(), language).names[0].clone();
        assert_eq!(Language::ALL.map(white), ["White", "Білий", "Белый"]);
    }
}
