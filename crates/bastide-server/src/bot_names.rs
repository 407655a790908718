//! Display names of bots. Each level has one name per seat, so two bots at a table never share a
//! name. Records and the wire protocol contain levels only; names are added in the language of the
//! reader.

use bastide::{Colour, Seat};
use serde::Deserialize;
use utoipa::ToSchema;

/// Languages of the web client.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    /// English.
    #[default]
    En,
    /// Ukrainian.
    Uk,
    /// Russian.
    Ru,
}

impl Language {
    #[cfg(test)]
    pub(crate) const ALL: [Language; 3] = [Language::En, Language::Uk, Language::Ru];

    /// Returns the language code, as in `?lang=`.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Uk => "uk",
            Language::Ru => "ru",
        }
    }
}

/// Names of a level, and of its bots by seat, in the order of [`Language`].
struct Level {
    code: &'static str,
    shown: [&'static str; 3],
    people: [[&'static str; 5]; 3],
}

const LEVELS: [Level; 8] = [
    Level {
        code: "beginner",
        shown: ["Beginner", "Початківець", "Новичок"],
        people: [
            ["Perrin", "Colette", "Jehan", "Lisette", "Marion"],
            ["Перрен", "Колетта", "Жеан", "Лізетта", "Маріон"],
            ["Перрен", "Колетта", "Жеан", "Лизетта", "Марион"],
        ],
    },
    Level {
        code: "easy",
        shown: ["Easy", "Легкий", "Лёгкий"],
        people: [
            ["Bertrand", "Amelie", "Gaston", "Jeanne", "Hugo"],
            ["Бертран", "Амелі", "Гастон", "Жанна", "Гуго"],
            ["Бертран", "Амели", "Гастон", "Жанна", "Гуго"],
        ],
    },
    Level {
        code: "normal",
        shown: ["Normal", "Звичайний", "Обычный"],
        people: [
            ["Raymond", "Clemence", "Thibault", "Odile", "Adele"],
            ["Раймон", "Клеманс", "Тібо", "Оділь", "Адель"],
            ["Раймон", "Клеманс", "Тибо", "Одиль", "Адель"],
        ],
    },
    Level {
        code: "hard",
        shown: ["Hard", "Сильний", "Сильный"],
        people: [
            ["Guilhem", "Beatrice", "Roland", "Isolde", "Aimery"],
            ["Гільєм", "Беатриса", "Роланд", "Ізольда", "Емері"],
            ["Гильем", "Беатриса", "Роланд", "Изольда", "Эмери"],
        ],
    },
    Level {
        code: "master",
        shown: ["Master", "Майстер", "Мастер"],
        people: [
            ["Anselm", "Eleanor", "Godfrey", "Heloise", "Matilda"],
            ["Ансельм", "Алієнора", "Готфрід", "Елоїза", "Матильда"],
            ["Ансельм", "Алиенора", "Готфрид", "Элоиза", "Матильда"],
        ],
    },
    Level {
        code: "builder",
        shown: ["Builder", "Будівничий", "Строитель"],
        people: [
            ["Villard", "Blanche", "Gautier", "Sabine", "Martin"],
            ["Віллар", "Бланш", "Готьє", "Сабіна", "Мартен"],
            ["Виллар", "Бланш", "Готье", "Сабина", "Мартен"],
        ],
    },
    Level {
        code: "farmer",
        shown: ["Farmer", "Хлібороб", "Хлебороб"],
        people: [
            ["Lambert", "Marguerite", "Fulk", "Agnes", "Cecile"],
            ["Ламбер", "Маргарита", "Фульк", "Агнеса", "Сесіль"],
            ["Ламбер", "Маргарита", "Фульк", "Агнесса", "Сесиль"],
        ],
    },
    Level {
        code: "robber",
        shown: ["Robber", "Розбійник", "Разбойник"],
        people: [
            ["Renard", "Jacotte", "Basile", "Corinne", "Mandrin"],
            ["Ренар", "Жакотта", "Базіль", "Корінна", "Мандрен"],
            ["Ренар", "Жакотта", "Базиль", "Коринна", "Мандрен"],
        ],
    },
];

/// Names of players by colour, in the orders of [`Language`] and [`Colour`].
const COLOURS: [[&str; Colour::ALL.len()]; 3] = [
    ["Red", "Blue", "Green", "Yellow", "Black", "White"],
    ["Червоний", "Синій", "Зелений", "Жовтий", "Чорний", "Білий"],
    ["Красный", "Синий", "Зелёный", "Жёлтый", "Чёрный", "Белый"],
];

/// Returns the name of the bot of `level` at `seat`, or `None` if the level is unknown.
pub(crate) fn bot_name(level: &str, seat: Seat, language: Language) -> Option<&'static str> {
    let known = LEVELS.iter().find(|known| known.code == level)?;
    known.people[language as usize].get(seat.index()).copied()
}

/// Returns all names of `level` and of its bot at `seat`, in all languages.
pub(crate) fn names_at(level: &str, seat: Option<Seat>) -> impl Iterator<Item = &'static str> {
    let known = LEVELS.iter().filter(move |known| known.code == level);
    known.flat_map(move |known| {
        let bots = known.people.iter().filter_map(move |names| names.get(seat?.index()));
        known.shown.iter().chain(bots).copied()
    })
}

/// Returns the display name of a player without a name.
pub(crate) fn colour_name(colour: Colour, language: Language) -> &'static str {
    COLOURS[language as usize][colour.index()]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bastide_bots::Kind;

    use super::*;

    #[test]
    fn no_two_bots_share_a_name() {
        for language in Language::ALL {
            let names = LEVELS.iter().flat_map(|level| level.people[language as usize]);
            let all: Vec<&str> = names.collect();
            let distinct: BTreeSet<&str> = all.iter().copied().collect();
            assert_eq!(distinct.len(), all.len(), "{}", language.code());
        }
    }

    /// Reads a message file of the web client in one language, with single spaces: a long text is
    /// on the line below its key.
    fn page_words(language: Language, file: &str) -> String {
        let root = env!("CARGO_MANIFEST_DIR");
        let code = language.code();
        let path = format!("{root}/../../web/src/lib/words/messages/{code}/{file}.ts");
        let text = std::fs::read_to_string(path).expect("the words of the page");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_are_those_of_the_page() {
        let known: Vec<&str> = LEVELS.iter().map(|level| level.code).collect();
        let levels: Vec<&str> = Kind::opponents().map(Kind::name).collect();
        assert_eq!(known, levels);
        for language in Language::ALL {
            let (names, common) = (page_words(language, "names"), page_words(language, "common"));
            for Level { code, shown, people } in LEVELS {
                let level = format!("'bot.{code}.name': '{}'", shown[language as usize]);
                let bots = people[language as usize].join(",");
                let bots = format!("'bot.{code}.people': '{bots}'");
                assert!(names.contains(&level), "{level} in {}", language.code());
                assert!(names.contains(&bots), "{bots} in {}", language.code());
            }
            for colour in Colour::ALL {
                let name = colour_name(colour, language);
                let line = format!("'colour.player.{colour}': '{name}'");
                assert!(common.contains(&line), "{line} in {}", language.code());
            }
        }
    }
}
