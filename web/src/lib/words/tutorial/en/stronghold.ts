export const lesson = {
  welcome:
    'Welcome to The Castle, a game for two. We build a town inside this wall. The score track runs along the top of the wall. On the inside are start areas, where a tile may begin. A full game has 60 tiles; we play with 12.',
  'tower.tile':
    'Lay each tile next to a start area or another tile, side to side. Only paths have to match; everything else may meet freely. Lay this tile at the start area in the west, so that its tower meets the tower there.',
  'tower.figure': 'Place a follower on the tile: in a tower, it is a knight.',
  'tower.scored':
    'The tower is finished, because nothing is open around it. A tower scores 2 points per tile, and the start area counts as a tile: 4 points. The knight comes home at the end of the turn.',
  'house.theirs':
    'Your neighbour lays a house against the start area in the north: two tiles at 1 point each. The first house a player scores gets that player’s keep. At the end, the larger keep is worth a lot.',
  'token.tile':
    'A path must continue, so lay the tile north of yours, with the house towards the wall. The wall closes it: a house of one tile, finished at once.',
  'token.figure': 'Place a follower in the house, as a squire.',
  'token.taken':
    'One point, and your marker moves from 4 to 5. It stops exactly on a corner tower and takes the token there: “Another turn”. Passing by gives nothing. You may use it from your next turn. And your keep now stands on its first house.',
  'path.theirs':
    'Your neighbour leads the path to the wall, where it ends, and places a herald. There is a well on it: a path with a well scores 2 per tile instead of 1. Only the eastern end is open.',
  'path.tile': 'Let us do something about that. Lay this tile beside the house, with its path leading south.',
  'path.figure': 'Place a herald on your new path. The two paths are not joined yet, so you may.',
  'path.token': 'Your turn is over. Now use the token and take another turn, before your neighbour can close the path.',
  'tie.tile': 'Lay the bend in the corner, so that it joins the two paths.',
  'tie.figure': 'The path is taken. No follower this time.',
  'tie.scored':
    'The path is finished: 5 tiles with a well, 10 points. But each of you has one herald on it. In The Castle, a tie scores nothing, so your neighbour misses out on 10 points. Both heralds come home.',
  'tower.theirs': 'Your neighbour begins a tower at the start area in the east.',
  'house.tile':
    'A house around a corner. Lay it in the north, so that it joins the house on the tile before your last.',
  'house.figure': 'Place a squire. The house is still open to the east.',
  'tower.done':
    'The tower in the east is finished: three tiles with the start area, 6 points. Your neighbour’s marker goes from 2 to 8 and passes the corner tower, which takes no token.',
  'keep.tile': 'This tile closes your house. Lay it to the east of the house.',
  'keep.figure': 'You already hold the house. Keep your followers in hand.',
  'keep.moved':
    'A house of three tiles, 3 points. It is larger than the house your keep stood on, so the keep moves there. Your neighbour’s stands on a house of two.',
  'merchant.theirs':
    'Your neighbour enlarges the courtyard in the north to two markets and places a merchant there. Merchants stay until the end.',
  'merchant.tile':
    'The last tile. Its market belongs beside the market on your path tile: lay it there, courtyard to courtyard.',
  'merchant.figure': 'Place a merchant in the courtyard.',
  'final.keep':
    'The game is over. Your keep is the larger one, 3 tiles against 2. For that you score the largest gap inside the wall, 1 point for each empty cell: 64. It is this large only because the lesson has 12 tiles; after a full game it is about ten.',
  'final.courtyards':
    'Each courtyard scores 3 points per market for the player with the most merchants in it: 6 for you, 6 for your neighbour. Unfinished paths, towers and houses score nothing without a token. You win, 78 to 14.',
  done: 'Now you know The Castle: finish features, count your steps along the wall, spoil your neighbour’s features with a tie, and grow your keep. Try it against a bot.',
} as const;
