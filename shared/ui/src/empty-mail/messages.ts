/** Texts of the question before a mail leaves incomplete. */
export const messages = {
  subject: 'Send without a subject?',
  text: 'Send without a text?',
  both: 'Send without a subject and a text?',
  noSubject: 'The mail is sent with the subject ‘No subject’.',
  noText: 'Nothing is written in the mail.',
  keep: 'Keep writing',
  send: 'Send anyway',
} as const;
