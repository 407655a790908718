export const lesson = {
  welcome:
    'Welcome! We build a map together, tile by tile, and our people earn points on it. You play red, your neighbour plays blue. The start tile is already there: a city above, a road across, fields on both sides of it.',
  'road.tile':
    'You have drawn a straight road. A tile must lie beside another one, and every side must match what lies next to it: road to road, city to city, field to field. Choose the marked cell to the right of the start tile: the tile turns so that the road continues.',
  'road.figure':
    'Now you may place one meeple, on the tile you have just laid. What it becomes depends on where it stands. Put it on the road: there it is a highwayman. Then confirm the turn.',
  crossing:
    'Your neighbour lays a crossing at the other end. Roads end at crossings, so your road now has one end. A road with a meeple on it is taken, however long it is. So your neighbour chooses another one, going south.',
  'monastery.tile':
    'A monastery with a road up to it. A road also ends at a monastery. Lay it on the right, and your road has both its ends.',
  'monastery.figure':
    'The road will be scored in a moment anyway. So send a meeple into the monastery, as a monk. A monastery scores 1 point for itself and 1 for each of the eight tiles around it.',
  'road.scored':
    'Your road is finished: it covers 4 tiles, so you get 4 points. The highwayman comes home and can be used again. A road is finished when both its ends are closed, or when it forms a ring.',
  'city.theirs': 'Your neighbour begins a city and puts a knight in it. It faces the gap above the start tile.',
  'city.tile':
    'You have drawn a city too. You may not enter a city that holds a meeple. But you can begin one of your own, right across the gap. Lay the tile above your road and rotate it (tap it again, or press R) until its city faces the gap.',
  'city.figure': 'Put a knight in your city.',
  'road.theirs':
    'Your neighbour makes the road longer. A highwayman is already there, so no other meeple can be placed on it.',
  'join.tile':
    'A city on three sides, with a shield! It fills the gap exactly. It joins your city, your neighbour’s city and the one on the start tile.',
  'join.figure':
    'The city is taken now, and there is no need for a farmer yet. Choose “no meeple”. You never have to place one.',
  'join.scored':
    'A finished city scores 2 points per tile and 2 for each shield: 4 × 2 + 2 = 10. Each of you has one knight in it, so each of you gets all 10 points. With two knights against one, the two would have taken everything. All knights come home, even those who got nothing.',
  'second.theirs': 'Your neighbour begins another city, further north.',
  'field.tile':
    'Green land is a field, and roads and cities are its borders. Lay the bend above your monastery, which benefits from every neighbour, with both ends of the road pointing away from the map.',
  'field.figure':
    'Now lay a meeple on the larger field, outside the bend. It is a farmer and stays until the end of the game. Then the field scores 3 points for each finished city beside it. The large city is one.',
  'second.scored':
    'Your neighbour closes the small city: two tiles, 4 points, and the knight comes home. The fields around it are not claimed yet.',
  'fields.tile':
    'Part of a city with a shield, and green on the other two sides. Lay it so that the green joins both: your farmer’s field and the land around the small city. They become one field, and it is yours.',
  'fields.figure': 'Put a knight into the city corner. It may never be finished, but it will still score.',
  'road.longer': 'Your neighbour’s road keeps growing.',
  'last.tile': 'Your last tile. Lay it to the right of the monastery: one more neighbour for your monk.',
  'last.figure': 'A meeple left at home is worth nothing at the end. Place it on the road.',
  end: 'That was the last tile, and the game ends. Now everything still on the map is counted.',
  'final.open':
    'Unfinished features count less. Your monastery: itself and 4 tiles around it, 5 points. Your city: 1 per tile and 1 per shield, 2 points. Your road: 1. Your neighbour’s road: 4 tiles, 4 points.',
  'final.fields':
    'Fields come last. Your farmer’s field touches two finished cities, at 3 points each: 6. It does not matter who built them. Final score: 28 to 18. You win!',
  done: 'Now you know the game: lay a tile, place a meeple if you like, score what is finished. When several players meet on one feature, the one with the most meeples wins it, and a tie pays each of them. Try it against a bot.',
} as const;
