/** What a sign-out would leave behind, as the shell's dialog lists it. */
export const signOutMessages = {
  toMany: (count: number) =>
    count === 1
      ? 'A message to many has not been sent to 1 ticket'
      : `A message to many has not been sent to ${count} tickets`,
  mails: (count: number) =>
    count === 1 ? '1 new e-mail has not been sent' : `${count} new e-mails have not been sent`,
  ticket: '1 new ticket has not been created',
  text: '1 draft of a message to many',
} as const;
