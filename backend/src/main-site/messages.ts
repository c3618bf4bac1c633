import type { SignInFailure } from '../agents/oidc';

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
  provider: {
    signIn: (name: string) => `Sign in with ${name}`,
    or: 'or with a password',
    without: (name: string) => `Whose company signs in with ${name} has no password here.`,
    down: (name: string) =>
      `${name} cannot be reached at the moment. Please try again in a minute, or sign in with a password if you have one.`,
    stillSignedIn: (name: string) =>
      `You have signed out of the inbox. ${name} could not be reached: you may still be signed in there.`,
    title: 'Sign-in failed',
    back: 'Back to the sign-in page',
    why: {
      'no-flow': () => 'This sign-in has taken too long, or was begun in another browser. Please begin again.',
      refused: (name) => `The sign-in was cancelled, or ${name} does not let you use the inbox.`,
      untrusted: (name) => `The answer of ${name} did not hold, so nobody was signed in. Please begin again.`,
      unreachable: (name) => `${name} cannot be reached at the moment. Please try again in a minute.`,
      unverified: (name) =>
        `${name} does not say that your email address is verified. Ask whoever looks after ${name} at your company.`,
      'no-agent': (name) =>
        `${name} knows you, but the inbox has no agent for you. Ask whoever looks after the inbox to add you with your email address.`,
      'no-group': (name) =>
        `You are in no group that may use the inbox. Ask whoever looks after ${name} at your company to add you to one.`,
      'other-identity': (name) =>
        `The agent with your email address belongs to another account of ${name}. Ask whoever looks after the inbox to unlink it.`,
    } satisfies Record<SignInFailure, (name: string) => string>,
  },
  externalTitle: 'Not part of the inbox',
  external: 'This part of the product is external. It is served by the main site, which this page stands in for.',
  back: 'Back to the inbox',
} as const;
