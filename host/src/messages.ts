import type { AgentStatus } from '@inbox/domain';

/** What the shell says from its first paint on; a part that is loaded later has texts of its own beside it. */
export const messages = {
  product: 'Inbox',
  refresh: { idle: 'Refresh', refreshing: 'Refreshing', refreshed: 'Refreshed' },
  status: {
    label: 'Your status',
    names: { online: 'Online', offline: 'Offline', break: 'Break', logout: 'Logout' } satisfies Record<
      AgentStatus,
      string
    >,
    failed: 'Your status could not be changed. Please try again.',
  },
  connection: {
    connecting: 'Connecting',
    live: 'Live',
    catchingUp: 'Catching up',
    offlineSince: (clock: string) => `Offline since ${clock}`,
    longOutage: 'The inbox could not reconnect. New messages may be missing here.',
    tryAgain: 'Try again',
  },
  forgetDevice: 'Forget this device',
  forgotten: 'Forgotten. This browser stores nothing that you see until you sign in again.',
  sessionExpired: 'Session expired. Redirecting to Login Page...',
  notificationsBlocked: 'Notifications are blocked for this page. Allow them in the settings of your browser.',
  theme: { label: 'Appearance', light: 'Light', dark: 'Dark', system: 'System' },
  /** The letters are what is to be seen: who speaks to the machine names them (WCAG 2.5.3). */
  account: (name: string, letters: string) => `${letters}, account of ${name}`,
  skipTo: (title = 'content') => `Skip to ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  emptySlot: 'Nothing is installed here.',
  banners: {
    disabled: 'Messaging is not enabled for your account. Please contact support.',
  },
  shortcuts: 'Keyboard shortcuts',
  signIn: 'Sign-in and security',
  notNow: 'That cannot be done right now.',
  overlayFailed: 'This could not be loaded. Please try again.',
  retry: 'Retry',
  widthOf: { list: 'Width of the ticket list', side: 'Width of the details' },
  moreLinks: 'More links',
  allLinks: 'Inbox and other pages',
  notSubscribed: {
    title: 'Feature not subscribed!',
    text: 'Your account does not include the inbox. Please contact support to have it enabled.',
  },
  signedOut: {
    title: 'You are signed out',
    notNotified:
      'The server could not be reached: it does not know of it yet. This browser tells it as soon as it can, also on a later page.',
    notEncrypted:
      'What this browser has stored for you could not be encrypted, so others can read it. Sign in again to send or discard what is not sent.',
    login: 'Go to the sign-in page',
  },
  links: {
    inbox: 'Inbox',
    insights: 'Insights',
    orders: 'Orders',
    abandonedCheckout: 'Abandoned checkout',
    codToPaid: 'COD to paid',
    geoAnalysis: 'Geo analysis',
    connect: 'Connect (beta)',
    scheduleBroadcast: 'Schedule broadcast',
    nonDeliveryReports: 'Non delivery reports',
    netPromoterScores: 'Net promoter scores',
    returnCenter: 'Return center',
    chatbot: 'Chatbot',
    settings: 'Settings',
  },
} as const;
