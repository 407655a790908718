/** Notifications of one's turns. */
export const push = {
  'push.offer': 'Get a notification when it is your turn, even when this page is closed?',
  'push.offer.yes': 'Notify me',
  'push.offer.no': 'Not now',
  'push.on': 'You will be notified when it is your turn.',
  'push.switch': 'Notify me of my turns',
  'push.about': 'In all your correspondence games in this browser.',
  'push.denied': 'Notifications are blocked for this site. Allow them in the settings of your browser.',
  'push.unsupported': 'This browser does not support notifications from sites.',
  'push.failed': 'The browser could not reach its notification service. Try again later.',
  'problem.push/off': 'This server sends no notifications for this table.',
  'problem.push/bad_subscription': 'This server does not know the notification service of this browser.',
} as const;
