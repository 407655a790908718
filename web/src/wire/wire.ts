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
    "expansions": [
      {
        "name": "fields",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "river",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "abbot",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "bridges",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "castles",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "barns",
        "is_required": false,
        "needs": [
          "fields"
        ],
        "most_seats": null
      },
      {
        "name": "inns",
        "is_required": false,
        "needs": [],
        "most_seats": 6
      },
      {
        "name": "traders",
        "is_required": false,
        "needs": [],
        "most_seats": null
      }
    ]
  },
  {
    "game": "land",
    "base": "wheel",
    "fewest_seats": 2,
    "most_seats": 5,
    "expansions": [
      {
        "name": "fields",
        "is_required": true,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "abbot",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "bridges",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "castles",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "barns",
        "is_required": false,
        "needs": [],
        "most_seats": null
      },
      {
        "name": "inns",
        "is_required": false,
        "needs": [],
        "most_seats": 6
      },
      {
        "name": "traders",
        "is_required": false,
        "needs": [],
        "most_seats": null
      }
    ]
  },
  {
    "game": "stronghold",
    "base": null,
    "fewest_seats": 2,
    "most_seats": 2,
    "expansions": []
  }
];

/**
 * The bots to play against: levels, easiest first, then personalities.
 */
export const BOTS: readonly string[] = ["beginner","easy","normal","hard","master","builder","farmer","robber"];

/**
 * Role of the figures that claim a terrain.
 */
export const CLAIMANTS: Readonly<Record<TerrainName, RoleName>> = {"city":"knight","courtyard":"merchant","field":"farmer","garden":"abbot","house":"squire","monastery":"monk","path":"herald","river":"meeple","road":"highwayman","tower":"knight"};

/**
 * Reasons of points that belong to the final scoring.
 */
export const FINAL_AWARDS: readonly AwardName[] = ["keep","five-points","wine","grain","cloth"];

/**
 * Families of games.
 */
export const FAMILIES: readonly Family[] = ["land","stronghold"];

/**
 * Phases of a table.
 */
export const PHASES: readonly Phase['kind'][] = ["open","playing","over"];

/**
 * Kinds of occupants of a seat.
 */
export const OCCUPANTS: readonly Occupant['kind'][] = ["nobody","person","bot"];

/**
 * Kinds of table events.
 */
export const TABLE_EVENTS: readonly TableEventKind['kind'][] = ["made","sat","left","renamed","bot_set","noted","sealed","reseeded","deal_discarded","began","moved","took_back","proposed","agreed","declined","said","bot_took_over","came_back","resigned","timed_out","moved_seat","moderated","person_erased","closed","rematch_made","over"];

/**
 * Decisions of a player.
 */
export const PROMPTS: readonly Prompt[] = ["lay_tile","after_tile","plague","scoring_order","use_token"];

/**
 * Expansions of the Land family.
 */
export const EXPANSION_NAMES: readonly ExpansionName[] = ["fields","river","abbot","bridges","castles","barns","wheel","inns","traders"];

/**
 * A recommended turn.
 */
export type AdviceView = { 
/**
 * The actions, in record notation.
 */
actions: Array<string>, 
/**
 * Evaluation by the bot, in points ahead of the best opponent.
 */
value: number, 
/**
 * Reasons for and against the turn, as data; clients turn them into text.
 */
reasons: Array<ReasonView>, };

/**
 * Level of assistance by the client. Fixed when the table is created and stored in the record.
 */
export type Aid = "none" | "standard" | "coach";

/**
 * Answer to a query.
 */
export type Answer = { "kind": "preview", 
/**
 * The actions of the query.
 */
actions: Array<string>, 
/**
 * Events the actions would cause.
 */
events: Array<EventView>, 
/**
 * Game after the actions; `laid` holds only the tiles placed by them.
 */
game: GameView, 
/**
 * The next choices of the same seat; none if its turn is over or a chance event follows.
 */
offers: Offers | null, } | { "kind": "previews", 
/**
 * One entry per turn of the query, in order.
 */
previews: Array<PreviewView>, } | { "kind": "feature", 
/**
 * The feature; none if there is no feature at that point.
 */
feature: FeatureView | null, } | { "kind": "features", 
/**
 * The features, without duplicates.
 */
features: Array<FeatureView>, } | { "kind": "fields", 
/**
 * The fields; empty if the game is played without farmers.
 */
fields: Array<FieldView>, } | { "kind": "dead_cells", 
/**
 * The cells.
 */
cells: Array<Xy>, } | { "kind": "standing", 
/**
 * One entry per seat.
 */
seats: Array<StandingView>, } | { "kind": "hint", 
/**
 * Recommended turns, best first.
 */
advice: Array<AdviceView>, };

/**
 * Reason why points were awarded that do not depend on a majority.
 */
export type AwardName = "lady" | "barn" | "fortune" | "storm" | "inquisition" | "crown" | "keep" | "five-points" | "wine" | "grain" | "cloth";

/**
 * An absence recorded by the server.
 */
export type AwayView = { 
/**
 * Start of the absence, in milliseconds since 1970.
 */
since: number, 
/**
 * Time from which a bot may be proposed, in milliseconds since 1970.
 */
bot_from: number, };

/**
 * Axis of a bridge: `ns` runs north to south, `ew` east to west.
 */
export type AxisName = "ns" | "ew";

/**
 * Everything that is drawn at random in a game, in the order of `docs/fair-play.md`.
 */
export type BagView = { 
/**
 * Piles of tiles, in the order they are drawn from; in each pile the kinds in order.
 */
piles: Array<Array<KindCount>>, 
/**
 * Wall tokens, kinds in order; empty for the land game.
 */
tokens: Array<KindCount>, };

/**
 * First keyword of the rules of a land game: the base game, or the expansion that replaces it.
 */
export type BaseName = "base" | "wheel";

/**
 * A point on the board.
 */
export type BoardPoint = { 
/**
 * Distance east, in board units.
 */
x: number, 
/**
 * Distance south, in board units.
 */
y: number, };

/**
 * An available bot.
 */
export type BotLine = { 
/**
 * Its identifier, used as `level`.
 */
level: string, 
/**
 * Category of the bot.
 */
sort: BotSort, };

/**
 * List of the available bots.
 */
export type BotList = { 
/**
 * The bots: levels from weakest to strongest, then personalities.
 */
bots: Array<BotLine>, };

/**
 * Category of a bot.
 */
export type BotSort = "level" | "personality";

/**
 * Kind of a piece that is built by an action of its own.
 */
export type BuildingName = "castle" | "barn";

/**
 * Published hash chain of a table.
 */
export type Chain = { 
/**
 * Id of the table.
 */
table: string, 
/**
 * Head after the last fact.
 */
head: string, 
/**
 * Digests of all facts, in order.
 */
digests: Array<string>, 
/**
 * The facts, once the game is over.
 */
facts: Array<ChainFact> | null, };

/**
 * A published fact.
 */
export type ChainFact = { 
/**
 * Its sequence number.
 */
seq: number, 
/**
 * Version of its format.
 */
schema: number, 
/**
 * Version of the rules.
 */
rules: number, 
/**
 * Time when it was saved, in milliseconds since 1970.
 */
at: number, 
/**
 * Its JSON text, exactly as it was hashed.
 */
fact: string, };

/**
 * A message from a client. Each text frame holds one message as JSON, at most 4 KiB.
 */
export type ClientMsg = { "type": "hello", 
/**
 * Protocol version of the client.
 */
protocol: number, 
/**
 * Id of the table.
 */
table: string, 
/**
 * Secret token of the client's seats; without it the client is a watcher.
 */
token?: string | null, 
/**
 * Display name of a watcher in the chat.
 */
name?: string | null, 
/**
 * Secret of a client without a seat. Separates its command ids from those of other
 * clients, also after a reconnect.
 */
client?: string | null, 
/**
 * `seq` of the last event this client has seen.
 */
seen?: number | null, } | { "type": "do", 
/**
 * Idempotency key chosen by the client, at most 40 characters. A repeated id gets the
 * stored answer and changes nothing.
 */
id: string, 
/**
 * The change.
 */
command: Command, } | { "type": "ask", 
/**
 * Chosen by the client and returned with the answer.
 */
id: number, 
/**
 * The query.
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
 * State of the clocks.
 */
export type ClockView = { 
/**
 * Time control of the table.
 */
plan: ClockPlan, 
/**
 * Milliseconds left for each seat at time `at`.
 */
left: number[], 
/**
 * Seat whose clock is running.
 */
running: number | null, 
/**
 * Server time of this state, in milliseconds since 1970.
 */
at: number, };

/**
 * The colour of a player's figures.
 */
export type Colour = "red" | "blue" | "green" | "yellow" | "black" | "white";

/**
 * A change to a table. All commands except `say` require a seat.
 */
export type Command = { "kind": "play", 
/**
 * One of the client's seats.
 */
seat: number, 
/**
 * `revision` of the game the actions were chosen for.
 */
revision: number, 
/**
 * The actions, in record notation.
 */
actions: Array<string>, } | { "kind": "say", 
/**
 * Text of the message, at most 300 characters.
 */
text: string, } | { "kind": "propose", 
/**
 * One of the client's seats.
 */
seat: number, 
/**
 * The proposal.
 */
what: Proposal, } | { "kind": "reply", 
/**
 * One of the client's seats.
 */
seat: number, 
/**
 * True to agree, false to decline.
 */
agree: boolean, } | { "kind": "resign", 
/**
 * One of the client's seats.
 */
seat: number, } | { "kind": "leave", 
/**
 * One of the client's seats.
 */
seat: number, } | { "kind": "rename", 
/**
 * One of the client's seats.
 */
seat: number, 
/**
 * The new name.
 */
name: string, } | { "kind": "set_bot", 
/**
 * The seat.
 */
seat: number, 
/**
 * Level of the bot; none frees the seat.
 */
level: string | null, } | { "kind": "come_back", 
/**
 * One of the client's seats.
 */
seat: number, } | { "kind": "commit_salt", 
/**
 * One of the client's seats.
 */
seat: number, 
/**
 * The commitment, 64 hexadecimal digits (`docs/fair-play.md`).
 */
commitment: string, } | { "kind": "reveal_salt", 
/**
 * One of the client's seats.
 */
seat: number, 
/**
 * The salt, 64 hexadecimal digits.
 */
salt: string, } | { "kind": "moderate", 
/**
 * The moderation action.
 */
what: Moderate, };

/**
 * A corner tower of the wall.
 */
export type CornerView = { 
/**
 * Point it stands on.
 */
at: BoardPoint, 
/**
 * True if a token still lies there.
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
 * Stage of the commitments to the draws.
 */
export type DealStage = "open" | "gathering" | "revealing" | "dealt";

/**
 * State of the commitments to the draws.
 */
export type DealView = { 
/**
 * Current stage.
 */
stage: DealStage, 
/**
 * True if clients can contribute salts at this table.
 */
takes_salts: boolean, 
/**
 * Contributions, in seat order.
 */
salts: Array<SaltView>, 
/**
 * Deadline for missing salts or commitments, in milliseconds since 1970. A client that has not
 * revealed its salt by then loses its seat.
 */
until: number | null, };

/**
 * A command sent by HTTP request.
 */
export type Deed = { 
/**
 * Idempotency key chosen by the client, at most 40 characters. A repeated id gets the stored
 * answer and changes nothing.
 */
id: string, 
/**
 * The command.
 */
command: Command, };

/**
 * Result of a saved command.
 */
export type Done = { 
/**
 * `seq` of the last event of the command.
 */
seq: number, 
/**
 * `revision` of the game after the command.
 */
revision: number, 
/**
 * Signature of the server over the log up to this event.
 */
receipt?: Receipt, };

/**
 * Kind of ending of a game.
 */
export type Ending = "played" | "resigned" | "timed_out" | "given_up" | "closed";

/**
 * A game of the ladder.
 */
export type EngineGame = { 
/**
 * Number of the game. Its record is at `/api/engines/games/{id}`.
 */
id: number, 
/**
 * Time of its end, in milliseconds since 1970.
 */
at: number, 
/**
 * Levels of the players by seat.
 */
levels: [string, string], 
/**
 * Points by seat.
 */
points: [number, number], 
/**
 * The seat that forfeited the game: it did not answer in time, or not with a legal action.
 */
forfeited: number | null, };

/**
 * An engine, or a bot on the ladder.
 */
export type EngineLine = { 
/**
 * Level, as in seats: `engine:NAME`, or that of a bot.
 */
level: string, 
/**
 * What the program calls itself; empty if it is not connected, and for bots.
 */
program: string, 
/**
 * True if it can be invited now: it is connected, or a bot.
 */
is_connected: boolean, 
/**
 * True if it is playing a game of the ladder.
 */
is_playing: boolean, 
/**
 * Its rating; `None` before its first game.
 */
standing: EngineStanding | null, };

/**
 * Engines and bots of a server with their ratings, and the last games of the ladder.
 */
export type EngineList = { 
/**
 * All engines, and the bots that have played against them; best first, then those without a
 * rating.
 */
engines: Array<EngineLine>, 
/**
 * The last games, newest first.
 */
games: Array<EngineGame>, 
/**
 * True if the server lets connected engines play for ratings.
 */
is_ladder_on: boolean, };

/**
 * Rating of an engine or bot.
 */
export type EngineStanding = { 
/**
 * Glicko-2 rating, on the scale of Elo.
 */
rating: number, 
/**
 * Half of the interval that contains the true rating with a probability of 95 %.
 */
margin: number, 
/**
 * Number of games.
 */
games: number, 
/**
 * Number of wins.
 */
wins: number, 
/**
 * Number of draws.
 */
draws: number, 
/**
 * Number of losses.
 */
losses: number, };

/**
 * An event of a game, with the data needed to draw and describe it.
 */
export type EventView = { "kind": "tile_drawn", 
/**
 * Seat that drew it.
 */
seat: number, 
/**
 * Tile kind.
 */
tile: string, } | { "kind": "tile_discarded", 
/**
 * Tile kind.
 */
tile: string, } | { "kind": "tile_placed", 
/**
 * Seat that placed it.
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
 * The figure, at its former position.
 */
figure: FigureView, } | { "kind": "figure_moved", 
/**
 * The figure, at its new position.
 */
figure: FigureView, 
/**
 * Point it stood on before.
 */
from: BoardPoint, } | { "kind": "piece_built", 
/**
 * Seat that built it.
 */
seat: number, 
/**
 * Kind of the piece.
 */
piece: BuildingName, 
/**
 * Point it stands on.
 */
at: BoardPoint, } | { "kind": "pig_moved", 
/**
 * Sector it stopped on.
 */
sector: SectorName, 
/**
 * Point it stands on.
 */
at: BoardPoint, } | { "kind": "goods_taken", 
/**
 * The player.
 */
seat: number, 
/**
 * The tokens taken.
 */
goods: GoodsView, 
/**
 * A point on the city.
 */
at: BoardPoint, } | { "kind": "second_turn", 
/**
 * The player.
 */
seat: number, } | { "kind": "scored", 
/**
 * Terrain of the feature.
 */
feature: TerrainName, 
/**
 * One of its segments, in record notation.
 */
site: string, 
/**
 * A point on it.
 */
at: BoardPoint, 
/**
 * Reason.
 */
reason: ScoringReason, 
/**
 * Score, term by term.
 */
tally: Array<TermView>, 
/**
 * Sum of `tally`.
 */
points: number, 
/**
 * Number of figures of each seat that claim it.
 */
figures: Array<number>, 
/**
 * Strength of these figures, which decides the majority; absent if each counts as one.
 */
strength?: Array<number>, 
/**
 * Seats that received the points, each the full amount.
 */
winners: Array<number>, } | { "kind": "awarded", 
/**
 * Seat that received them.
 */
seat: number, 
/**
 * Reason.
 */
reason: AwardName, 
/**
 * Score, term by term.
 */
tally: Array<TermView>, 
/**
 * Sum of `tally`.
 */
points: number, } | { "kind": "token_taken", 
/**
 * Seat that took it.
 */
seat: number, 
/**
 * Index of the tower.
 */
corner: number, 
/**
 * Point it lay on.
 */
at: BoardPoint, } | { "kind": "token_revealed", 
/**
 * Seat that owns it.
 */
seat: number, 
/**
 * Kind of token.
 */
token: number, } | { "kind": "token_used", 
/**
 * Seat that used it.
 */
seat: number, 
/**
 * Kind of token.
 */
token: number, 
/**
 * A segment of the feature it was used on, in record notation.
 */
site: string | null, } | { "kind": "keep_moved", 
/**
 * Seat that owns it.
 */
seat: number, 
/**
 * Point it stands on.
 */
at: BoardPoint, 
/**
 * Number of tiles of the house.
 */
size: number, } | { "kind": "turn_began", 
/**
 * Seat whose turn it is.
 */
seat: number, } | { "kind": "game_ended", 
/**
 * Seats with the most points.
 */
winners: Array<number>, };

/**
 * An expansion of a game.
 */
export type ExpansionKind = { 
/**
 * Its keyword in the rules.
 */
name: ExpansionName, 
/**
 * True if the game is always played with it.
 */
is_required: boolean, 
/**
 * Other expansions it depends on, excluding required ones.
 */
needs: Array<ExpansionName>, 
/**
 * Maximum number of players with it, if it raises that of the game.
 */
most_seats: number | null, };

/**
 * An expansion of the Land family, as in rules.
 */
export type ExpansionName = "fields" | "river" | "abbot" | "bridges" | "castles" | "barns" | "wheel" | "inns" | "traders";

/**
 * A family of games.
 */
export type Family = "land" | "stronghold";

/**
 * Full description of a feature.
 */
export type FeatureView = { 
/**
 * Terrain.
 */
feature: TerrainName, 
/**
 * One of its segments, in record notation.
 */
site: string, 
/**
 * Outline as SVG path data.
 */
outline: string, 
/**
 * Number of tiles it covers.
 */
tiles: number, 
/**
 * True if it is complete.
 */
is_complete: boolean, 
/**
 * True if this terrain is never completed: it scores at the end of the game or not at all.
 */
is_endless: boolean, 
/**
 * Role of a figure that claims it.
 */
role: RoleName, 
/**
 * Value as it stands, term by term.
 */
now: Array<TermView>, 
/**
 * Sum of `now`.
 */
points_now: number, 
/**
 * Value if it were completed with the fewest possible tiles; none if it is complete, cannot be
 * completed, or never completes.
 */
points_finished: number | null, 
/**
 * Number of figures of each seat that claim it.
 */
figures: Array<number>, 
/**
 * Strength of these figures, which decides the majority; absent if each counts as one.
 */
strength?: Array<number>, 
/**
 * Seats that would receive its points.
 */
leaders: Array<number>, 
/**
 * Empty cells that must be filled to complete it.
 */
open: Array<OpenCell>, };

/**
 * A field and its owners.
 */
export type FieldView = { 
/**
 * One of its segments, in record notation.
 */
site: string, 
/**
 * Outline as SVG path data.
 */
outline: string, 
/**
 * A point inside the field, for a label.
 */
at: BoardPoint, 
/**
 * Seats that would receive its points.
 */
leaders: Array<number>, 
/**
 * Number of farmers of each seat in it.
 */
figures: Array<number>, 
/**
 * Number of adjacent complete cities.
 */
cities: number, 
/**
 * Value as it stands.
 */
points: number, };

/**
 * Figures of one kind in the supply of a seat.
 */
export type FigureCount = { 
/**
 * Kind of the figures.
 */
figure: FigureName, 
/**
 * Number of figures.
 */
count: number, 
/**
 * Symbol in the sprite of pieces.
 */
pose: string, };

/**
 * Kind of a figure.
 */
export type FigureName = "meeple" | "abbot" | "large" | "builder" | "hog";

/**
 * A figure on the board.
 */
export type FigureView = { 
/**
 * Seat that owns it.
 */
seat: number, 
/**
 * Its kind.
 */
figure: FigureName, 
/**
 * Its role there: `knight`, `farmer`, `monk` and so on.
 */
role: RoleName, 
/**
 * Symbol in the sprite of pieces.
 */
pose: string, 
/**
 * Spot it stands on, in record notation.
 */
spot: string, 
/**
 * Point it stands on.
 */
at: BoardPoint, 
/**
 * Drawing scale at that point; usually 1.
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
 * A forecast of the result of a game.
 */
export type ForecastView = { 
/**
 * Standard error of each margin.
 */
margin_error: Array<number>, 
/**
 * Standard error of each chance of winning.
 */
win_error: Array<number>, 
/**
 * Number of rollouts; 0 if the game is over.
 */
rollouts: number, 
/**
 * True if forecasts of such games with this number of rollouts were compared with their results,
 * or the game is over.
 */
is_calibrated: boolean, 
/**
 * Expected final margin of each seat: its points minus the mean of the others' points.
 */
margin: Array<number>, 
/**
 * Chance of winning of each seat.
 */
win: Array<number>, };

/**
 * Request to delete a push subscription.
 */
export type ForgetPush = { 
/**
 * URL at the browser's push service.
 */
endpoint: string, };

/**
 * A game that can be played.
 */
export type GameKind = { 
/**
 * Its family.
 */
game: Family, 
/**
 * First keyword of its rules; none for Stronghold.
 */
base: BaseName | null, 
/**
 * Minimum number of players.
 */
fewest_seats: number, 
/**
 * Maximum number of players.
 */
most_seats: number, 
/**
 * Expansions that can be added.
 */
expansions: Array<ExpansionKind>, };

/**
 * Snapshot of a game.
 */
export type GameView = { 
/**
 * Family of the game.
 */
family: Family, 
/**
 * Rules of the land game as in records, for example `base,fields`. Empty for Stronghold.
 */
rules: string, 
/**
 * Name of the sprite that contains its tiles: `base`, `base,river`, `wheel,bridges`,
 * `stronghold` and so on.
 */
set: string, 
/**
 * Seat whose turn it is.
 */
turn: number, 
/**
 * Seat that has to act; not always the same as `turn`. None while a chance event is pending
 * and once the game is over.
 */
to_act: number | null, 
/**
 * The decision that seat has to make.
 */
asked: Prompt | null, 
/**
 * Number of turns that have ended.
 */
turns: number, 
/**
 * Number of actions taken, including draws and reveals.
 */
actions: number, 
/**
 * The tile that was drawn and not yet placed.
 */
drawn: string | null, 
/**
 * Points of each seat.
 */
scores: Array<number>, 
/**
 * Figures in the supply of each seat, by kind.
 */
hands: Array<Array<FigureCount>>, 
/**
 * Number of tiles left to draw.
 */
tiles_left: number, 
/**
 * Remaining tiles by kind, which is public information. Empty at aid level `none`.
 */
bag: Array<TileCount>, 
/**
 * Tiles on the board, in the order they were placed. Pieces that are there from the start,
 * such as the block of the wheel or the areas along a wall, belong to the backdrop and are not
 * included.
 */
laid: Array<LaidView>, 
/**
 * The figures on the board.
 */
figures: Array<FigureView>, 
/**
 * State of the land game's expansions; none for Stronghold.
 */
land: LandView | null, 
/**
 * State specific to Stronghold; none for the land game.
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
 * Seats with the most tokens of each kind of goods; several if they are tied, none if no player has
 * any.
 */
export type GoodsLeaders = { 
/**
 * Seats with the most wine.
 */
wine: Array<number>, 
/**
 * Seats with the most grain.
 */
grain: Array<number>, 
/**
 * Seats with the most cloth.
 */
cloth: Array<number>, };

/**
 * Number of tokens of each kind of goods.
 */
export type GoodsView = { 
/**
 * Tokens of wine.
 */
wine: number, 
/**
 * Tokens of grain.
 */
grain: number, 
/**
 * Tokens of cloth.
 */
cloth: number, };

/**
 * Kind of ground under a figure: a terrain, or a piece that holds figures.
 */
export type GroundName = "field" | "road" | "city" | "river" | "monastery" | "garden" | "path" | "tower" | "house" | "courtyard" | "bridge" | "castle" | "barn" | "crown";

/**
 * A single-use link that moves seats to another device.
 */
export type Handover = { 
/**
 * The link.
 */
url: string, 
/**
 * Secret code in the link, to be exchanged for a token.
 */
code: string, 
/**
 * Expiry time in milliseconds since 1970.
 */
expires: number, };

/**
 * A symbol of the sprite of pieces and the part of it to show.
 */
export type IconView = { 
/**
 * Id of the symbol.
 */
symbol: string, 
/**
 * Width and height of the symbol.
 */
size: number, 
/**
 * Part to show, as the `viewBox` of an SVG element.
 */
view_box: string, };

/**
 * Item counted in a score.
 */
export type ItemName = "tile" | "shield" | "city" | "bridge" | "knight" | "lady" | "farmer" | "monk" | "supply" | "crown" | "fortune" | "market" | "empty-cell" | "token" | "goods";

/**
 * A keep.
 */
export type KeepView = { 
/**
 * Point it stands on.
 */
at: BoardPoint, 
/**
 * Number of tiles of its house.
 */
size: number, };

/**
 * Number of tiles or tokens of one kind.
 */
export type KindCount = { 
/**
 * Name of the kind, as in a record after `D` or `T`.
 */
name: string, 
/**
 * Number of pieces.
 */
count: number, };

/**
 * A tile on the board.
 */
export type LaidView = { 
/**
 * Name of its tile kind.
 */
tile: string, 
/**
 * Cell it lies on.
 */
cell: Xy, 
/**
 * Rotation in clockwise quarter turns.
 */
rotation: number, 
/**
 * Symbol in the sprite: the tile kind and its canonical rotation.
 */
symbol: string, 
/**
 * Axis of the bridge on it.
 */
bridge: AxisName | null, };

/**
 * State of the land game's expansions.
 */
export type LandView = { 
/**
 * Pieces left in the common supply, by kind; only kinds that are in the game.
 */
supplies: Array<SupplyView>, 
/**
 * Pieces on the board.
 */
pieces: Array<PieceView>, 
/**
 * The pig of the wheel; absent if the game has no wheel.
 */
pig?: PigView, 
/**
 * Goods and second turns; absent if the game has no traders.
 */
traders?: TradersView, };

/**
 * A fact of a table that was played in a browser, as the browser stores it.
 */
export type LoggedFact = { 
/**
 * Number in the log of the table, starting at 1 without gaps.
 */
seq: number, 
/**
 * Version of the format of `body`.
 */
schema: number, 
/**
 * Version of the rules under which the fact was created.
 */
rules: number, 
/**
 * Time in milliseconds since 1970.
 */
at: number, 
/**
 * The fact, as JSON. Only tables interpret it.
 */
body: string, };

/**
 * A marker on the track.
 */
export type MarkerView = { 
/**
 * Index of its space, starting at 0.
 */
space: number, 
/**
 * Point it stands on.
 */
at: BoardPoint, };

/**
 * A moderation action of the creator of a table.
 */
export type Moderate = { "kind": "kick", 
/**
 * The seat.
 */
seat: number, } | { "kind": "readmit", 
/**
 * Id of the player in `moderation.removed`.
 */
id: string, } | { "kind": "mute", 
/**
 * The person.
 */
whom: Whom, 
/**
 * True to forbid, false to allow.
 */
is_muted: boolean, } | { "kind": "watcher_chat", 
/**
 * True if watchers may chat from now on.
 */
is_open: boolean, };

/**
 * Effect of a moderation action.
 */
export type Moderated = { "kind": "kicked", 
/**
 * The seat.
 */
seat: number, 
/**
 * Name of the player.
 */
name: string, } | { "kind": "readmitted", 
/**
 * Name of the player.
 */
name: string, } | { "kind": "muted", 
/**
 * The person.
 */
whom: Whom, 
/**
 * Name of the person.
 */
name: string, 
/**
 * True if they may not chat from now on.
 */
is_muted: boolean, } | { "kind": "watcher_chat", 
/**
 * True if watchers may chat from now on.
 */
is_open: boolean, };

/**
 * Moderation state of a table.
 */
export type ModerationView = { 
/**
 * True if watchers may chat.
 */
is_watcher_chat_open: boolean, 
/**
 * Seats whose players are muted.
 */
muted_seats: Array<number>, 
/**
 * Watchers who are muted.
 */
muted_watchers: Array<PersonRef>, 
/**
 * Removed players who may not take a seat again; sent to the creator only.
 */
removed: Array<PersonRef>, 
/**
 * Reason why the operator of the server closed the table, if it is closed.
 */
closed: string | null, };

/**
 * Request for one state of a record.
 */
export type Moment = { 
/**
 * A record, as text or JSON.
 */
record: string, 
/**
 * Number of actions to play, including draws and reveals; all if missing.
 */
actions?: number | null, };

/**
 * A figure on the board that moves to another spot.
 */
export type MovingFigure = { 
/**
 * Spot it stands on, in record notation.
 */
spot: string, 
/**
 * Point it stands on now.
 */
from: BoardPoint, };

/**
 * A push subscription of a browser, from `PushSubscription.toJSON()`.
 */
export type NewPush = { 
/**
 * URL at the browser's push service.
 */
endpoint: string, 
/**
 * Public key of the browser: an uncompressed P-256 point in base64url without padding.
 */
p256dh: string, 
/**
 * Authentication secret of the browser: 16 bytes in base64url without padding.
 */
auth: string, 
/**
 * Language of the notifications.
 */
language: PushLanguage, };

/**
 * A report to the operator of the server.
 */
export type NewReport = { 
/**
 * The person reported.
 */
whom: Whom, 
/**
 * `seq` of the event with the reported chat message, if the report is about one.
 */
seq?: number | null, 
/**
 * Reason for the report, at most 300 characters.
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
 * Family of the game.
 */
game: Family, 
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
 * Commitment to a salt of the creator, to be revealed once all seats are taken: 64 hexadecimal
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
 * Occupant of a seat.
 */
export type Occupant = { "kind": "nobody" } | { "kind": "person", 
/**
 * Name of the player.
 */
name: string, 
/**
 * True if a client of the player is connected.
 */
is_here: boolean, } | { "kind": "bot", 
/**
 * Level or personality. Not an enumeration: a stored table may name a level that has been
 * removed since; the default bot plays instead.
 */
level: string, 
/**
 * Name of the player it replaced, if it took over.
 */
instead_of: string | null, };

/**
 * A legal action.
 */
export type Offer = { 
/**
 * The action in record notation, as the client sends it.
 */
action: string, 
/**
 * Its meaning.
 */
what: OfferKind, };

/**
 * Meaning of an action, with the data needed to draw and describe it.
 */
export type OfferKind = { "kind": "place", 
/**
 * Target cell.
 */
cell: Xy, 
/**
 * Rotation in clockwise quarter turns.
 */
rotation: number, 
/**
 * Symbol in the sprite.
 */
symbol: string, 
/**
 * Axis of the bridge that this placement requires.
 */
bridge: AxisName | null, } | { "kind": "deploy", 
/**
 * Its kind.
 */
figure: FigureName, 
/**
 * Role it would have.
 */
role: RoleName, 
/**
 * Its symbol in the sprite of pieces.
 */
pose: string, 
/**
 * Point it would stand on.
 */
at: BoardPoint, 
/**
 * Drawing scale at that point.
 */
scale: number, 
/**
 * Kind of ground it would stand on.
 */
feature: GroundName, 
/**
 * A segment of the feature, for follow-up queries.
 */
site: string | null, 
/**
 * Value of the feature as it stands; in Stronghold, as if it were complete. None at aid
 * level `none`.
 */
points: number | null, 
/**
 * True if the feature is complete, so that the figure is scored and returned this turn.
 */
is_complete: boolean, 
/**
 * Sector of the wheel, for a crown space.
 */
sector: SectorName | null, } | { "kind": "recall", 
/**
 * Seat that owns it.
 */
seat: number, 
/**
 * Its role.
 */
role: RoleName, 
/**
 * Spot it stands on, in record notation.
 */
spot: string, 
/**
 * Point it stands on.
 */
at: BoardPoint, 
/**
 * Points scored by this; none at aid level `none` and for the plague.
 */
points: number | null, } | { "kind": "build", 
/**
 * Kind of the piece.
 */
piece: BuildingName, 
/**
 * Point it would stand on.
 */
at: BoardPoint, 
/**
 * The figure that moves in, if the player chooses one.
 */
figure: MovingFigure | null, } | { "kind": "settle", 
/**
 * Terrain of the feature.
 */
feature: TerrainName, 
/**
 * One of its segments, in record notation.
 */
site: string, 
/**
 * A point on it.
 */
at: BoardPoint, 
/**
 * Seats that would receive its points.
 */
leaders: Array<number>, 
/**
 * Value of the feature; none at aid level `none`.
 */
points: number | null, } | { "kind": "use_token", 
/**
 * Kind of token, 1 to 9.
 */
token: number, 
/**
 * A segment of the feature it is used on, in record notation.
 */
site: string | null, 
/**
 * A point on that feature.
 */
at: BoardPoint | null, 
/**
 * Terrain of that feature: `tower` or `house`.
 */
feature: TerrainName | null, 
/**
 * Points scored by this; none at aid level `none`.
 */
points: number | null, } | { "kind": "pass" };

/**
 * The legal actions of the seat to act.
 */
export type Offers = { 
/**
 * Seat that has to act.
 */
seat: number, 
/**
 * The decision it has to make.
 */
prompt: Prompt, 
/**
 * Its legal actions.
 */
offers: Array<Offer>, };

/**
 * An empty cell that must be filled to complete a feature.
 */
export type OpenCell = { 
/**
 * The cell.
 */
cell: Xy, 
/**
 * Number of remaining tiles that fit the cell.
 */
fitting: number, 
/**
 * Total number of remaining tiles.
 */
of: number, };

/**
 * Overview of a recorded game.
 */
export type Outline = { 
/**
 * Numbers of actions, including draws and reveals, at which a viewer stops: the start, the end
 * of each turn, and within a turn once its tile is placed if the turn continues.
 */
stops: Array<number>, 
/**
 * True if the game was played to its end.
 */
is_over: boolean, 
/**
 * Players, as far as the record names them.
 */
seats: Array<SeatView>, };

/**
 * Expected result of a game, by seat.
 */
export type OutlookView = { 
/**
 * Expected final margin of each seat: its points minus the mean of the others' points.
 */
margin: Array<number>, 
/**
 * Chance of winning of each seat.
 */
win: Array<number>, };

/**
 * A person without a seat.
 */
export type PersonRef = { 
/**
 * Id of the person at this table.
 */
id: string, 
/**
 * Name the person used last.
 */
name: string, };

/**
 * Phase of a table.
 */
export type Phase = { "kind": "open" } | { "kind": "playing" } | { "kind": "over", 
/**
 * Kind of ending.
 */
ending: Ending, 
/**
 * Final points of each seat.
 */
scores: Array<number>, 
/**
 * Seats that won.
 */
winners: Array<number>, };

/**
 * Kind of a piece other than a tile or figure.
 */
export type PieceName = "bridge" | "castle" | "barn" | "crown";

/**
 * A piece on the board.
 */
export type PieceView = { 
/**
 * Kind of the piece.
 */
piece: PieceName, 
/**
 * Its index among the pieces of its kind, in building order.
 */
number: number, 
/**
 * Symbol in the sprite of pieces.
 */
symbol: string, 
/**
 * Seat whose figure occupies it.
 */
seat: number | null, 
/**
 * Point it stands on.
 */
at: BoardPoint, 
/**
 * Width of the drawing, in board units.
 */
size: number, };

/**
 * The pig of the wheel.
 */
export type PigView = { 
/**
 * Sector it is on.
 */
sector: SectorName, 
/**
 * Point it stands on.
 */
at: BoardPoint, };

/**
 * When points count.
 */
export type PointsWhen = "now" | "completed" | "final";

/**
 * A position with a record that leads to it.
 */
export type PositionView = { 
/**
 * Position string.
 */
position: string, 
/**
 * Record that leads to it, as text.
 */
record: string, 
/**
 * State of the game.
 */
scene: Scene, };

/**
 * Result of a sequence of actions, without the full game view.
 */
export type PreviewView = { 
/**
 * The actions of the query.
 */
actions: Array<string>, 
/**
 * Events the actions would cause.
 */
events: Array<EventView>, 
/**
 * The next choices of the same seat; none if its turn is over or a chance event follows.
 */
offers: Offers | null, };

/**
 * An error. The meaning of a code never changes; the message is English text for people.
 */
export type Problem = { 
/**
 * Machine-readable code.
 */
code: ProblemCode, 
/**
 * Description of the problem and its remedy.
 */
message: string, 
/**
 * Line of the submitted record with the problem, from 1. Turns of a record in JSON are numbered
 * like the lines of its text.
 */
line?: number, };

/**
 * Machine-readable error codes.
 */
export type ProblemCode = "message/malformed" | "message/too_large" | "message/protocol" | "message/too_many" | "table/not_found" | "table/bad_setup" | "table/too_many" | "table/closed" | "table/quarantined" | "table/full" | "table/wrong_phase" | "seat/taken" | "seat/too_many_sits" | "seat/not_yours" | "seat/bad_token" | "seat/bad_name" | "seat/removed" | "seat/name_taken" | "seat/not_away" | "action/stale_revision" | "action/not_your_turn" | "action/out_of_time" | "action/unreadable" | "action/illegal" | "proposal/none" | "proposal/pending" | "aid/not_allowed" | "chat/bad_text" | "deal/bad_salt" | "chat/muted" | "chat/closed" | "chat/no_such_watcher" | "push/off" | "push/bad_subscription" | "record/unreadable" | "record/not_verified" | "server/not_saved" | "server/low_space" | "server/restarting" | "server/too_slow" | "server/busy" | "server/banned" | "server/internal" | "server/not_found";

/**
 * Kind of decision a seat has to make.
 */
export type Prompt = "lay_tile" | "after_tile" | "plague" | "scoring_order" | "use_token";

/**
 * Something that requires the consent of all other players.
 */
export type Proposal = { "kind": "undo" } | { "kind": "bot", 
/**
 * Seat of the absent player.
 */
seat: number, 
/**
 * Level of the bot, from `TableView::stand_in`. Ignored in commands.
 */
level?: string, } | { "kind": "rematch" };

/**
 * A pending proposal.
 */
export type ProposalView = { 
/**
 * The proposal.
 */
what: Proposal, 
/**
 * Seat that proposed it.
 */
by: number, 
/**
 * Seats that have agreed.
 */
agreed: Array<number>, 
/**
 * Seats that have not answered yet.
 */
awaited: Array<number>, };

/**
 * Public key of the server for receipts.
 */
export type PublicKey = { 
/**
 * Id of the key in receipts.
 */
id: string, 
/**
 * Always `ed25519`.
 */
algorithm: string, 
/**
 * The key, 64 hexadecimal digits.
 */
public: string, };

/**
 * Request to publish a table that was played in a browser.
 */
export type PublishTable = { 
/**
 * The whole log of the table.
 */
facts: Array<LoggedFact>, };

/**
 * Number of push subscriptions of a token at a table.
 */
export type PushCount = { 
/**
 * Number of browsers subscribed for the seats of this token.
 */
subscriptions: number, };

/**
 * Public key for push subscriptions.
 */
export type PushKey = { 
/**
 * The server's public key (VAPID): an uncompressed P-256 point in base64url without padding.
 * Null if push messages are disabled.
 */
key: string | null, };

/**
 * The language of a notification.
 */
export type PushLanguage = "uk" | "ru" | "en";

/**
 * The judgement of an answer to a puzzle.
 */
export type PuzzleAnswerView = { 
/**
 * True if the answer is the solution, or as good as far as is known.
 */
is_right: boolean, 
/**
 * Margin lost against the solution.
 */
lost: number, 
/**
 * Standard error of `lost`.
 */
error: number, 
/**
 * The solution, in record notation.
 */
solution: Array<string>, 
/**
 * Reasons for and against the solution.
 */
solution_reasons: Array<ReasonView>, 
/**
 * Reasons for and against the answer.
 */
answer_reasons: Array<ReasonView>, 
/**
 * The reply that harms a wrong answer most.
 */
refutation: RefutationView | null, };

/**
 * A puzzle in a list.
 */
export type PuzzleLine = { 
/**
 * Identifier, such as `fields-12a`.
 */
id: string, 
/**
 * The game: `base`, `fields`, `wheel`, `buildings` or `castle`.
 */
game: string, 
/**
 * Themes of the solution.
 */
themes: Array<string>, 
/**
 * True if all turns were searched to the end of the game.
 */
is_exact: boolean, 
/**
 * Difficulty as a rating.
 */
rating: number, 
/**
 * The puzzle as a file of its own, for further calls.
 */
text: string, };

/**
 * The position of a puzzle.
 */
export type PuzzleView = { 
/**
 * The seat to move.
 */
seat: number, 
/**
 * The record that leads to the position.
 */
record: string, 
/**
 * All legal turns, in record notation.
 */
turns: Array<Array<string>>, };

/**
 * A query about the current state of a game.
 */
export type Question = { "kind": "preview", 
/**
 * The actions, in record notation.
 */
actions: Array<string>, } | { "kind": "previews", 
/**
 * The actions of each turn, in record notation.
 */
turns: Array<Array<string>>, } | { "kind": "feature", 
/**
 * Any segment of the feature, in record notation.
 */
site: string, } | { "kind": "at", 
/**
 * Distance east, in board units.
 */
x: number, 
/**
 * Distance south, in board units.
 */
y: number, } | { "kind": "tile", 
/**
 * Cell of the tile.
 */
cell: Xy, } | { "kind": "fields" } | { "kind": "dead_cells" } | { "kind": "standing" } | { "kind": "hint" };

/**
 * Ratings after an attempt at a puzzle.
 */
export type RatedView = { 
/**
 * Rating of the solver.
 */
solver: RatingView, 
/**
 * Rating of the puzzle.
 */
puzzle: RatingView, };

/**
 * A Glicko-2 rating.
 */
export type RatingView = { 
/**
 * The rating.
 */
rating: number, 
/**
 * Rating deviation.
 */
deviation: number, 
/**
 * Volatility.
 */
volatility: number, };

/**
 * Kind of a reason for or against a turn.
 */
export type ReasonKind = "closes" | "calls_home" | "earns" | "frees" | "starts" | "occupies" | "builds" | "joins" | "grows" | "blocks" | "gives_up" | "takes_token" | "uses_token" | "moves_keep" | "supports" | "takes" | "earns_turn" | "special" | "waits";

/**
 * A reason for or against a turn.
 */
export type ReasonView = { 
/**
 * Kind of the reason.
 */
kind: ReasonKind, 
/**
 * Terrain concerned.
 */
feature: TerrainName | null, 
/**
 * Seat concerned.
 */
seat: number | null, 
/**
 * Count or points, depending on `kind`.
 */
number: number | null, 
/**
 * Seats that receive the points, if any.
 */
seats: Array<number>, 
/**
 * For `joins`: seats with figures on the features that are joined.
 */
owners: Array<number>, 
/**
 * For `frees` and `supports`: kind of the figures that return or are placed.
 */
figure: FigureName | null, 
/**
 * For `builds` and `occupies`: kind of the piece.
 */
piece: PieceName | null, 
/**
 * For `earns`: the reason for the points.
 */
award: AwardName | null, 
/**
 * For features: when the points count.
 */
when: PointsWhen | null, 
/**
 * True if it is a reason against the turn.
 */
is_against: boolean, 
/**
 * Sector of the wheel, for a crown space.
 */
sector: SectorName | null, 
/**
 * Goods of a completed city.
 */
goods: GoodsView | null, };

/**
 * Signature of the server over the log of a table up to some fact. Clients should store it as
 * proof of the saved log.
 */
export type Receipt = { 
/**
 * Id of the table.
 */
table: string, 
/**
 * `seq` of the last fact it covers.
 */
seq: number, 
/**
 * Time when that fact was saved, in milliseconds since 1970.
 */
at: number, 
/**
 * Head of the chain after that fact, 64 hexadecimal digits.
 */
head: string, 
/**
 * Id of the signing key.
 */
key: string, 
/**
 * Ed25519 signature, 128 hexadecimal digits.
 */
signature: string, };

/**
 * Request to exchange a handover code for a token.
 */
export type Redeem = { 
/**
 * Secret code of the handover link.
 */
code: string, };

/**
 * A reply that shows why an answer is wrong.
 */
export type RefutationView = { 
/**
 * The draw, in record notation.
 */
draw: string, 
/**
 * The number of draws out of `of` that lead to it.
 */
weight: number, 
/**
 * The number of all draws.
 */
of: number, 
/**
 * The reply, in record notation.
 */
actions: Array<string>, 
/**
 * Its effects, from the side of the player who replies.
 */
reasons: Array<ReasonView>, };

/**
 * Confirmation of a report.
 */
export type ReportTaken = { 
/**
 * Id of the report.
 */
id: number, };

/**
 * Totals of a player. `start + luck + skill` is exactly `margin`.
 */
export type ReviewPlayerView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Expected margin before the first draw.
 */
start: number, 
/**
 * Luck of all draws, those of opponents included.
 */
luck: number, 
/**
 * Effect of all errors on this player's margin, those of opponents included.
 */
skill: number, 
/**
 * Final margin.
 */
margin: number, 
/**
 * Part of `luck` from draws before own decisions.
 */
own_luck: number, 
/**
 * Margin lost by own turns.
 */
lost: number, 
/**
 * Chance of winning lost by own turns.
 */
win_lost: number, 
/**
 * Number of own decisions.
 */
turns: number, 
/**
 * Margin lost a turn: the performance rating. Lower is better.
 */
rate: number, 
/**
 * Number of inaccuracies.
 */
inaccuracies: number, 
/**
 * Number of mistakes.
 */
mistakes: number, 
/**
 * Number of blunders.
 */
blunders: number, };

/**
 * Request to review a record.
 */
export type ReviewRecord = { 
/**
 * A record, as text or JSON.
 */
record: string, };

/**
 * The beginning of a review.
 */
export type ReviewStartView = { 
/**
 * Number of steps.
 */
steps: number, 
/**
 * Outlook before the first draw.
 */
start: OutlookView, };

/**
 * The review of one decision.
 */
export type ReviewStepView = { 
/**
 * Number of actions of the record before the decision.
 */
at: number, 
/**
 * Number of the turn it belongs to, from 1.
 */
turn: number, 
/**
 * The seat that decided.
 */
seat: number, 
/**
 * Draws and reveals since the previous decision, in record notation.
 */
draws: Array<string>, 
/**
 * The actions that were played, in record notation.
 */
played: Array<string>, 
/**
 * Outlook after the best turn.
 */
best: OutlookView, 
/**
 * Outlook after the played turn.
 */
after: OutlookView, 
/**
 * Margin lost by the played turn; 0 within the noise.
 */
lost: number, 
/**
 * Standard error of the loss; 0 if it is exact.
 */
error: number, 
/**
 * Chance of winning lost by the played turn.
 */
win_lost: number, 
/**
 * The judgement.
 */
verdict: VerdictName, 
/**
 * Number of legal turns.
 */
count: number, 
/**
 * True if the values are exact: the game was searched to its end.
 */
is_exact: boolean, 
/**
 * The best turns and the played one, best first.
 */
turns: Array<ReviewTurnView>, 
/**
 * Luck of the draws in margin, by seat. Empty until the review is complete.
 */
luck: Array<number>, 
/**
 * Luck of the draws in chance of winning, by seat. Empty until the review is complete.
 */
win_luck: Array<number>, };

/**
 * A turn of a decision that is reviewed.
 */
export type ReviewTurnView = { 
/**
 * The actions, in record notation.
 */
actions: Array<string>, 
/**
 * Margin lost against the best turn.
 */
lost: number, 
/**
 * Standard error of `lost`; 0 if it is exact.
 */
error: number, 
/**
 * True if the turn is as good as the best one, as far as is known.
 */
is_equal: boolean, 
/**
 * True for the turn that was played.
 */
is_played: boolean, 
/**
 * Reasons for and against the turn.
 */
reasons: Array<ReasonView>, };

/**
 * The review of a game.
 */
export type ReviewView = { 
/**
 * True if the game is over; otherwise `end` is the outlook after the last decision.
 */
is_over: boolean, 
/**
 * True if chances of winning of such games were compared with their results.
 */
is_calibrated: boolean, 
/**
 * Outlook before the first draw.
 */
start: OutlookView, 
/**
 * The result.
 */
end: OutlookView, 
/**
 * The decisions, in order.
 */
steps: Array<ReviewStepView>, 
/**
 * Totals by seat.
 */
players: Array<ReviewPlayerView>, 
/**
 * Numbers of the steps with the largest changes in chances of winning, at most three.
 */
turning_points: Array<number>, };

/**
 * Role of a figure, which depends on its kind and its spot.
 */
export type RoleName = "farmer" | "highwayman" | "knight" | "meeple" | "monk" | "herald" | "squire" | "merchant" | "abbot" | "builder" | "hog" | "lady";

/**
 * Contribution of a client to the draws.
 */
export type SaltView = { 
/**
 * Contributing seat; if a client has several seats, the lowest.
 */
seat: number, 
/**
 * Commitment to its salt; none while the server waits for it.
 */
commitment: string | null, 
/**
 * True if the salt has been revealed.
 */
is_revealed: boolean, };

/**
 * State of a recorded game after some of its actions.
 */
export type Scene = { 
/**
 * Number of actions played, including draws and reveals.
 */
actions: number, 
/**
 * Total number of actions of the record.
 */
of: number, 
/**
 * Game after those actions.
 */
game: GameView, };

/**
 * A range of consecutive states of a game.
 */
export type Scenes = { 
/**
 * The game after each action.
 */
scenes: Array<Scene>, 
/**
 * For each scene, the events that led to it from the previous one; empty for the start of a
 * game.
 */
events: Array<Array<EventView>>, 
/**
 * Overview of the whole game.
 */
outline: Outline, };

/**
 * Reason why a feature was scored.
 */
export type ScoringReason = "completed" | "recalled" | "game-end" | "tax" | "famine" | "token";

/**
 * Intended occupant of a seat of a new table.
 */
export type SeatPlan = { "kind": "me", 
/**
 * Display name at this seat.
 */
name: string, } | { "kind": "open" } | { "kind": "bot", 
/**
 * Its level or personality, one of the [`BotList`](crate::BotList), or `engine:NAME` for
 * an engine that is connected to the server. A string, like every level in the protocol:
 * stored tables may name a level that has been removed since.
 */
level: string, };

/**
 * Public description of a seat.
 */
export type SeatView = { 
/**
 * Colour of its figures.
 */
colour: Colour, 
/**
 * Its occupant.
 */
who: Occupant, 
/**
 * True if the player resigned or ran out of time.
 */
is_out: boolean, 
/**
 * True if its bot currently plays below its level because the server is busy: from a move
 * chosen by a weaker bot to the next move.
 */
is_weaker?: boolean, 
/**
 * Recorded absence of its player, while the game is in progress.
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
 * Sector of the wheel.
 */
export type SectorName = "fortune" | "tax" | "famine" | "storm" | "inquisition" | "plague";

/**
 * A message from the server.
 */
export type ServerMsg = { "type": "welcome", 
/**
 * Protocol version of the server.
 */
protocol: number, 
/**
 * Software version of the server, for display.
 */
server: string, 
/**
 * Server time in milliseconds since 1970.
 */
now: number, 
/**
 * The table.
 */
table: TableView, 
/**
 * Legal actions, if one of this client's seats has to act.
 */
offers: Offers | null, 
/**
 * `seq` of the first event this client has not seen, if it sent `seen`.
 */
unseen: number | null, } | { "type": "update", 
/**
 * The events in order, starting after the last one sent to this client.
 */
events: Array<TableEvent>, 
/**
 * Table after the events, with `events` empty; `game.laid` holds only the tiles from index
 * `laid_from` on.
 */
table: TableView, 
/**
 * Number of tiles the client already has that are still valid.
 */
laid_from: number, 
/**
 * Legal actions, if one of this client's seats has to act.
 */
offers: Offers | null, } | { "type": "presence", 
/**
 * For each seat, true if its player is connected.
 */
here: Array<boolean>, 
/**
 * Number of watchers.
 */
watchers: number, } | { "type": "done", 
/**
 * `id` of the `do` message.
 */
id: string, 
/**
 * Result of the command.
 */
done: Done, } | { "type": "refused", 
/**
 * `id` of the `do` message.
 */
id: string, 
/**
 * Reason for the rejection.
 */
problem: Problem, } | { "type": "answer", 
/**
 * `id` of the `ask` message.
 */
id: number, 
/**
 * The answer.
 */
answer: Answer, } | { "type": "no_answer", 
/**
 * `id` of the `ask` message.
 */
id: number, 
/**
 * Reason for the rejection.
 */
problem: Problem, } | { "type": "closing", 
/**
 * Reason.
 */
problem: Problem, 
/**
 * Delay before reconnecting, in milliseconds; none if the client should not reconnect.
 */
retry_after: number | null, };

/**
 * Current and projected points of a seat.
 */
export type StandingView = { 
/**
 * Points already scored.
 */
banked: number, 
/**
 * Points if the game ended now.
 */
ended_now: number, 
/**
 * Part of the unscored points from features that other seats also have figures on.
 */
contested: number, };

/**
 * Request for a range of states of a record.
 */
export type Stretch = { 
/**
 * A record, as text or JSON.
 */
record: string, 
/**
 * First state, as a number of actions including draws and reveals.
 */
from: number, 
/**
 * Last state, at most 63 after `from`. States past the end are omitted.
 */
to: number, };

/**
 * State specific to Stronghold.
 */
export type StrongholdView = { 
/**
 * Markers on the track along the wall, one per seat.
 */
markers: Array<MarkerView>, 
/**
 * Corner towers of the wall.
 */
corners: Array<CornerView>, 
/**
 * Face-up tokens of each seat.
 */
tokens: Array<Array<TokenView>>, 
/**
 * Keep of each seat, if it has one on the board.
 */
keeps: Array<KeepView | null>, 
/**
 * Number of empty cells in the largest gap.
 */
largest_gap: number, 
/**
 * Walls drawn where two buildings close each other.
 */
walls: Array<WallView>, };

/**
 * Pieces of one kind left in the common supply.
 */
export type SupplyView = { 
/**
 * Kind of the pieces.
 */
piece: PieceName, 
/**
 * Number left.
 */
left: number, 
/**
 * Icon of the kind.
 */
icon: IconView, };

/**
 * An event of a table.
 */
export type TableEvent = { 
/**
 * Sequence number, starting at 1 without gaps.
 */
seq: number, 
/**
 * Time in milliseconds since 1970.
 */
at: number, 
/**
 * Content of the event.
 */
what: TableEventKind, };

/**
 * Content of a table event.
 */
export type TableEventKind = { "kind": "made" } | { "kind": "sat", 
/**
 * The seats.
 */
seats: Array<number>, 
/**
 * Name of the player.
 */
name: string, } | { "kind": "left", 
/**
 * The seat.
 */
seat: number, 
/**
 * Name of the player.
 */
name: string, } | { "kind": "renamed", 
/**
 * The seat.
 */
seat: number, 
/**
 * The new name.
 */
name: string, } | { "kind": "bot_set", 
/**
 * The seat.
 */
seat: number, 
/**
 * Level of the bot; none if the seat is free now.
 */
level: string | null, } | { "kind": "noted" } | { "kind": "sealed", 
/**
 * Commitment to the seed.
 */
commitment: string, } | { "kind": "reseeded", 
/**
 * Commitment to the new seed, if the game has begun.
 */
commitment: string | null, } | { "kind": "deal_discarded", 
/**
 * Seats that did not reveal their salt in time and are free now.
 */
seats: Array<number>, } | { "kind": "began", 
/**
 * Seat of the first player.
 */
first: number, 
/**
 * Events of the first draw.
 */
events: Array<EventView>, } | { "kind": "moved", 
/**
 * Seat that played.
 */
seat: number, 
/**
 * Its actions followed by the chance actions, in record notation.
 */
actions: Array<string>, 
/**
 * Resulting game events.
 */
events: Array<EventView>, 
/**
 * `revision` of the game afterwards.
 */
revision: number, 
/**
 * Name of the bot that chose the actions, if it was weaker than the seat's level because
 * the server was busy.
 */
weaker?: string, } | { "kind": "took_back", 
/**
 * Seat that proposed it.
 */
seat: number, 
/**
 * Number of actions left, including draws and reveals.
 */
actions: number, 
/**
 * `revision` of the game afterwards.
 */
revision: number, } | { "kind": "proposed", 
/**
 * Seat of the proposer.
 */
seat: number, 
/**
 * The proposal.
 */
what: Proposal, } | { "kind": "agreed", 
/**
 * Seat of the player.
 */
seat: number, } | { "kind": "declined", 
/**
 * Seat of the player.
 */
seat: number, } | { "kind": "said", 
/**
 * Seat of the author; none for a watcher.
 */
seat: number | null, 
/**
 * Name of the author.
 */
name: string, 
/**
 * Text of the message.
 */
text: string, 
/**
 * Id of the watcher at this table, for muting and reporting. None for seats and for
 * messages that predate ids.
 */
watcher: string | null, } | { "kind": "bot_took_over", 
/**
 * The seat.
 */
seat: number, 
/**
 * Level of the bot.
 */
level: string, } | { "kind": "came_back", 
/**
 * The seat.
 */
seat: number, } | { "kind": "resigned", 
/**
 * Seat of the player.
 */
seat: number, } | { "kind": "timed_out", 
/**
 * Seat of the player.
 */
seat: number, } | { "kind": "moved_seat", 
/**
 * The seats.
 */
seats: Array<number>, } | { "kind": "moderated", 
/**
 * The change.
 */
what: Moderated, } | { "kind": "person_erased" } | { "kind": "closed", 
/**
 * Reason given by the operator.
 */
reason: string, } | { "kind": "rematch_made", 
/**
 * Id of the new table.
 */
table: string, } | { "kind": "over", 
/**
 * Kind of ending.
 */
ending: Ending, 
/**
 * Final points of each seat.
 */
scores: Array<number>, 
/**
 * Seats that won.
 */
winners: Array<number>, 
/**
 * Secret seed of all draws.
 */
seed: string | null, };

/**
 * Summary of a table in a list.
 */
export type TableLine = { 
/**
 * Id of the table, used in links.
 */
id: string, 
/**
 * Family of the game.
 */
game: Family, 
/**
 * Rules of the land game, as in records.
 */
rules: string, 
/**
 * Occupants of the seats.
 */
seats: Array<Occupant>, 
/**
 * Colours of the seats.
 */
colours: Array<Colour>, 
/**
 * Time control.
 */
clock: ClockPlan | null, 
/**
 * Level of assistance.
 */
aid: Aid, 
/**
 * Current points of each seat.
 */
scores: Array<number>, 
/**
 * Number of tiles left to draw.
 */
tiles_left: number, 
/**
 * Time of the last event, in milliseconds since 1970.
 */
updated: number, };

/**
 * A page of a list of tables.
 */
export type TableList = { 
/**
 * The tables, most recently changed first.
 */
tables: Array<TableLine>, };

/**
 * Complete state of a table as sent to one client.
 */
export type TableView = { 
/**
 * Id of the table, used in links.
 */
id: string, 
/**
 * `seq` of the last event included.
 */
seq: number, 
/**
 * Number a move has to refer to; changes with the game, not with chat.
 */
revision: number, 
/**
 * Phase of the table.
 */
phase: Phase, 
/**
 * The seats, in order of play.
 */
seats: Array<SeatView>, 
/**
 * Seats of this client.
 */
yours: Array<number>, 
/**
 * True if this client owns the table.
 */
is_creator: boolean, 
/**
 * Number of watchers.
 */
watchers: number, 
/**
 * Visibility of the table.
 */
visibility: Visibility, 
/**
 * Level of assistance.
 */
aid: Aid, 
/**
 * Limit on undoing moves.
 */
undo: UndoPolicy, 
/**
 * Level of the bots that replace players.
 */
stand_in: string, 
/**
 * True if the creator of the table chose the seed or the order of tiles.
 */
is_deal_known: boolean, 
/**
 * Commitment to the draws, published before the first draw; none while clients may still
 * commit to salts.
 */
commitment: string | null, 
/**
 * State of the commitments to the draws.
 */
deal: DealView, 
/**
 * State of the clocks, if the table has a time control.
 */
clock: ClockView | null, 
/**
 * Pending proposal.
 */
proposal: ProposalView | null, 
/**
 * Id of the table of the rematch.
 */
rematch: string | null, 
/**
 * Restrictions set by the creator and the operator.
 */
moderation: ModerationView, 
/**
 * The game; before it has begun, its starting position.
 */
game: GameView, 
/**
 * Points of each seat if the game ended now; none at aid level `none`.
 */
standing: Array<StandingView> | null, 
/**
 * Events of the table, at most the last 500.
 */
events: Array<TableEvent>, };

/**
 * One term of a score, for example 5 tiles at 2 points each.
 */
export type TermView = { 
/**
 * Unit counted: `tile`, `shield`, `city` and so on.
 */
item: ItemName, 
/**
 * Number of units.
 */
count: number, 
/**
 * Points per unit.
 */
each: number, };

/**
 * Terrain of a feature.
 */
export type TerrainName = "field" | "road" | "city" | "river" | "monastery" | "garden" | "path" | "tower" | "house" | "courtyard";

/**
 * Number of remaining tiles of one kind.
 */
export type TileCount = { 
/**
 * Name of the tile kind.
 */
tile: string, 
/**
 * Number of tiles left.
 */
left: number, };

/**
 * Tokens of one kind held by a seat.
 */
export type TokenView = { 
/**
 * Kind of token, 1 to 9.
 */
kind: number, 
/**
 * Number held.
 */
held: number, 
/**
 * Number of them that can be used this turn.
 */
usable: number, };

/**
 * Goods of the players, and second turns.
 */
export type TradersView = { 
/**
 * Goods of each seat.
 */
goods: Array<GoodsView>, 
/**
 * Seats that would receive the points for each kind if the game ended now.
 */
leaders: GoodsLeaders, 
/**
 * True if the turn in progress is the second in a row, earned by the player's builder.
 */
is_second_turn: boolean, 
/**
 * True if the player whose turn it is has another turn after this one: the tile just placed
 * extended the road or city of the player's builder.
 */
earns_second_turn: boolean, };

/**
 * Payload of a push message: the recipient has to act. Encrypted for the browser; contains no
 * secrets.
 */
export type TurnPush = { 
/**
 * Id of the table.
 */
table: string, 
/**
 * `revision` of the game at the start of the turn.
 */
revision: number, 
/**
 * Names of the other players at the table; unnamed players are omitted.
 */
names: Array<string>, 
/**
 * Language of the notification.
 */
language: PushLanguage, };

/**
 * Limit on undoing moves, which requires the consent of all other players.
 */
export type UndoPolicy = "within_turn" | "past_draws";

/**
 * Result of verifying the draws of a record against the host's commitment.
 */
export type Verdict = { 
/**
 * True if the draws match the commitment.
 */
is_verified: boolean, 
/**
 * Otherwise, why they do not match or cannot be verified.
 */
reason: string | null, 
/**
 * The commitment.
 */
commitment: string | null, 
/**
 * The seed, once revealed.
 */
seed: string | null, 
/**
 * Number of draws verified.
 */
draws: number, 
/**
 * True if the seed also determines the first player.
 */
is_first_drawn: boolean, 
/**
 * True if the game was played to its end.
 */
is_finished: boolean, 
/**
 * Seats whose salts are part of the seed.
 */
contributors: Array<number>, 
/**
 * Initial contents of the bag, for clients that verify the draws themselves.
 */
bag: BagView, };

/**
 * Judgement of a played turn.
 */
export type VerdictName = "best" | "equal" | "inaccuracy" | "mistake" | "blunder";

/**
 * Visibility of a table.
 */
export type Visibility = "private" | "listed";

/**
 * A wall drawn between two buildings that close each other; it is not printed on a tile.
 */
export type WallView = { 
/**
 * Symbol in the sprite of pieces.
 */
symbol: string, 
/**
 * Midpoint of the tile side it stands on.
 */
at: BoardPoint, };

/**
 * A reference to a person at a table.
 */
export type Whom = { "kind": "seat", 
/**
 * The seat.
 */
seat: number, } | { "kind": "watcher", 
/**
 * Id of the watcher, as in their chat messages.
 */
id: string, };

/**
 * Coordinates of a cell.
 */
export type Xy = { 
/**
 * Cells east of the start cell.
 */
x: number, 
/**
 * Cells south of the start cell.
 */
y: number, };
