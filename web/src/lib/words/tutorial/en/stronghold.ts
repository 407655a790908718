export const lesson = {
  welcome:
    'Welcome to The Castle, a game for two. We build a town inside this wall. The score track runs along the top of the wall. On the inside are start areas: there a tile may begin. A whole game has 60 tiles; we play with 12.',
  'tower.tile':
    'Lay each tile against a start area or against a tile, side to side. Only paths have to match; all else may meet as it likes. Lay this tile at the start area in the west, so that its tower meets the tower there.',
  'tower.figure': 'Place a follower on the tile: in a tower it is a knight.',
  'tower.scored':
    'The tower is finished, for nothing is open around it. A tower gives 2 points a tile, and the start area counts as a tile: 4 points. The knight comes home at the end of the turn.',
  'house.theirs':
    'Your neighbour lays a house against the start area in the north: two tiles at 1 point each. For the first house one scores, one puts the keep on it. At the end the larger keep is worth a lot.',
  'token.tile':
    'A path must go on, so lay the tile north of yours, with the house towards the wall. The wall closes it: a house of one tile, finished at once.',
  'token.figure': 'Place a follower in the house, as a squire.',
  'token.taken':
    'One point, and your marker moves from 4 to 5. It stops exactly on a corner tower and takes the token there: “Another turn”. Passing by gives nothing. You may use it from your next turn on. And your keep stands on its first house.',
  'path.theirs':
    'Your neighbour leads the path to the wall, where it ends, and places a herald. There is a well on it: a path with a well gives 2 a tile instead of 1. Only the end in the east is open.',
  'path.tile': 'Let us do something about that. Lay this tile beside the house, with its path leading south.',
  'path.figure': 'Place a herald on your new path. The two paths are not joined yet, so you may.',
  'path.token':
    'Your turn is at its end. Now use the token and take another turn, before your neighbour can close the path.',
  'tie.tile': 'Lay the bend in the corner, so that it joins the two paths.',
  'tie.figure': 'The path is taken. No follower this time.',
  'tie.scored':
    'The path is finished: 5 tiles with a well, 10 points. But each of you has one herald on it. In The Castle a tie gives nobody anything, so your neighbour loses 10 points. Both heralds come home.',
  'tower.theirs': 'Your neighbour begins a tower at the start area in the east.',
  'house.tile': 'A house round a corner. Lay it to the north, so that it joins the house on your last but one tile.',
  'house.figure': 'Place a squire. The house is still open to the east.',
  'tower.done':
    'The tower in the east is finished: three tiles with the start area, 6 points. Your neighbour’s marker goes from 2 to 8 and passes the corner tower; that takes no token anyway.',
  'keep.tile': 'This closes your house. Lay it to the east of it.',
  'keep.figure': 'The house is taken, by you. Keep your followers at hand.',
  'keep.moved':
    'A house of three tiles, 3 points. It is larger than the house your keep stood on, so the keep moves there. Your neighbour’s stands on a house of two.',
  'merchant.theirs':
    'Your neighbour enlarges the courtyard in the north to two markets and lays a merchant there. Merchants stay to the end.',
  'merchant.tile':
    'The last tile. Its market belongs beside the market on your path tile: lay it there, courtyard to courtyard.',
  'merchant.figure': 'Lay a merchant in the courtyard.',
  'final.keep':
    'The game is over. Your keep is the larger, 3 tiles against 2. For that you score the largest gap inside the wall, 1 point for each empty cell: 64. So much is only in a lesson of 12 tiles; after a whole game it is about ten.',
  'final.courtyards':
    'Each courtyard gives 3 points a market to whoever has the most merchants in it: 6 for you, 6 for your neighbour. Unfinished paths, towers and houses give nothing, unless a token says so. You win, 78 to 14.',
  done: 'Now you know The Castle: finish things, count your steps along the wall, break your neighbour’s features by a tie, and look after your keep. Try it against a bot.',
} as const;
