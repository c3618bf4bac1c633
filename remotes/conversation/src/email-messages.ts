import type { AutomaticMail, MailKind, MailLeftOut, MailProblem } from '@inbox/domain';

/** 'One more file is', or '12 more files are'. */
const moreOf = (more: number, one: string, many: string): string =>
  more === 1 ? `One more ${one} is` : `${more.toLocaleString('en')} more ${many} are`;

/** What a report says of a mail, of whom, and in the mail server's words. */
function reported(words: string, link: 'to' | 'by', { recipient, reason }: AutomaticMail): string {
  const said = recipient === undefined ? words : `${words} ${link} ${recipient}`;
  return reason === undefined ? `${said}.` : `${said}: ${reason}`;
}

/** What is said of a mail in the thread. */
export const emailMessages = {
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  subject: 'Subject',
  date: 'Date',
  noSubject: 'No subject',
  body: 'E-mail',
  imagesBlocked: 'Images from other servers are not shown, as loading them tells the sender that this was read.',
  showImages: 'Show images',
  imagesShown: (sender: string) => `Images from ${sender} are shown.`,
  blockImages: 'Block images',
  quoted: 'Show quoted text',
  /** What opens the mail drawer. */
  kinds: { reply: 'Reply', reply_all: 'Reply All', forward: 'Forward' } satisfies Record<MailKind, string>,
  write: 'Reply, Reply All or Forward',
  hasDraft: (kind: string) => `${kind} · draft`,
  print: 'Print',
  original: 'Show original',
  originalTitle: 'Original message',
  originalFailed: 'The original could not be loaded.',
  originalCut: 'Only the beginning is shown here; the download has all of it.',
  closeOriginal: 'Close the original',
  downloadOriginal: 'Download',
  isBeginning: (size: string) => `This is the beginning of a mail of ${size}.`,
  showWhole: 'Show whole mail',
  wholeLoading: 'Loading the whole mail…',
  wholeFailed: 'The whole mail could not be loaded.',
  automatic: {
    bounce: (mail: AutomaticMail) => reported('Could not be delivered', 'to', mail),
    delayed: (mail: AutomaticMail) => reported('Not delivered yet', 'to', mail),
    delivered: (mail: AutomaticMail) => reported('Delivered', 'to', mail),
    read: (mail: AutomaticMail) => reported('Read', 'by', mail),
    not_read: (mail: AutomaticMail) => reported('Deleted without being read', 'by', mail),
    out_of_office: () => 'Out of office reply',
    auto_reply: () => 'Automatic reply',
  } satisfies Record<AutomaticMail['kind'], (mail: AutomaticMail) => string>,
  limits: {
    label: 'Not all of this mail is shown',
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
    unreadable: {
      encrypted: 'A part of this mail is encrypted and cannot be read here.',
      not_opened: 'A part of this mail is in a file that cannot be opened: the file is damaged or not complete.',
    } satisfies Record<NonNullable<MailLeftOut['unreadable']>, string>,
    letters: 'Some letters of this mail could not be read.',
    text: 'The text is longer than what is shown here.',
    attachments: (more: number) => `${moreOf(more, 'file', 'files')} in the original only.`,
    recipients: (more: number) => `${moreOf(more, 'recipient', 'recipients')} in the original only.`,
    download: 'Download original',
  },
  invitation: {
    label: (title: string) => `Calendar invitation: ${title}`,
    untitled: 'Invitation',
    cancelled: 'Cancelled',
    updated: 'Updated',
    when: 'When',
    theirTime: 'Their time',
    where: 'Where',
    organizer: 'From',
    guests: 'Guests',
    repeats: 'repeats',
    andMore: (names: string, more: number) => `${names} and ${more} more`,
  },
  imagesFailed: 'The images could not be loaded.',
} as const;
