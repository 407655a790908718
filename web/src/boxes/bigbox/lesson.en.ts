/** The texts of the lesson, by the keys in its steps. */
export const lesson = {
  welcome:
    'Welcome! This is the base game with fields and two expansions: inns and cathedrals, traders and builders. Each of you has three more figures: a large meeple, a builder and a pig. You play red, your neighbour plays blue.',
  'inn.tile':
    'A straight road with an inn by its pond. A finished road with an inn scores 2 points for each tile instead of 1; unfinished at the end, it scores nothing. Lay the tile to the right of the start tile.',
  'inn.figure': 'Place a highwayman on the road.',
  crossing:
    'Your neighbour ends your road in the west with a crossing, and takes the road to the south. One end less to worry about.',
  'builder.tile': 'Make your road longer: lay this tile at its eastern end.',
  'builder.figure':
    'Your highwayman already owns this road, so no other meeple may be placed on it, but your builder may. Place the builder on the road.',
  wine: 'Your neighbour begins a city that shows grapes, the sign of wine, and puts a knight in it. Goods go to the player who finishes the city, not to its owner.',
  'extend.tile':
    'This curve extends the road of your builder. That is what the builder is for: after this turn you take another one at once. Lay it at the end of your road, so that the road turns south.',
  'extend.figure': 'Lay a farmer on the field to the south, inside the curve. You will soon see why.',
  'second.tile':
    'Your second turn. It never brings a third one, even if you extend the road again. Lay the monastery below the curve: the road ends at it and is finished.',
  'pig.figure':
    'The field around the monastery is the field of your farmer, so you may place your pig on it. It counts for no majority, but each finished city beside this field will be worth 4 points to you instead of 3. Place the pig.',
  'road.scored':
    'The road has 6 tiles and an inn: 6 × 2 = 12 points. Highwayman and builder come home; the pig stays to the end.',
  cathedral:
    'A cathedral! Finished, this city will score 3 points for each tile instead of 2. Unfinished at the end, it will score nothing. It would be a pity to leave it to your neighbour.',
  'large.tile': 'Begin a city of your own beside it: lay this tile above the inn, with its city to the north.',
  'large.figure':
    'Now choose the large meeple: switch the figure in the bar, or press M. It counts as two when you compare knights. Put it in the new city.',
  cloth: 'Your neighbour begins another city in the east. It shows cloth.',
  'join.tile':
    'A corner of a city with grain. Lay it in the north so that it joins your city and the cathedral: rotate it until it has city to the west and to the south.',
  'join.figure':
    'Your large meeple against one knight: two to one, the city is yours. And as you have a meeple in it, your builder may go there. Place the builder.',
  'cloth.closing': 'Your neighbour closes the city with the cloth in the north. Only the east is open.',
  'west.tile':
    'Close the city with the cathedral in the west. The tile extends the city of your builder, so another turn follows.',
  'west.figure': 'Lay a farmer on this field. It touches the city that you are about to finish.',
  'close.tile': 'Your second turn, and the right tile: close the city in the north.',
  'close.figure': 'Nothing more is needed here. Choose “no meeple”.',
  'city.scored':
    'Finished: 7 tiles with a cathedral, 7 × 3 = 21 points, all for you, since your large meeple counts as two. You laid the last tile, so you also take the goods: 1 wine and 1 grain.',
  end: 'Your neighbour finishes the city in the east: 3 tiles, 6 points, and 1 cloth. That was the last tile.',
  'final.fields':
    'Now the fields. The field with your pig touches two finished cities: 2 × 4 = 8 points. The small field in the west has no pig: 3 points. Your neighbour’s unfinished road scores 1.',
  'final.goods':
    'Last, the goods: 10 points for the most of each kind. Wine and grain are yours, 20 points; cloth is your neighbour’s, 10 points. Final score: 64 to 17. You win!',
  done: 'Now you know both expansions. Finish what has an inn or a cathedral, put your builder where you will build on, and count the goods. In the big box the river and the abbots join in. Try it against a bot.',
} as const;
