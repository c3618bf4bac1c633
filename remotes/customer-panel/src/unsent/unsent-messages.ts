/** What a sign-out would leave behind, as the shell's dialog lists it. */
export const signOutMessages = {
  waiting: (count: number) => (count === 1 ? '1 note has not been added' : `${count} notes have not been added`),
  notes: (count: number) => (count === 1 ? '1 draft of a note' : `${count} drafts of notes`),
  fields: (count: number) =>
    count === 1 ? 'Custom fields of 1 ticket are not saved' : `Custom fields of ${count} tickets are not saved`,
} as const;
