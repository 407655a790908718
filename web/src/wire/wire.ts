// Made from crates/bastide-protocol by its test `typescript`. Do not edit.

/**
 * The version both sides name first.
 */
export const PROTOCOL = 1;

/**
 * What can be played.
 */
export const GAMES: readonly GameKind[] = [
  {
    "game": "land",
    "base": "base",
    "fewest_seats": 2,
    "most_seats": 5,
    "options": [
      {
        "name": "fields",
        "is_required": false,
        "needs": []
      },
      {
        "name": "river",
        "is_required": false,
        "needs": []
      },
      {
        "name": "abbot",
        "is_required": false,
        "needs": []
      },
      {
        "name": "bridges",
        "is_required": false,
        "needs": []
      },
      {
        "name": "castles",
        "is_required": false,
        "needs": []
      },
      {
        "name": "barns",
        "is_required": false,
        "needs": [
          "fields"
        ]
      }
    ]
  },
  {
    "game": "land",
    "base": "wheel",
    "fewest_seats": 2,
    "most_seats": 5,
    "options": [
      {
        "name": "fields",
        "is_required": true,
        "needs": []
      },
      {
        "name": "abbot",
        "is_required": false,
        "needs": []
      },
      {
        "name": "bridges",
        "is_required": false,
        "needs": []
      },
      {
        "name": "castles",
        "is_required": false,
        "needs": []
      },
      {
        "name": "barns",
        "is_required": false,
        "needs": []
      }
    ]
  },
  {
    "game": "stronghold",
    "base": null,
    "fewest_seats": 2,
    "most_seats": 2,
    "options": []
  }
];

/**
 * The bots to play against: levels, easiest first, then personalities.
 */
export const BOTS: readonly string[] = ["beginner","easy","normal","hard","master","builder","farmer","robber"];

/**
 * One way to play a turn.
 */
export type AdviceView = { 
/**
 * The actions, as in records.
 */
actions: Array<string>, 
/**
 * What the bot expects of it, in points more than the next best seat.
 */
value: number, 
/**
 * What speaks for it, as data: see `reason` in the client's words.
 */
reasons: Array<ReasonView>, };

/**
 * Level of assistance by the client. Fixed when the table is created and stored in the record.
 */
export type Aid = "none" | "standard" | "coach";

/**
 * An answer.
 */
export type Answer = { "kind": "preview", 
/**
 * The actions asked about.
 */
actions: Array<string>, 
/**
 * What would happen.
 */
events: Array<GameEvent>, 
/**
 * The game then; `laid` holds only the tiles laid by the actions.
 */
game: GameView, 
/**
 * What could be done next by the same seat; nothing once the turn is
 * over or chance has its say.
 */
offers: Offers | null, } | { "kind": "previews", 
/**
 * One for each turn asked about, in order.
 */
previews: Array<PreviewView>, } | { "kind": "feature", 
/**
 * The feature.
 */
feature: FeatureView | null, } | { "kind": "features", 
/**
 * Each once.
 */
features: Array<FeatureView>, } | { "kind": "fields", 
/**
 * The fields.
 */
fields: Array<FieldView>, } | { "kind": "dead_cells", 
/**
 * The cells.
 */
cells: Array<Xy>, } | { "kind": "standing", 
/**
 * By seat.
 */
seats: Array<StandingView>, } | { "kind": "hint", 
/**
 * The best turns, best first.
 */
advice: Array<AdviceView>, };

/**
 * An absence that the server has recorded.
 */
export type AwayView = { 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, 
/**
 * From when on a bot may be proposed, in milliseconds since 1970.
 */
bot_from: number, };

/**
 * Everything that chance draws in a game, in the order of
 * `docs/fair-play.md`.
 */
export type BagView = { 
/**
 * The piles of tiles, drawn from one after the other; in each its kinds
 * in order.
 */
piles: Array<Array<KindCount>>, 
/**
 * The wall tokens, kinds in order; empty without a wall.
 */
tokens: Array<KindCount>, };

/**
 * A bot to play against.
 */
export type BotLine = { 
/**
 * What to put as its level.
 */
level: string, 
/**
 * Whether it is a level or has a character.
 */
sort: BotSort, };

/**
 * All bots there are to play against.
 */
export type BotList = { 
/**
 * The bots: levels, easiest first, then personalities.
 */
bots: Array<BotLine>, };

/**
 * What sort of bot it is.
 */
export type BotSort = "level" | "personality";

/**
 * A castle or a barn.
 */
export type BuildingView = { 
/**
 * Its number.
 */
number: number, 
/**
 * Who is in it.
 */
seat: number | null, 
/**
 * The point it stands on.
 */
at: Place, };

/**
 * The hash chain of a table as it is published.
 */
export type Chain = { 
/**
 * The table.
 */
table: string, 
/**
 * The head after the last fact.
 */
head: string, 
/**
 * The digests of all facts, the first first.
 */
digests: Array<string>, 
/**
 * The facts themselves, once the game is over.
 */
facts: Array<ChainFact> | null, };

/**
 * A fact as it is published.
 */
export type ChainFact = { 
/**
 * Its number.
 */
seq: number, 
/**
 * The version of its form.
 */
schema: number, 
/**
 * The version of the rules.
 */
rules: number, 
/**
 * When it was saved, in milliseconds since 1970.
 */
at: number, 
/**
 * Its JSON, exactly as it was hashed.
 */
fact: string, };

/**
 * What a client says. One frame is one message, as JSON text of at most
 * 4 KiB.
 */
export type ClientMsg = { "type": "hello", 
/**
 * The version spoken.
 */
protocol: number, 
/**
 * Which table.
 */
table: string, 
/**
 * The secret of one's seats; without, one watches.
 */
token?: string | null, 
/**
 * The name a watcher chats under.
 */
name?: string | null, 
/**
 * A secret of a client without a seat, by which the ids of its
 * commands are told from those of others, also after a reconnect.
 */
client?: string | null, 
/**
 * The number of the last event this client has seen.
 */
seen?: number | null, } | { "type": "do", 
/**
 * Chosen by the client, at most 40 characters. The same again gets
 * the same answer and changes nothing.
 */
id: string, 
/**
 * What.
 */
command: Command, } | { "type": "ask", 
/**
 * Chosen by the client; comes back with the answer.
 */
id: number, 
/**
 * What.
 */
question: Question, };

/**
 * Time control.
 */
export type ClockPlan = { "kind": "live", 
/**
 * Initial seconds for each player, 10 to 86,400.
 */
seconds: number, 
/**
 * Seconds added after each turn, at most 600.
 */
increment: number, } | { "kind": "days", 
/**
 * Number of days.
 */
days: number, };

/**
 * The clocks now.
 */
export type ClockView = { 
/**
 * The agreement.
 */
plan: ClockPlan, 
/**
 * Milliseconds left for each seat, at the time of `at`.
 */
left: number[], 
/**
 * Whose clock runs.
 */
running: number | null, 
/**
 * The server's time when this was true, in milliseconds since 1970.
 */
at: number, };

/**
 * The colour of a player's figures.
 */
export type Colour = "red" | "blue" | "green" | "yellow" | "black" | "white";

/**
 * What can be done at a table. Needs a seat, except to talk.
 */
export type Command = { "kind": "play", 
/**
 * For which of one's seats.
 */
seat: number, 
/**
 * The number of the game this answers.
 */
revision: number, 
/**
 * The actions, as in records.
 */
actions: Array<string>, } | { "kind": "say", 
/**
 * What; at most 300 characters.
 */
text: string, } | { "kind": "propose", 
/**
 * For which of one's seats.
 */
seat: number, 
/**
 * What.
 */
what: Proposal, } | { "kind": "reply", 
/**
 * For which of one's seats.
 */
seat: number, 
/**
 * Whether one agrees.
 */
agree: boolean, } | { "kind": "resign", 
/**
 * For which of one's seats.
 */
seat: number, } | { "kind": "leave", 
/**
 * For which of one's seats.
 */
seat: number, } | { "kind": "rename", 
/**
 * Which of one's seats.
 */
seat: number, 
/**
 * The new name.
 */
name: string, } | { "kind": "set_bot", 
/**
 * Which seat.
 */
seat: number, 
/**
 * The level; none frees the seat.
 */
level: string | null, } | { "kind": "come_back", 
/**
 * Which seat.
 */
seat: number, } | { "kind": "commit_salt", 
/**
 * For which of one's seats.
 */
seat: number, 
/**
 * The commitment: 64 hexadecimal digits (`docs/fair-play.md`).
 */
commitment: string, } | { "kind": "reveal_salt", 
/**
 * For which of one's seats.
 */
seat: number, 
/**
 * The salt: 64 hexadecimal digits.
 */
salt: string, } | { "kind": "moderate", 
/**
 * What to do.
 */
what: Moderate, };

/**
 * A corner tower of the wall.
 */
export type CornerView = { 
/**
 * The point it stands on.
 */
at: Place, 
/**
 * Whether a token still lies there.
 */
has_token: boolean, };

/**
 * Source of the draws.
 */
export type DealPlan = { "kind": "secret" } | { "kind": "seed", 
/**
 * 64 hexadecimal digits, or any other text, which is hashed.
 */
seed: string, } | { "kind": "deck", 
/**
 * Names of the tiles.
 */
tiles: Array<string>, };

/**
 * How far the commitments to the draws are.
 */
export type DealStage = "open" | "gathering" | "revealing" | "dealt";

/**
 * The commitments to the draws.
 */
export type DealView = { 
/**
 * How far they are.
 */
stage: DealStage, 
/**
 * Whether clients can contribute salts at this table.
 */
takes_salts: boolean, 
/**
 * Who contributes, in seat order.
 */
salts: Array<SaltView>, 
/**
 * When the awaited salts or commitments are due, in milliseconds since
 * 1970. A client that has not revealed its salt by then loses its seat.
 */
until: number | null, };

/**
 * Something that changes a table, asked for without a socket.
 */
export type Deed = { 
/**
 * Chosen by the client, at most 40 characters. The same again gets the
 * same answer and changes nothing.
 */
id: string, 
/**
 * What.
 */
command: Command, };

/**
 * A saved change.
 */
export type Done = { 
/**
 * The number of the event that was the last of it.
 */
seq: number, 
/**
 * The game's number then.
 */
revision: number, 
/**
 * The server's signature for the log up to this event.
 */
receipt?: Receipt, };

/**
 * How a game ended.
 */
export type Ending = "played" | "resigned" | "timed_out" | "given_up" | "closed";

/**
 * A feature and all there is to say about it.
 */
export type FeatureView = { 
/**
 * What it is: `city`, `road`, `field`, `monastery`, `garden` and so on.
 */
feature: string, 
/**
 * One of its segments.
 */
site: string, 
/**
 * Its outline, as the data of an SVG path.
 */
outline: string, 
/**
 * On how many tiles it lies.
 */
tiles: number, 
/**
 * Whether it is complete.
 */
is_complete: boolean, 
/**
 * Whether it is never complete: it waits for the end of the game, or is
 * not scored at all.
 */
is_endless: boolean, 
/**
 * What those who claim it are called: `knight`, `farmer` and so on.
 */
role: string, 
/**
 * What it is worth as it stands, term by term.
 */
now: Array<TermView>, 
/**
 * The sum.
 */
points_now: number, 
/**
 * What it would be worth if it were finished with as few tiles as
 * possible; none if it cannot be, or need not.
 */
points_finished: number | null, 
/**
 * How many figures each seat has there.
 */
figures: Array<number>, 
/**
 * Who has the majority.
 */
leaders: Array<number>, 
/**
 * The open cells it needs.
 */
open: Array<OpenCell>, };

/**
 * A field and who owns it.
 */
export type FieldView = { 
/**
 * One of its segments.
 */
site: string, 
/**
 * Its outline, as the data of an SVG path.
 */
outline: string, 
/**
 * A point in it, for a label.
 */
at: Place, 
/**
 * Who has the majority.
 */
leaders: Array<number>, 
/**
 * How many farmers each seat has there.
 */
figures: Array<number>, 
/**
 * How many complete cities it has.
 */
cities: number, 
/**
 * What it is worth as it stands.
 */
points: number, };

/**
 * A figure on the board.
 */
export type FigureView = { 
/**
 * Whose.
 */
seat: number, 
/**
 * `meeple` or `abbot`.
 */
figure: string, 
/**
 * What it is there: `knight`, `farmer`, `monk` and so on.
 */
role: string, 
/**
 * How it is drawn: the symbol of the sprite of pieces.
 */
pose: string, 
/**
 * Where, as in records.
 */
spot: string, 
/**
 * The point it stands on.
 */
at: Place, 
/**
 * How large it is drawn there; 1 as a rule.
 */
scale: number, };

/**
 * Choice of the first player.
 */
export type FirstSeat = { "kind": "random" } | { "kind": "seat", 
/**
 * Index of the seat, starting at 0.
 */
seat: number, };

/**
 * A push subscription to be forgotten.
 */
export type ForgetPush = { 
/**
 * The URL at the browser's push service.
 */
endpoint: string, };

/**
 * Something that happened in a game, ready to be shown and told.
 */
export type GameEvent = { "kind": "tile_drawn", 
/**
 * For whom.
 */
seat: number, 
/**
 * Its kind.
 */
tile: string, } | { "kind": "tile_discarded", 
/**
 * Its kind.
 */
tile: string, } | { "kind": "tile_placed", 
/**
 * By whom.
 */
seat: number, 
/**
 * The tile.
 */
laid: LaidView, } | { "kind": "figure_placed", 
/**
 * The figure.
 */
figure: FigureView, } | { "kind": "figure_returned", 
/**
 * The figure, where it stood.
 */
figure: FigureView, } | { "kind": "figure_moved", 
/**
 * The figure, where it stands now.
 */
figure: FigureView, 
/**
 * Where it stood.
 */
from: Place, } | { "kind": "castle_built", 
/**
 * By whom.
 */
seat: number, 
/**
 * Where.
 */
at: Place, } | { "kind": "barn_built", 
/**
 * By whom.
 */
seat: number, 
/**
 * Where.
 */
at: Place, } | { "kind": "pig_moved", 
/**
 * The sector it stopped on.
 */
sector: string, 
/**
 * The point it stands on.
 */
at: Place, } | { "kind": "scored", 
/**
 * What.
 */
feature: string, 
/**
 * One of its segments.
 */
site: string, 
/**
 * A point on it.
 */
at: Place, 
/**
 * Why: `completed`, `game-end` and so on.
 */
reason: string, 
/**
 * What it is worth, term by term.
 */
tally: Array<TermView>, 
/**
 * The sum.
 */
points: number, 
/**
 * How many figures each seat had there.
 */
figures: Array<number>, 
/**
 * Who got the points, each in full.
 */
winners: Array<number>, } | { "kind": "awarded", 
/**
 * Who got them.
 */
seat: number, 
/**
 * Why: `lady`, `crown`, `keep` and so on.
 */
reason: string, 
/**
 * Term by term.
 */
tally: Array<TermView>, 
/**
 * The sum.
 */
points: number, } | { "kind": "token_taken", 
/**
 * By whom.
 */
seat: number, 
/**
 * The number of the tower.
 */
corner: number, 
/**
 * The point it lay on.
 */
at: Place, } | { "kind": "token_revealed", 
/**
 * Whose it is.
 */
seat: number, 
/**
 * Its kind.
 */
token: number, } | { "kind": "token_used", 
/**
 * By whom.
 */
seat: number, 
/**
 * Its kind.
 */
token: number, 
/**
 * One of the segments of what it was used on.
 */
site: string | null, } | { "kind": "keep_moved", 
/**
 * Whose.
 */
seat: number, 
/**
 * Where.
 */
at: Place, 
/**
 * How many tiles the house has.
 */
size: number, } | { "kind": "turn_began", 
/**
 * Whose turn it is.
 */
seat: number, } | { "kind": "game_ended", 
/**
 * Who has the most points.
 */
winners: Array<number>, };

/**
 * A game that can be set up.
 */
export type GameKind = { 
/**
 * Its family: `land` or `stronghold`.
 */
game: string, 
/**
 * The word its rules begin with; none within a wall.
 */
base: string | null, 
/**
 * How few can play.
 */
fewest_seats: number, 
/**
 * How many can play.
 */
most_seats: number, 
/**
 * What can be added.
 */
options: Array<OptionKind>, };

/**
 * A game at one moment.
 */
export type GameView = { 
/**
 * `land` or `stronghold`.
 */
family: string, 
/**
 * The mix: `base,fields`. Empty within a wall.
 */
rules: string, 
/**
 * The sprite that has its tiles: `base`, `base,river`, `wheel,bridges`,
 * `stronghold` and so on.
 */
set: string, 
/**
 * Whose turn it is.
 */
turn: number, 
/**
 * Who is to act; not always the one whose turn it is. Nobody once the
 * game is over.
 */
to_act: number | null, 
/**
 * What that seat is asked.
 */
asked: Prompt | null, 
/**
 * How many turns have ended.
 */
turns: number, 
/**
 * How many actions were taken, chance included.
 */
actions: number, 
/**
 * The tile drawn and not yet laid.
 */
drawn: string | null, 
/**
 * Points by seat.
 */
scores: Array<number>, 
/**
 * What each seat has in supply.
 */
hands: Array<HandView>, 
/**
 * How many tiles are left to draw.
 */
tiles_left: number, 
/**
 * The tiles left by kind, as anybody could count them. Empty if the
 * table wants no aids.
 */
bag: Array<TileCount>, 
/**
 * The tiles on the board, in the order they came. What lies there before
 * the first of them, the block of a wheel or the areas along a wall, is
 * part of the backdrop and not in here.
 */
laid: Array<LaidView>, 
/**
 * The figures on the board.
 */
figures: Array<FigureView>, 
/**
 * What only the options of the land have.
 */
land: LandView | null, 
/**
 * What only the game within a wall has.
 */
stronghold: StrongholdView | null, };

/**
 * Starting position taken from another game.
 */
export type GoOn = { 
/**
 * A record, as text. Its rules and seats apply to the new table.
 */
record: string, 
/**
 * Number of its actions to play first, including draws and reveals.
 */
actions: number, };

/**
 * What a seat has in supply.
 */
export type HandView = { 
/**
 * Meeples.
 */
meeples: number, 
/**
 * Abbots.
 */
abbots: number, };

/**
 * A link that moves seats to another device, once.
 */
export type Handover = { 
/**
 * The link.
 */
url: string, 
/**
 * The secret in it, to be exchanged for a token.
 */
code: string, 
/**
 * Until when, in milliseconds since 1970.
 */
expires: number, };

/**
 * What happened.
 */
export type Happening = { "kind": "made" } | { "kind": "sat", 
/**
 * Which.
 */
seats: Array<number>, 
/**
 * Under which name.
 */
name: string, } | { "kind": "left", 
/**
 * Which seat.
 */
seat: number, 
/**
 * Who.
 */
name: string, } | { "kind": "renamed", 
/**
 * Which seat.
 */
seat: number, 
/**
 * The new name.
 */
name: string, } | { "kind": "bot_set", 
/**
 * Which seat.
 */
seat: number, 
/**
 * Its level; none if the seat is free now.
 */
level: string | null, } | { "kind": "noted" } | { "kind": "sealed", 
/**
 * The commitment.
 */
commitment: string, } | { "kind": "reseeded", 
/**
 * The commitment to it, if the game has begun.
 */
commitment: string | null, } | { "kind": "deal_discarded", 
/**
 * The seats that did not reveal their salt in time and are free now.
 */
seats: Array<number>, } | { "kind": "began", 
/**
 * Who begins.
 */
first: number, 
/**
 * The first draw.
 */
events: Array<GameEvent>, } | { "kind": "moved", 
/**
 * Who.
 */
seat: number, 
/**
 * Its actions and then those of chance, as in records.
 */
actions: Array<string>, 
/**
 * What came of it.
 */
events: Array<GameEvent>, 
/**
 * The game's number afterwards.
 */
revision: number, 
/**
 * The bot that chose the actions, if it was a weaker one than the
 * seat's level because the server was busy.
 */
weaker?: string, } | { "kind": "took_back", 
/**
 * Who had asked.
 */
seat: number, 
/**
 * How many actions are left, chance included.
 */
actions: number, 
/**
 * The game's number afterwards.
 */
revision: number, } | { "kind": "proposed", 
/**
 * By whom.
 */
seat: number, 
/**
 * What.
 */
what: Proposal, } | { "kind": "agreed", 
/**
 * Who.
 */
seat: number, } | { "kind": "declined", 
/**
 * Who.
 */
seat: number, } | { "kind": "said", 
/**
 * From which seat; none for a watcher.
 */
seat: number | null, 
/**
 * Who.
 */
name: string, 
/**
 * What.
 */
text: string, 
/**
 * The id of the watcher at this table, to mute or report them by.
 * None for a seat, and for lines of before there were ids.
 */
watcher: string | null, } | { "kind": "bot_took_over", 
/**
 * At which seat.
 */
seat: number, 
/**
 * Its level.
 */
level: string, } | { "kind": "came_back", 
/**
 * At which seat.
 */
seat: number, } | { "kind": "resigned", 
/**
 * Who.
 */
seat: number, } | { "kind": "timed_out", 
/**
 * Whose.
 */
seat: number, } | { "kind": "moved_seat", 
/**
 * Which seats.
 */
seats: Array<number>, } | { "kind": "moderated", 
/**
 * What changed.
 */
what: Moderated, } | { "kind": "person_erased" } | { "kind": "closed", 
/**
 * Why, in the operator's words.
 */
reason: string, } | { "kind": "rematch_made", 
/**
 * Its name in links.
 */
table: string, } | { "kind": "over", 
/**
 * How it ended.
 */
ending: Ending, 
/**
 * Final points by seat.
 */
scores: Array<number>, 
/**
 * Who won.
 */
winners: Array<number>, 
/**
 * The secret all draws came from.
 */
seed: string | null, };

/**
 * A keep.
 */
export type KeepView = { 
/**
 * The point it stands on.
 */
at: Place, 
/**
 * How many tiles its house has.
 */
size: number, };

/**
 * A kind of tile or token and how many of it there are.
 */
export type KindCount = { 
/**
 * The name, as in a record behind `D` or `T`.
 */
name: string, 
/**
 * How many.
 */
count: number, };

/**
 * A tile on the board.
 */
export type LaidView = { 
/**
 * The name of its kind.
 */
tile: string, 
/**
 * Where.
 */
cell: Xy, 
/**
 * How often it is turned clockwise by a quarter.
 */
rotation: number, 
/**
 * The symbol of the sprite: kind and the turn that looks the same.
 */
symbol: string, 
/**
 * The bridge on it: `h` runs from west to east, `v` from north to south.
 */
bridge: string | null, };

/**
 * What only the options of the land have.
 */
export type LandView = { 
/**
 * What is left for everybody to build.
 */
supply: SupplyView, 
/**
 * Castles built, with the point they stand on.
 */
castles: Array<BuildingView>, 
/**
 * Barns built.
 */
barns: Array<BuildingView>, 
/**
 * The sector of the wheel the pig is on, with its point.
 */
pig: PigView | null, };

/**
 * A marker on the track.
 */
export type MarkerView = { 
/**
 * The space, from 0.
 */
space: number, 
/**
 * The point it stands on.
 */
at: Place, };

/**
 * What the maker of a table can do about people there.
 */
export type Moderate = { "kind": "kick", 
/**
 * Which seat.
 */
seat: number, } | { "kind": "readmit", 
/**
 * Their id in `moderation.removed`.
 */
id: string, } | { "kind": "mute", 
/**
 * Who.
 */
whom: Whom, 
/**
 * Whether they may not chat from now on.
 */
is_muted: boolean, } | { "kind": "watcher_chat", 
/**
 * Whether watchers may chat from now on.
 */
is_open: boolean, };

/**
 * What the maker of a table changed.
 */
export type Moderated = { "kind": "kicked", 
/**
 * Which seat.
 */
seat: number, 
/**
 * Who.
 */
name: string, } | { "kind": "readmitted", 
/**
 * Who.
 */
name: string, } | { "kind": "muted", 
/**
 * Who.
 */
whom: Whom, 
/**
 * Their name.
 */
name: string, 
/**
 * Whether they may not chat from now on.
 */
is_muted: boolean, } | { "kind": "watcher_chat", 
/**
 * Whether watchers may chat from now on.
 */
is_open: boolean, };

/**
 * What is restricted at a table.
 */
export type ModerationView = { 
/**
 * Whether watchers may chat.
 */
is_watcher_chat_open: boolean, 
/**
 * Seats whose people may not chat.
 */
muted_seats: Array<number>, 
/**
 * Watchers who may not chat.
 */
muted_watchers: Array<PersonRef>, 
/**
 * Removed persons who may not sit again; shown to the maker only.
 */
removed: Array<PersonRef>, 
/**
 * Why the operator of the server closed the table, if they did.
 */
closed: string | null, };

/**
 * A moment of a record.
 */
export type Moment = { 
/**
 * A record, as text or as JSON.
 */
record: string, 
/**
 * After so many actions of it, chance included; without, its end.
 */
actions?: number | null, };

/**
 * A push subscription of a browser, as `PushSubscription.toJSON()` gives it.
 */
export type NewPush = { 
/**
 * The URL at the browser's push service.
 */
endpoint: string, 
/**
 * The public key of the browser: an uncompressed point of P-256 in
 * base64url without padding.
 */
p256dh: string, 
/**
 * The authentication secret of the browser: 16 bytes in base64url without
 * padding.
 */
auth: string, 
/**
 * The language of notifications.
 */
language: PushLanguage, };

/**
 * A report to the operator of the server.
 */
export type NewReport = { 
/**
 * Whom it is about.
 */
whom: Whom, 
/**
 * The number of the event in which they said something, if it is about
 * that.
 */
seq?: number | null, 
/**
 * What is wrong; at most 300 characters.
 */
reason: string, };

/**
 * Request to take a free seat.
 */
export type NewSeat = { 
/**
 * Index of the seat; any free seat if missing.
 */
seat?: number | null, 
/**
 * Display name.
 */
name: string, 
/**
 * Text that is mixed into the seed of the draws, at most 64 characters.
 */
salt?: string | null, 
/**
 * Commitment to a salt, to be revealed once all seats are taken: 64 hexadecimal digits
 * (`docs/fair-play.md`). Ignored if the draws are known.
 */
salt_commitment?: string | null, };

/**
 * Request to create a table.
 */
export type NewTable = { 
/**
 * `land` or `stronghold`.
 */
game: string, 
/**
 * Rules of the land game as in records, for example `base,fields,river`. Empty for Stronghold.
 */
rules?: string, 
/**
 * One entry for each player, in order of play.
 */
seats: Array<SeatPlan>, 
/**
 * Visibility of the table.
 */
visibility?: Visibility, 
/**
 * Time control; unlimited if missing.
 */
clock?: ClockPlan | null, 
/**
 * Level of assistance.
 */
aid?: Aid, 
/**
 * Limit on undoing moves.
 */
undo?: UndoPolicy, 
/**
 * Choice of the first player.
 */
first?: FirstSeat, 
/**
 * Source of the draws.
 */
deal?: DealPlan, 
/**
 * Starting position taken from another game; the following draws are new.
 */
go_on?: GoOn | null, 
/**
 * Commitment to a salt of the owner, to be revealed once all seats are taken: 64 hexadecimal
 * digits (`docs/fair-play.md`). Ignored if the draws are known.
 */
salt_commitment?: string | null, 
/**
 * Level of the bots that replace players who are away, resign or run out of time.
 */
stand_in?: string, 
/**
 * Distinct colours of the seats, in seat order. Seats without an entry take the remaining
 * colours in this order: red, blue, green, yellow, black, white.
 */
colours?: Array<Colour>, };

/**
 * One thing that can be done.
 */
export type Offer = { 
/**
 * As in records; what a client sends.
 */
action: string, 
/**
 * What it means.
 */
what: OfferKind, };

/**
 * What an action means, with what is needed to draw and to tell it.
 */
export type OfferKind = { "kind": "place", 
/**
 * Where.
 */
cell: Xy, 
/**
 * How often it is turned clockwise by a quarter.
 */
rotation: number, 
/**
 * The symbol of the sprite.
 */
symbol: string, 
/**
 * The bridge this needs.
 */
bridge: string | null, } | { "kind": "deploy", 
/**
 * `meeple` or `abbot`.
 */
figure: string, 
/**
 * What it will be.
 */
role: string, 
/**
 * Its symbol.
 */
pose: string, 
/**
 * Where it will stand.
 */
at: Place, 
/**
 * How large it is drawn.
 */
scale: number, 
/**
 * What it will stand on: `city`, `road`, `field`, `crown` and so on.
 */
feature: string, 
/**
 * The sector of the wheel, for a crown space.
 */
sector: string | null, 
/**
 * One of its segments, for asking about it.
 */
site: string | null, 
/**
 * What the feature is worth as it stands, inside a wall as if it
 * were complete; not told without aids.
 */
points: number | null, 
/**
 * Whether it is complete, so that the figure comes home at once.
 */
is_complete: boolean, } | { "kind": "recall", 
/**
 * Whose.
 */
seat: number, 
/**
 * What it is.
 */
role: string, 
/**
 * The spot, as in records.
 */
spot: string, 
/**
 * Where it stands.
 */
at: Place, 
/**
 * The points that brings; not told without aids, and none if the
 * plague takes it.
 */
points: number | null, } | { "kind": "build_castle", 
/**
 * Where.
 */
at: Place, } | { "kind": "build_barn", 
/**
 * Where.
 */
at: Place, 
/**
 * The farmer that moves in: its spot.
 */
farmer: string, 
/**
 * Where that farmer is now.
 */
from: Place, } | { "kind": "settle", 
/**
 * What it is.
 */
feature: string, 
/**
 * One of its segments.
 */
site: string, 
/**
 * A point on it.
 */
at: Place, 
/**
 * Who gets its points.
 */
leaders: Array<number>, 
/**
 * What it is worth; not told without aids.
 */
points: number | null, } | { "kind": "use_token", 
/**
 * Its kind, 1 to 9.
 */
token: number, 
/**
 * One of the segments of what it is used on.
 */
site: string | null, 
/**
 * A point there.
 */
at: Place | null, 
/**
 * What it is used on: `tower` or `house`.
 */
feature: string | null, 
/**
 * The points that brings; not told without aids.
 */
points: number | null, } | { "kind": "pass" };

/**
 * What a seat can do now.
 */
export type Offers = { 
/**
 * Who is asked.
 */
seat: number, 
/**
 * What is asked.
 */
prompt: Prompt, 
/**
 * What can be answered.
 */
offers: Array<Offer>, };

/**
 * A cell that a feature needs.
 */
export type OpenCell = { 
/**
 * Where.
 */
cell: Xy, 
/**
 * How many of the tiles left fit there.
 */
fitting: number, 
/**
 * Of so many.
 */
of: number, };

/**
 * Something that can be added to a game.
 */
export type OptionKind = { 
/**
 * The word for it in the rules.
 */
name: string, 
/**
 * Whether the game is never played without it.
 */
is_required: boolean, 
/**
 * Other options, not required ones, that it cannot be without.
 */
needs: Array<string>, };

/**
 * What a viewer knows of a game before looking at its moments.
 */
export type Outline = { 
/**
 * After how many actions, chance included, there is something to stop at:
 * the start, the end of each turn, and a turn that goes on once its tile
 * lies.
 */
stops: Array<number>, 
/**
 * Whether it was played to its end.
 */
is_over: boolean, 
/**
 * Who played, as far as the record says.
 */
seats: Array<SeatView>, };

/**
 * A person without a seat.
 */
export type PersonRef = { 
/**
 * Their id at this table.
 */
id: string, 
/**
 * The name they used last.
 */
name: string, };

/**
 * What the table is doing.
 */
export type Phase = { "kind": "open" } | { "kind": "playing" } | { "kind": "over", 
/**
 * How it ended.
 */
ending: Ending, 
/**
 * Final points by seat.
 */
scores: Array<number>, 
/**
 * Who won.
 */
winners: Array<number>, };

/**
 * The pig on the wheel.
 */
export type PigView = { 
/**
 * The name of the sector.
 */
sector: string, 
/**
 * The point it stands on.
 */
at: Place, };

/**
 * A point on the board.
 */
export type Place = { 
/**
 * East.
 */
x: number, 
/**
 * South.
 */
y: number, };

/**
 * A position and how it came about.
 */
export type PositionView = { 
/**
 * The string that names it.
 */
position: string, 
/**
 * How it came about, as the text of a record.
 */
record: string, 
/**
 * What is there.
 */
scene: Scene, };

/**
 * What would be after some actions, without the whole game.
 */
export type PreviewView = { 
/**
 * The actions asked about.
 */
actions: Array<string>, 
/**
 * What would happen.
 */
events: Array<GameEvent>, 
/**
 * What could be done next by the same seat; nothing once the turn is
 * over or chance has its say.
 */
offers: Offers | null, };

/**
 * Why something was not done. The code is for programs and never changes its
 * meaning; the text is for people who read English.
 */
export type Problem = { 
/**
 * For programs.
 */
code: ProblemCode, 
/**
 * For people: what is wrong and what to do.
 */
message: string, };

/**
 * What can go wrong.
 */
export type ProblemCode = "message/malformed" | "message/too_large" | "message/protocol" | "message/too_many" | "table/not_found" | "table/bad_setup" | "table/too_many" | "table/closed" | "table/quarantined" | "table/full" | "table/wrong_phase" | "seat/taken" | "seat/too_many_sits" | "seat/not_yours" | "seat/bad_token" | "seat/bad_name" | "seat/removed" | "seat/name_taken" | "seat/not_away" | "action/stale_revision" | "action/not_your_turn" | "action/out_of_time" | "action/unreadable" | "action/illegal" | "proposal/none" | "proposal/pending" | "aid/not_allowed" | "chat/bad_text" | "deal/bad_salt" | "chat/muted" | "chat/closed" | "chat/no_such_watcher" | "push/off" | "push/bad_subscription" | "record/unreadable" | "record/not_verified" | "server/not_saved" | "server/low_space" | "server/restarting" | "server/too_slow" | "server/busy" | "server/banned" | "server/internal" | "server/not_found";

/**
 * What a seat is asked.
 */
export type Prompt = "lay_tile" | "after_tile" | "plague" | "scoring_order" | "use_token";

/**
 * Something all others have to agree to.
 */
export type Proposal = { "kind": "undo" } | { "kind": "bot", 
/**
 * At which seat.
 */
seat: number, 
/**
 * Its level, as the table has it (`TableView::stand_in`). Ignored in
 * commands.
 */
level?: string, } | { "kind": "rematch" };

/**
 * A question to all others at the table.
 */
export type ProposalView = { 
/**
 * What is proposed.
 */
what: Proposal, 
/**
 * Who proposed it.
 */
by: number, 
/**
 * Who has agreed so far.
 */
agreed: Array<number>, 
/**
 * Who has not answered.
 */
awaited: Array<number>, };

/**
 * The public half of the server's key for receipts.
 */
export type PublicKey = { 
/**
 * Its name in receipts.
 */
id: string, 
/**
 * Always `ed25519`.
 */
algorithm: string, 
/**
 * The key: 64 hexadecimal digits.
 */
public: string, };

/**
 * The push subscriptions of one's own at a table.
 */
export type PushCount = { 
/**
 * How many browsers get messages for the seats of this token.
 */
subscriptions: number, };

/**
 * Whether the server sends push messages, and the key that subscriptions are
 * made for.
 */
export type PushKey = { 
/**
 * The public key of the server (VAPID): an uncompressed point of P-256 in
 * base64url without padding. Null if the server sends no push messages.
 */
key: string | null, };

/**
 * The language of a notification.
 */
export type PushLanguage = "uk" | "ru" | "en";

/**
 * A question about the game as it stands.
 */
export type Question = { "kind": "preview", 
/**
 * As in records.
 */
actions: Array<string>, } | { "kind": "previews", 
/**
 * The actions of each turn.
 */
turns: Array<Array<string>>, } | { "kind": "feature", 
/**
 * One of its segments, as in records.
 */
site: string, } | { "kind": "at", 
/**
 * East.
 */
x: number, 
/**
 * South.
 */
y: number, } | { "kind": "tile", 
/**
 * Where it lies.
 */
cell: Xy, } | { "kind": "fields" } | { "kind": "dead_cells" } | { "kind": "standing" } | { "kind": "hint" };

/**
 * One thing that speaks for a turn.
 */
export type ReasonView = { 
/**
 * A word that stands for the sentence: `closes`, `calls_home`, `earns`,
 * `frees`, `starts`, `awaits`, `ennobles`, `builds_castle`, `joins`,
 * `grows`, `blocks`, `gives_up`, `takes_token`, `uses_token`,
 * `moves_keep` or `waits`.
 */
kind: string, 
/**
 * What it is about: `city`, `road` and so on.
 */
feature: string | null, 
/**
 * Whose.
 */
seat: number | null, 
/**
 * How many, or how many points.
 */
number: number | null, 
/**
 * Who gets points of it, if any are spoken of.
 */
seats: Array<number>, 
/**
 * Who had figures on what is joined.
 */
owners: Array<number>, 
/**
 * More about it: the figure that comes home, the sector that is awaited,
 * what points are earned with; `now`, `completed` or `final` for when
 * points count.
 */
detail: string | null, 
/**
 * Whether it speaks against the turn.
 */
is_against: boolean, };

/**
 * The server's signature for the log of a table up to some fact. Keep it: it
 * proves what was saved.
 */
export type Receipt = { 
/**
 * The table.
 */
table: string, 
/**
 * The number of the last fact it covers.
 */
seq: number, 
/**
 * When that fact was saved, in milliseconds since 1970.
 */
at: number, 
/**
 * The head of the chain after that fact: 64 hexadecimal digits.
 */
head: string, 
/**
 * The id of the key that signed it.
 */
key: string, 
/**
 * The Ed25519 signature: 128 hexadecimal digits.
 */
signature: string, };

/**
 * The code of a handover, to be exchanged for a token.
 */
export type Redeem = { 
/**
 * The secret of the link.
 */
code: string, };

/**
 * A report that was taken.
 */
export type ReportTaken = { 
/**
 * Its number, to refer to it.
 */
id: number, };

/**
 * A client's share in the draws.
 */
export type SaltView = { 
/**
 * The seat that contributes; of several seats of one client the lowest.
 */
seat: number, 
/**
 * The commitment to its salt; none while it is awaited.
 */
commitment: string | null, 
/**
 * Whether the salt has been revealed.
 */
is_revealed: boolean, };

/**
 * A game at some point of a record, for viewers.
 */
export type Scene = { 
/**
 * After so many actions, chance included.
 */
actions: number, 
/**
 * Of so many.
 */
of: number, 
/**
 * The game then.
 */
game: GameView, };

/**
 * Several moments of a game in a row.
 */
export type Scenes = { 
/**
 * The game after each action.
 */
scenes: Array<Scene>, 
/**
 * For each scene what led to it from the one before, nothing for the
 * start of a game.
 */
events: Array<Array<GameEvent>>, 
/**
 * The whole game they are of.
 */
outline: Outline, };

/**
 * Intended occupant of a seat of a new table.
 */
export type SeatPlan = { "kind": "me", 
/**
 * Display name at this seat.
 */
name: string, } | { "kind": "open" } | { "kind": "bot", 
/**
 * The name of a level or a personality.
 */
level: string, };

/**
 * A seat as everybody sees it.
 */
export type SeatView = { 
/**
 * The colour of its figures.
 */
colour: Colour, 
/**
 * Who sits there.
 */
who: Who, 
/**
 * Whether they resigned or ran out of time.
 */
is_out: boolean, 
/**
 * Whether its bot plays below its level at the moment, because the server
 * is busy: true from a move chosen by a weaker bot to the next move.
 */
is_weaker?: boolean, 
/**
 * The absence of its person, while the game is on.
 */
away: AwayView | null, };

/**
 * Response to creating a table or taking a seat. The token is sent only this once.
 */
export type Seated = { 
/**
 * Id of the table.
 */
table: string, 
/**
 * URL of the table.
 */
url: string, 
/**
 * Seats of this client; empty if it only created the table.
 */
seats: Array<number>, 
/**
 * Secret token of these seats. The server does not store it in plain text, so the client has
 * to.
 */
token: string, };

/**
 * What the server says.
 */
export type ServerMsg = { "type": "welcome", 
/**
 * The version spoken.
 */
protocol: number, 
/**
 * The version of the server, for people.
 */
server: string, 
/**
 * The server's time, in milliseconds since 1970.
 */
now: number, 
/**
 * The table.
 */
table: TableView, 
/**
 * What can be done, if a seat of this client's is to act.
 */
offers: Offers | null, 
/**
 * The number of the first event this client has not seen yet, if it
 * said what it has.
 */
unseen: number | null, } | { "type": "update", 
/**
 * What, in order; the first is the one after the last this client
 * got.
 */
events: Array<TableEvent>, 
/**
 * The table afterwards, without its events; `game.laid` holds only
 * the tiles from `laid_from` on.
 */
table: TableView, 
/**
 * How many of the tiles the client has already are still right.
 */
laid_from: number, 
/**
 * What can be done, if a seat of this client's is to act.
 */
offers: Offers | null, } | { "type": "presence", 
/**
 * For each seat, whether its person is here.
 */
here: Array<boolean>, 
/**
 * How many watch.
 */
watchers: number, } | { "type": "done", 
/**
 * The id of the `do`.
 */
id: string, 
/**
 * What came of it.
 */
done: Done, } | { "type": "refused", 
/**
 * The id of the `do`.
 */
id: string, 
/**
 * Why.
 */
problem: Problem, } | { "type": "answer", 
/**
 * The id of the `ask`.
 */
id: number, 
/**
 * The answer.
 */
answer: Answer, } | { "type": "no_answer", 
/**
 * The id of the `ask`.
 */
id: number, 
/**
 * Why.
 */
problem: Problem, } | { "type": "closing", 
/**
 * Why.
 */
problem: Problem, 
/**
 * When to try again, in milliseconds; never, if there is none.
 */
retry_after: number | null, };

/**
 * What a seat has and would have.
 */
export type StandingView = { 
/**
 * Points it has for good.
 */
banked: number, 
/**
 * Points it would have if the game ended now.
 */
ended_now: number, 
/**
 * Of those not banked, what others have figures in too.
 */
contested: number, };

/**
 * Several moments of a record.
 */
export type Stretch = { 
/**
 * A record, as text or as JSON.
 */
record: string, 
/**
 * The first: after so many actions, chance included.
 */
from: number, 
/**
 * The last; at most 63 later. What is beyond the end is left out.
 */
to: number, };

/**
 * What only the game within a wall has.
 */
export type StrongholdView = { 
/**
 * The markers on the track along the wall, by seat: space and point.
 */
markers: Array<MarkerView>, 
/**
 * The corner towers, and whether a token still lies there.
 */
corners: Array<CornerView>, 
/**
 * The tokens each seat has, face up.
 */
tokens: Array<Array<TokenView>>, 
/**
 * The keep of each seat.
 */
keeps: Array<KeepView | null>, 
/**
 * How many empty cells the largest gap has.
 */
largest_gap: number, 
/**
 * The walls where buildings close each other.
 */
walls: Array<WallView>, };

/**
 * Buildings in the common supply; none where the game has no such thing.
 */
export type SupplyView = { 
/**
 * Bridges.
 */
bridges: number | null, 
/**
 * Castles.
 */
castles: number | null, 
/**
 * Barns.
 */
barns: number | null, };

/**
 * Something that happened at a table.
 */
export type TableEvent = { 
/**
 * Its number, from 1 and without gaps.
 */
seq: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * What.
 */
what: Happening, };

/**
 * A table in a list.
 */
export type TableLine = { 
/**
 * Its name in links.
 */
id: string, 
/**
 * `land` or `stronghold`.
 */
game: string, 
/**
 * The mix.
 */
rules: string, 
/**
 * Who sits where: names of people and levels of bots; nobody if free.
 */
seats: Array<Who>, 
/**
 * The colours of the seats.
 */
colours: Array<Colour>, 
/**
 * The agreement about time.
 */
clock: ClockPlan | null, 
/**
 * What hints there are.
 */
aid: Aid, 
/**
 * Points so far, by seat.
 */
scores: Array<number>, 
/**
 * How many tiles are left.
 */
tiles_left: number, 
/**
 * When something last happened, in milliseconds since 1970.
 */
updated: number, };

/**
 * A page of a list of tables.
 */
export type TableList = { 
/**
 * The tables, the last changed first.
 */
tables: Array<TableLine>, };

/**
 * A table as one client sees it, whole.
 */
export type TableView = { 
/**
 * Its name in links.
 */
id: string, 
/**
 * The number of the last event this contains.
 */
seq: number, 
/**
 * The number a move has to answer: it changes with the game and not with
 * chat.
 */
revision: number, 
/**
 * What it is doing.
 */
phase: Phase, 
/**
 * The seats, in order of play.
 */
seats: Array<SeatView>, 
/**
 * Which of them this client plays.
 */
yours: Array<number>, 
/**
 * Whether this client made the table.
 */
is_owner: boolean, 
/**
 * How many watch.
 */
watchers: number, 
/**
 * The agreements.
 */
visibility: Visibility, 
/**
 * What hints there are.
 */
aid: Aid, 
/**
 * How far moves can be taken back.
 */
undo: UndoPolicy, 
/**
 * The level of bots that play on for people.
 */
stand_in: string, 
/**
 * Whether whoever made the table chose the tiles.
 */
is_deal_known: boolean, 
/**
 * The promise made before the first draw; none while clients may still
 * commit to salts.
 */
commitment: string | null, 
/**
 * The commitments to the draws.
 */
deal: DealView, 
/**
 * The clocks, if there are any.
 */
clock: ClockView | null, 
/**
 * What all others are asked.
 */
proposal: ProposalView | null, 
/**
 * The table of the rematch.
 */
rematch: string | null, 
/**
 * What the maker and the operator have restricted.
 */
moderation: ModerationView, 
/**
 * The game; while seats are free, as it will begin.
 */
game: GameView, 
/**
 * What happened at the table, the last 500 events at most.
 */
events: Array<TableEvent>, };

/**
 * One term of a sum: 5 tiles at 2 points each.
 */
export type TermView = { 
/**
 * What was counted: `tile`, `shield`, `city` and so on.
 */
item: string, 
/**
 * How many.
 */
count: number, 
/**
 * Points for each.
 */
each: number, };

/**
 * Tiles of one kind.
 */
export type TileCount = { 
/**
 * The name of the kind.
 */
tile: string, 
/**
 * How many are left.
 */
left: number, };

/**
 * Tokens of one kind that a seat has.
 */
export type TokenView = { 
/**
 * The kind, 1 to 9.
 */
kind: number, 
/**
 * How many.
 */
held: number, 
/**
 * How many of them can be used this turn.
 */
usable: number, };

/**
 * The content of a push message: its reader is to act. Encrypted for the
 * browser, and free of secrets all the same.
 */
export type TurnPush = { 
/**
 * The table.
 */
table: string, 
/**
 * The game's number at the beginning of the turn.
 */
revision: number, 
/**
 * The names of the other people at the table; those without a name are
 * left out.
 */
names: Array<string>, 
/**
 * The language of the notification.
 */
language: PushLanguage, };

/**
 * Limit on undoing moves, which requires the consent of all other players.
 */
export type UndoPolicy = "within_turn" | "past_draws";

/**
 * Whether a record's draws are those its host promised.
 */
export type Verdict = { 
/**
 * Whether they are.
 */
is_verified: boolean, 
/**
 * If not, why not, or why it cannot be said.
 */
reason: string | null, 
/**
 * The promise.
 */
commitment: string | null, 
/**
 * The secret, once it is revealed.
 */
seed: string | null, 
/**
 * How many draws were checked.
 */
draws: number, 
/**
 * Whether the seed also says who began.
 */
is_first_drawn: boolean, 
/**
 * Whether the game was played to its end.
 */
is_finished: boolean, 
/**
 * The seats whose salts are part of the draws.
 */
contributors: Array<number>, 
/**
 * What is drawn from, for clients that check the draws themselves.
 */
bag: BagView, };

/**
 * Visibility of a table.
 */
export type Visibility = "private" | "listed";

/**
 * A wall that no tile has, between buildings that close each other.
 */
export type WallView = { 
/**
 * How it is drawn: the symbol of the sprite of pieces.
 */
symbol: string, 
/**
 * The middle of the side it stands on.
 */
at: Place, };

/**
 * Who sits at a seat.
 */
export type Who = { "kind": "nobody" } | { "kind": "person", 
/**
 * The name.
 */
name: string, 
/**
 * Whether a client of theirs is connected.
 */
is_here: boolean, } | { "kind": "bot", 
/**
 * Its level or personality.
 */
level: string, 
/**
 * The person it plays on for, if it took over.
 */
instead_of: string | null, };

/**
 * A person at a table.
 */
export type Whom = { "kind": "seat", 
/**
 * Which seat.
 */
seat: number, } | { "kind": "watcher", 
/**
 * Their id, as in what they said.
 */
id: string, };

/**
 * A cell.
 */
export type Xy = { 
/**
 * East of the start.
 */
x: number, 
/**
 * South of it.
 */
y: number, };
