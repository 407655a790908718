/** Notifications of the player's turns. */
export const push = {
  'push.offer': 'Turn on notifications of your turns? They come even when this page is closed.',
  'push.offer.yes': 'Turn on',
  'push.offer.no': 'Not now',
  'push.on': 'You will be notified when it is your turn.',
  'push.switch': 'Notifications of my turns',
  'push.about': 'In all your correspondence games in this browser.',
  'push.denied': 'Notifications from this site are blocked. Allow them in your browser’s settings.',
  'push.install':
    'On an iPhone or iPad notifications come to an installed page only. Add this page to the Home Screen (Share button), open it there and paste the link of “Play on from another device”.',
  'push.unsupported': 'This browser does not support notifications from websites.',
  'push.failed': 'The browser could not reach its notification service. Try again later.',
  'problem.push/off': 'This server sends no notifications for this table.',
  'problem.push/bad_subscription': 'This server does not know the notification service of this browser.',
} as const;
