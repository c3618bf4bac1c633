import type { MailProblem } from '@inbox/domain';

/** What stands in place of a text that could not be read, in the thread and in the list. */
export const messages = {
  problem: {
    too_complex: 'This mail could not be read: it has too many parts, or they are nested too deeply.',
    too_much_work: 'This mail could not be read: that took too long, or too much memory.',
    not_understood: 'This mail could not be read: its format was not understood.',
  } satisfies Record<MailProblem, string>,
};
