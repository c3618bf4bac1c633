/** What a sign-out would leave behind, as the shell's dialog lists it. */
export const signOutMessages = {
  replies: (count: number) => (count === 1 ? '1 reply has not been sent' : `${count} replies have not been sent`),
  changes: (count: number) =>
    count === 1 ? '1 change of a ticket has not been made' : `${count} changes of tickets have not been made`,
  drafts: (count: number) => (count === 1 ? '1 draft' : `${count} drafts`),
} as const;
