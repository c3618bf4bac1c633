import type { MailProblem } from '@inbox/domain';

/** What stands in place of a text that could not be read, in the thread and in the list. */
export const messages = {
  problem: {
    too_complex: 'This mail could not be read: it has too many parts, or they are nested too deeply.',
    too_much_work: 'This mail could not be read: that took too long, or too much memory.',
    too_large: 'This mail is too large to be read here. It is in the mailbox.',
    not_understood: 'This mail could not be read: its format was not understood.',
  } satisfies Record<MailProblem, string>,
  /** Why a mailbox cannot be read, where no server says it. */
  mailbox: {
    noAccount: 'Its account cannot be read.',
    noFolder: (folder: string) => `It has no folder '${folder}'.`,
    notStored: 'Mails cannot be stored now.',
  },
};
