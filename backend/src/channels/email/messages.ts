import type { MailProblem } from '@inbox/domain';

/** What stands in place of a text that could not be read, in the thread and in the list. */
export const messages = {
  problem: {
    too_complex: 'This mail could not be read: it has too many parts, or they are nested too deeply.',
    too_much_work: 'This mail could not be read: that took too long, or too much memory.',
    too_large: 'This mail is too large to be read here. It is in the mailbox.',
    not_understood: 'This mail could not be read: its format was not understood.',
    infected: 'This mail has a virus: only who sent it and its subject are shown. Ask for it without the file.',
    encrypted: 'This mail is encrypted, and only its recipient’s own key opens it. Ask for it without encryption.',
    not_opened:
      'The text of this mail is in a file that cannot be opened: the file is damaged or not complete. Ask for the mail again.',
  } satisfies Record<MailProblem, string>,
  mailboxGone: 'The mailbox that it was for is set up no more.',
  /** Why a mailbox cannot be read, where no server says it. */
  mailbox: {
    notIn: (address: string, reason: string) => `Mail for ${address} does not come in: ${reason}`,
    notOut: (address: string, reason: string) => `Mail from ${address} does not go out: ${reason}`,
    noAccount: 'Its account cannot be read.',
    noFolder: (folder: string) => `It has no folder '${folder}'.`,
    works: (of: { server: string; mails: number; sent: string | null; isIdle: boolean }) =>
      `${of.server} lets the mailbox be read, which has ${of.mails} ${of.mails === 1 ? 'mail' : 'mails'}. ` +
      `${of.isIdle ? 'It tells of new ones at once' : 'It does not tell of new ones, which are looked for each half minute'}. ` +
      (of.sent === null ? 'It has no folder of sent mails.' : `Sent mails are in '${of.sent}'.`),
    notStored: 'Mails cannot be stored now.',
  },
};
