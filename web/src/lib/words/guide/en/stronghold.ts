import type { Guide } from '../guide';

export const guide: Guide = {
  title: 'The Castle',
  lead: 'A game for two. You build a town inside a wall, and the track on top of that wall is a game of its own.',
  sections: [
    {
      heading: 'Components',
      blocks: [
        'The wall encloses 76 cells, with start areas on its inside. There are 60 tiles. Each player has 6 followers and a keep; a marker runs along the wall and shows the points. After 99 it starts a second lap at 0, which now means 100.',
        'There are 18 wall tokens, two of each of the nine kinds. They are shuffled, and one lies face down on every corner tower of the wall but the first, at 0 and 1. The rest leave the game unseen, so you never know which ones are there.',
      ],
    },
    {
      heading: 'A turn',
      blocks: [
        {
          kind: 'list',
          items: [
            'Draw a tile and lay it.',
            'If you like, place one follower on it.',
            'Score what is finished.',
            'A player whose marker stops exactly on a corner tower takes the token there.',
          ],
        },
        'A tile lies inside the wall, with a whole side against a start area or another tile. Only paths have to match: a path must continue as a path, and may not meet a side without one. Towers, houses and courtyards may lie next to each other in any way, and anything may lie against the wall. A tile that fits nowhere leaves the game, and you draw another one.',
      ],
    },
    {
      heading: 'Followers and features',
      blocks: [
        'On a path a follower is a herald, in a tower a knight, in a house a squire, in a courtyard a merchant. It may not go where a follower already is. Followers meet only when features join.',
        {
          kind: 'table',
          rows: [
            ['Finished path', '1 per tile; 2 per tile if there is a well on it'],
            ['Finished tower', '2 per tile'],
            ['Finished house', '1 per tile'],
            ['Courtyard, at the end', '3 per market'],
          ],
        },
        'A path is finished when each of its ends meets a square, the wall or a building, or when it forms a ring. Paths end at a square, but not at a well. Towers and houses are finished when they are completely surrounded by other features or the wall, with no empty cell next to them. A tile counts once, and a start area counts as a tile for what it shows.',
        {
          kind: 'board',
          picture: 'stronghold.tower',
          caption:
            'Together with the start area, the tower has two tiles and is finished: 4 points for a knight placed now.',
        },
        {
          kind: 'board',
          picture: 'stronghold.path',
          caption:
            'Blue’s path ends at the wall in the west and is still open in the east. It has a well, so each of its tiles will score 2.',
        },
        'The followers of a finished feature go home at the end of the turn. Merchants stay until the end of the game.',
      ],
    },
    {
      heading: 'Ties score nothing',
      blocks: [
        'The player with more followers on a feature gets all its points. If both have the same number, neither does.',
        {
          kind: 'board',
          picture: 'stronghold.tie',
          caption:
            'The bend joins two paths into one of five tiles with a well. Each player has one herald there, so neither gets the 10 points.',
        },
        'If a tile finishes several features, the player who laid it scores their own first, then the opponent’s, and chooses the order within each group. This matters for the tokens.',
      ],
    },
    {
      heading: 'The keep',
      blocks: [
        'When you score your first house, put your keep on it. When you later score a larger one, move it there. Size means tiles, not points.',
        {
          kind: 'board',
          picture: 'stronghold.house',
          caption: 'Red’s house now has three tiles: 3 points, and the keep moves here from a house of one tile.',
        },
      ],
    },
    {
      heading: 'Wall tokens',
      blocks: [
        'A marker that comes to rest on one of the two spaces of a corner tower takes its token, on either player’s turn. Passing by takes nothing, on the second lap as on the first. A token can be used once, in one of your own turns, starting with the next. Those marked “end” are used at the end, whenever you took them.',
        {
          kind: 'table',
          rows: [
            ['1', 'another whole turn after this one'],
            ['2', 'double points for a finished tower'],
            ['3', 'double points for a finished house'],
            ['4 (end)', 'an unfinished path counts: 1 per tile, 2 with a well'],
            ['5 (end)', 'an unfinished tower counts: 2 per tile'],
            ['6 (end)', 'an unfinished house counts: 1 per tile'],
            ['7 (end)', 'the markets of one courtyard score 4 instead of 3'],
            ['8 (end)', 'your keep counts as 2 tiles larger'],
            ['9 (end)', '5 points'],
          ],
        },
        'For 2 to 7, you must have more followers there than your opponent. At most one token is used on a feature. At the end, the game itself puts your tokens to their best use.',
      ],
    },
    {
      heading: 'The end',
      blocks: [
        'The game ends with the turn in which the last tile is laid. Then come the keep, the courtyards and the tokens:',
        {
          kind: 'list',
          items: [
            'The larger keep scores the largest gap inside the wall: 1 point for each empty cell. Equal keeps score nothing; a keep without a rival counts as the larger one.',
            'Each courtyard scores 3 points per market for the player with more merchants in it.',
            'Unfinished paths, towers and houses score nothing without a token.',
          ],
        },
        {
          kind: 'board',
          picture: 'stronghold.end',
          caption:
            'The end of a very short game. Red has the larger keep, and each player has a merchant with two markets.',
        },
        'The most points win; equal points are a draw.',
      ],
    },
  ],
};
