import type { AutomaticMail } from '@inbox/domain';
import type { Email } from 'postal-mime';
import type { MailReport } from '.';

/** What a program wrote: of its own accord, or in answer to a mail. */
export interface Automatic {
  /** RFC 3834: a program wrote it. Shops are notified of orders and forms by such mails, too. */
  isGenerated: boolean;
  /** Set when it only answers. */
  answer: AutomaticMail | undefined;
}

/** As mail programs name it. It says which answer it is, and never that a program wrote it: people write such words, too. */
const OUT_OF_OFFICE =
  /out of (?:the )?office|automatic reply|\boof\b|on (?:vacation|leave|holiday)|abwesen|automatische antwort|r[ée]ponse automatique|absen(?:ce|t)|respuesta autom[áa]tica|fuera de la oficina|risposta automatica|resposta autom[áa]tica|afwezig/i;

/** Programs that answer without Auto-Submitted say so in one of these. */
const ANSWERS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-mail-autoreply'];

/**
 * Reads from a mail's headers whether a program wrote it. X-Auto-Response-Suppress and Precedence do not count: people's mails
 * have them too, from Exchange and from mailing lists. In doubt a person wrote it.
 * @param report what it reports of a mail of ours; null: it is no report
 */
export function readAutomatic(email: Email, report: MailReport | null): Automatic {
  const of = (name: string): string =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.split(';')[0]
      ?.trim()
      .toLowerCase() ?? '';
  const submitted = of('auto-submitted');
  const isGenerated = submitted !== '' && submitted !== 'no';
  if (report !== null) return { isGenerated: true, answer: answerOf(report) };
  const isAway = OUT_OF_OFFICE.test(email.subject ?? '');
  const isAnswer =
    submitted === 'auto-replied' ||
    of('precedence') === 'auto_reply' ||
    ANSWERS.some((name) => of(name) !== '') ||
    // Outlook's says 'generated'. So do forms of a shop's own page, which answer no mail.
    (isGenerated && isAway && (email.inReplyTo ?? email.references) !== undefined);
  if (!isAnswer) return { isGenerated, answer: undefined };
  return { isGenerated: true, answer: { kind: isAway ? 'out_of_office' : 'auto_reply' } };
}

function answerOf({ kind, recipients, reason }: MailReport): AutomaticMail {
  const recipient = recipients.join(', ');
  return { kind, ...(recipient !== '' && { recipient }), ...(reason !== undefined && { reason }) };
}
