/** Tables on this device, and installation. */
export const local = {
  'where.label': 'Where to play',
  'where.device.name': 'On this device',
  'where.device.about': 'Starts at once, and works without a network. The game stays in this browser.',
  'where.server.name': 'On the server',
  'where.server.about': 'Continue on another device, and share a link to the game.',

  'local.damaged': 'Damaged game',
  'local.delete': 'Delete the game',
  'local.delete.sure': 'Delete this game? It is stored only on this device and cannot be restored.',

  'install.action': 'Install Bastide',
  'install.about': 'Opens in its own window and works without a network.',
  'install.ios':
    'On an iPhone or iPad: tap the Share button, then “Add to Home Screen”. It then works without a network.',

  'local.unsaved':
    'This game is not saved: the browser stores nothing for this page, or there is no space left. Save the record before you close it.',
  'local.save_record': 'Save the record',
  'local.export': 'Save the stored data',
  'local.rescued': {
    one: 'The beginning of the game can be read: {n} turn. Continue from there with newly shuffled tiles, or save the record.',
    other:
      'The beginning of the game can be read: {n} turns. Continue from there with newly shuffled tiles, or save the record.',
  },
  'local.rescued.go_on': 'Continue from there',

  'local.publish': 'Publish on the server',
  'local.publish.about': 'Puts a copy on the server, with a link to share. The game on this device stays.',
  'local.publish.sure':
    'Publish this game? A copy goes to the server, visible only with its link; no list shows it. The game on this device stays as it is.',
  'local.publishing': 'Publishing…',
  'local.offline': 'Continue offline',
  'local.offline.about':
    'Continues from here on this device, with newly shuffled tiles. The table on the server stays.',

  'verify.local':
    'This device chose the seed and committed to it before the first draw. Now this page has recalculated every draw. If you would rather not trust this page, save the record and run “bastide verify” on it.',

  'problem.local/damaged':
    'The data of this game is damaged or comes from another version of Bastide. Save it before you delete the game.',
  'problem.local/no_engine':
    'Your game is still on this device, but the program that plays it could not be loaded, or belongs to another version of this page. Check your connection and load the page again.',
  'problem.local/stopped':
    'The game has stopped because of an error. Load the page again; it continues from the last saved move.',
  'problem.local/other_tab': 'Another tab changed this game at the same time.',
} as const;
