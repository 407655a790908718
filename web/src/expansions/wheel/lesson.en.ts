/** The texts of the lesson, by the keys in its steps. */
export const lesson = {
  welcome:
    'Welcome to the Wheel of Fortune! You should already know the base game; this lesson shows what is new. Instead of a start tile there is this block with a wheel of six sectors. A pig walks around it clockwise and is now on Fortune. You play red, your neighbour plays blue.',
  'city.tile':
    'Roads, cities and fields on the block continue like those of any tile, and each of its cells counts as one tile. In the east it shows a piece of a city. You have a corner of a city with a shield: lay it there, so that the city continues north.',
  'city.figure': 'Put a knight in the city.',
  tax: 'Your neighbour has drawn a tile with a small wheel and a 1. First the pig moves 1 sector, to Tax: for each of your knights you get 1 point for every shield and every knight of yours in its city. That is 2 points for you, and your neighbour has no knight. Only then is the tile laid: a road that leads away from the wheel.',
  'close.tile': 'This tile closes your city. Lay it in the north, with the city to the south.',
  'crown.figure':
    'The knight comes home anyway. Instead of placing a meeple on the tile, you may bet on the wheel: put it on a crown space. The pig walks 1 to 3 sectors at a time, so Storm, two sectors ahead, is a good guess. It has two crown spaces; take either.',
  'close.scored': 'The city is finished: 3 tiles, one of them a cell of the block, and a shield. 3 × 2 + 2 = 8 points.',
  'crown.theirs':
    'Your neighbour finishes the road: it ends at the wheel and at the monastery, 3 tiles, 3 points. Your neighbour bets too, on Inquisition. That sector has a single crown space.',
  storm:
    'You have drawn a 2. The pig passes Famine, which does nothing, and stops on Storm: each player gets 1 point for each figure at home. You both have 6 there, so 6 points each. Then the crown spaces of the sector are scored: you are alone on one of the two, and that is worth 6 more! If both were taken, each would get 3. Your meeple comes home.',
  'storm.tile': 'Now you lay the tile that moved the pig. Lay the bend on the road that leaves the wheel to the north.',
  'storm.figure': 'Place a highwayman on the road.',
  'city.theirs':
    'Your neighbour closes the small city in the south and scores it with a knight at once: 2 tiles, 4 points.',
  'monk.tile':
    'A monastery. The cells of the block also count as tiles around it: lay it in the gap in the east, and 6 of its 8 neighbours are already there.',
  'monk.figure': 'Send a monk into the monastery.',
  inquisition:
    'A 1 for your neighbour: the pig stops on Inquisition, and each player gets 2 points for each of their monks. That is 2 for you. Your neighbour’s bet scores 3 points, for the single crown space. Now your neighbour bets on Plague.',
  'plague.figure':
    'You have drawn a 1, and the pig is on Plague. Each player must take one figure home from the land, without points. The player whose turn it is chooses first. Your monastery is nearly finished, so give up the highwayman: choose him.',
  'plague.tile':
    'Now the tile, a straight road. Lay it north-east of your monastery, beside your city, with the road from north to south. It is one more neighbour for your monk.',
  'farmer.figure':
    'Figures that came home may be placed again in the same turn. Lay a farmer on the field to the west: it touches your finished city.',
  'plague.skipped':
    'And your neighbour? Plague takes nothing from crown spaces, and a player with no figure on the land skips it. Worse: alone on one of the two spaces of Plague, your neighbour got 6 points for that bet.',
  'road.theirs': 'Your neighbour takes the road in the west. Its first tile is a cell of the block.',
  'fortune.tile':
    'Another 1: the pig is back on Fortune. That sector pays only the player who drew the tile: 3 points for you. Now lay the bend in the last gap beside your monastery.',
  'fortune.figure':
    'Place a highwayman on the road. On the wheel, a meeple would be worth nothing at the end of the game.',
  'monk.scored': 'All eight cells around the monastery hold tiles: 9 points, and the monk comes home.',
  end: 'Your neighbour lays the last tile, with a monk. The game ends, and everything still on the map is counted as always.',
  'final.open':
    'Unfinished: your road has 2 tiles, 2 points. Your neighbour gets 3 points for the road and 6 for the monastery.',
  'final.fields':
    'Your farmer’s field reaches around the finished road and touches two finished cities: 6 points. Fields always count with the wheel. Final score: 44 to 31. You win!',
  done: 'Now you know the wheel. Watch where the pig may stop next: keep figures at home for Storm, farmers beside cities for Famine, and bet where you would be alone. Try it against a bot.',
} as const;
