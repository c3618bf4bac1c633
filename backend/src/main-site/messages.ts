/** Pages that the inbox links to, by their path. */
const pages: ReadonlyMap<string, string> = new Map([
  ['insights', 'Insights'],
  ['orders', 'Orders'],
  ['abandoned-checkout', 'Abandoned checkout'],
  ['cod-to-paid', 'COD to paid'],
  ['geo-analysis', 'Geo analysis'],
  ['connect', 'Connect (beta)'],
  ['schedule-broadcast', 'Schedule broadcast'],
  ['non-delivery-reports', 'Non delivery reports'],
  ['net-promoter-scores', 'Net promoter scores'],
  ['return-center', 'Return center'],
  ['chatbot', 'Chatbot'],
  ['settings', 'Settings'],
  ['settings/inbox', 'Inbox settings'],
  ['settings/whatsapp-templates', 'WhatsApp templates'],
]);

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

export const messages = {
  pages,
  title: 'Sign in',
  product: 'Inbox',
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  wrong: 'The email or the password is wrong.',
  tooMany: (seconds: number) =>
    `Too many attempts. Please try again in ${seconds < 60 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')}.`,
  busy: 'Too many people are signing in. Please try again in a moment.',
  foreign: 'This form can only be sent from the sign-in page.',
  demoTitle: 'Demo agents',
  demoHint: 'Demo data is loaded: anyone who reaches this page can sign in as one of these agents.',
  signInAs: (name: string) => `Sign in as ${name}`,
  externalTitle: 'Not part of the inbox',
  external: 'This part of the product is external. It is served by the main site, which this page stands in for.',
  back: 'Back to the inbox',
} as const;
