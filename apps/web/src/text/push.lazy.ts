import { product } from '@parley/domain'

/** Texts of pushes (decision I2). The service worker has them, so that they come with the page and not with the push. */
export const pushText = {
  offer: 'An offer needs you',
  offerNews: 'News about an offer',
  table: 'A table needs you',
  tableNews: 'News about a table',
  /** For a push that this version can't read. */
  unread: `News from ${product.name}`,
  with: (other: string) => `With ${other}`,
} as const

/** Settings of notifications. */
export const closedText = {
  title: `When ${product.name} is closed`,
  notify: 'Notify me in this browser',
  notifyText: 'Says “An offer needs you” and a short address. Nothing else.',
  offers: 'Offers',
  offersText: 'Received, accepted, declined or returned.',
  reminders: 'Remind me before an offer expires',
  remindersText: '24 hours and 1 hour ahead, by chain time.',
  tables: 'Tell me when it’s my turn at a table',
  tablesText: 'Not while you are sitting at it.',
  escrow: 'What is stuck in escrow',
  escrowText: 'Expired, not returned, or asking for an NFT that has moved.',
  until: (day: string) => `Signed in until ${day}`,
  untilText: 'Notifications end with the sign-in.',
  signOut: 'Sign out',
  endedOther: (who: string) =>
    `You were getting notifications here for ${who}. They stopped because another wallet has signed in. You can turn them on for this one in your inbox.`,
  endedOwn: 'Notifications in this browser ended with your last sign-in. You can turn them on again in your inbox.',
  signInFirst: 'Sign in first: notifications belong to a sign-in, and end with it.',
  signIn: 'Sign in',
  states: {
    unsupported: 'This browser can’t notify you while the page is closed.',
    'home-screen':
      'On this device, add the page to your Home Screen first (Share, then Add to Home Screen), and open it there.',
    denied: 'Your browser blocks notifications from this site. Allow them in its site settings, and try again.',
    'push-off': 'This site sends no notifications.',
    failed: 'The browser’s push service couldn’t be reached. Try again later.',
    refused: 'The server didn’t accept this browser’s push service.',
    'signed-out': 'You have been signed out. Sign in and try again.',
  },
} as const
export type PushTrouble = keyof typeof closedText.states
