/** The texts of the lesson, by the keys in its steps. */
export const lesson = {
  welcome:
    'Welcome! This is the base game with three new buildings: bridges, castles and barns. They are shared: there are 12 bridges, 6 castles and 6 barns for both of you. In each turn you may build one of them, before you place a figure. You play red, your neighbour plays blue.',
  'bridge.tile':
    'Only field! Without bridges it could never lie at the end of a road. Lay it to the right of the start tile: because two of its opposite sides are only field, the road crosses it on a bridge. You see the bridge before you confirm.',
  'bridge.figure': 'A bridge is a piece of the road. Place a highwayman on it.',
  crossing: 'Your neighbour closes the road in the west with a crossing and takes the road to the south.',
  'road.tile':
    'At the far end of a bridge, the next tile must show a road. Lay the monastery there: a road ends at it.',
  'road.figure':
    'Your road scores in a moment. Lay a farmer on the field around the monastery: he will be needed soon. The field continues under the bridge; bridges never divide fields.',
  'road.scored':
    'The road is finished: 1 point for each of 3 tiles with a printed road and 3 for the bridge, 6 points. No road is printed under your bridge, so that tile adds nothing of its own. In an unfinished road, at the end, a bridge scores only 1.',
  'city.theirs': 'Your neighbour begins a city with a knight. It faces the gap above the start tile.',
  'city.tile': 'Begin one of your own on the other side of the gap. Rotate the tile until its city faces the gap.',
  'city.figure': 'Put a knight in it.',
  'farmer.theirs': 'Your neighbour makes the road longer and lays a farmer on the field to the west of it.',
  'barn.tile':
    'Another city. Lay it above the monastery, with the city to the north. Then four tiles meet at one corner of it, and all four corners are the field of your farmer.',
  'barn.build':
    'There you may build a barn: all four corners must be the same field, and one of your farmers must lie on it. He moves in. Choose the barn.',
  'barn.figure': 'A building is not a figure, so you may still place one. Put a knight in the new city.',
  'barn.scored':
    'When you build a barn, you get 1 point for each farmer on the map, of both colours: 2 points. In the barn he is still your farmer, and the field will be scored at the end as always.',
  'road.theirs': 'Your neighbour’s road continues. No figure can be placed on this tile: everything on it is taken.',
  'castle.tile': 'Now you can close your small city in the north: two parts, 4 points. But there is something better.',
  'castle.build':
    'A city of exactly two parts may become a castle. It then scores nothing, but its knight becomes a lady. Build the castle.',
  'castle.figure': 'Save your meeples for now. Choose “no meeple”.',
  'castle.built':
    'Your lady is in the castle. In a later turn you may take her back instead of placing a figure. Then she scores 1 point for each knight and each lady on the map, of both colours. The more knights, the better; and for fields, a castle counts as a finished city.',
  'monk.theirs': 'Your neighbour lays a monastery and sends a monk there.',
  'lady.tile': 'A city on three sides, with a shield. It fills the gap and joins your city and your neighbour’s.',
  'lady.figure':
    'Now is the moment: the two knights will go home in this turn. Take your lady back: that is scored first, while they still stand there.',
  'lady.scored':
    'Two knights and the lady: 3 points. Then the city: 4 tiles and a shield, 4 × 2 + 2 = 10 points for each of you, because each has one knight in it.',
  end: 'Your neighbour closes the road with a crossing, 4 tiles, 4 points, and takes another one. That was the last tile.',
  'final.open':
    'Unfinished: the neighbour’s monastery with 3 tiles around it, 4 points, and a road of one tile, 1 point.',
  'final.fields':
    'Your farmer in the barn: his field touches the large city and the castle, 2 × 3 = 6 points. The neighbour’s farmer touches no city. Final score: 27 to 19. You win!',
  done: 'Now you know the buildings: bridges for long roads, a castle when there are many knights, a barn when there are many farmers. One building per turn. Try it against a bot.',
} as const;
