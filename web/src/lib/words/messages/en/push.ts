/** Notifications of the player's turns. */
export const push = {
  'push.offer': 'Get a notification when it is your turn? It arrives even when this page is closed.',
  'push.offer.yes': 'Turn on',
  'push.offer.no': 'Not now',
  'push.on': 'You will be notified when it is your turn.',
  'push.switch': 'Notify me when it is my turn',
  'push.about': 'For all your correspondence games in this browser.',
  'push.denied': 'Notifications from this site are blocked. Allow them in your browser’s settings.',
  'push.install':
    'On an iPhone or iPad, notifications work only for an installed page. Add this page to the Home Screen (Share button), open it there and paste the link from “Continue on another device”.',
  'push.unsupported': 'This browser does not support notifications from websites.',
  'push.failed': 'The browser could not reach its notification service. Try again later.',
  'problem.push/off': 'This server sends no notifications for this table.',
  'problem.push/bad_subscription': 'This server does not support the notification service of this browser.',
} as const;
