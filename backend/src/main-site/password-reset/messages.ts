import { MAX_PASSWORD, MIN_PASSWORD } from '../../agents/sign-in/password';

/** One line of a mail: a name with a line break in it begins no new one. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Texts of the way to a new password. */
export const passwordResetMessages = {
  forgot: 'Forgot your password?',
  title: 'A new password',
  hint: 'Type the email address that you sign in with. You are mailed a link by which you choose a new password.',
  email: 'Email',
  ask: 'Mail me a link',
  noEmail: 'Please type your email address.',
  notSet: 'This inbox sends no mails about passwords. Ask whoever runs it for a new one.',
  full: 'Too many people are asking for a new password. Please try again in a moment.',
  asked: 'Look into your mailbox',
  askedHint: (email: string) =>
    `If an agent of the inbox has the address ${email}, a mail is on its way. Its link is good for 30 minutes, once.`,
  askedElse:
    'No mail after some minutes? Look among the junk mails, and check the address. Who signs in with their company account has no password here.',
  signIn: 'Back to the sign-in page',
  chooseTitle: 'Choose a new password',
  choosing: 'It ends your sessions everywhere.',
  password: 'New password',
  passwordHint: `At least ${MIN_PASSWORD} characters. A sentence is easy to remember.`,
  tooShort: `A password has at least ${MIN_PASSWORD} characters.`,
  tooLong: `A password has at most ${MAX_PASSWORD} characters.`,
  choose: 'Save password',
  over: 'This link was used already, or is older than 30 minutes.',
  again: 'Ask for another one',
  done: 'Your password is changed',
  doneHint: 'Sign in with the new one.',
  goOn: 'Sign in',
  linkMail: ({ name, merchant, link }: { name: string; merchant: string; link: string }) => ({
    subject: 'A new password for the inbox',
    text: `Hello ${line(name)},

somebody has asked for a new password for your account in the inbox of ${line(merchant)}. By this link you choose one:

${link}

It is good for 30 minutes, once. Until then the old password stays.

If it was not you, there is nothing to do: without this link nobody can choose one.
`,
  }),
  changedMail: ({ name, merchant }: { name: string; merchant: string }) => ({
    subject: 'Your password was changed',
    text: `Hello ${line(name)},

the password of your account in the inbox of ${line(merchant)} was changed by a link that was mailed to this address. You were
signed out everywhere.

If it was not you, tell whoever runs the inbox at once.
`,
  }),
} as const;
