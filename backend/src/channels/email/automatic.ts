import type { AutomaticMail } from '@inbox/domain';
import type { Email } from 'postal-mime';
import type { Bounce } from './bounce';

/** What a program wrote: of its own accord, or in answer to a mail. */
export interface Automatic {
  /** RFC 3834: a program wrote it. Shops are notified of orders and forms by such mails, too. */
  isGenerated: boolean;
  /** Set when it only answers. */
  answer: AutomaticMail | undefined;
}

/** As mail programs name it; looked for only in mails whose headers say that a program wrote them. */
const OUT_OF_OFFICE =
  /out of (?:the )?office|automatic reply|\boof\b|on (?:vacation|leave|holiday)|abwesen|automatische antwort|r[ée]ponse automatique|absen(?:ce|t)|respuesta autom[áa]tica|fuera de la oficina|risposta automatica|resposta autom[áa]tica|afwezig/i;

/** Programs that answer without Auto-Submitted say so in one of these. */
const ANSWERS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-mail-autoreply'];

/** What the headers say of who wrote a mail. */
export function readAutomatic(email: Email, bounce: Bounce | null): Automatic {
  const of = (name: string): string =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.split(';')[0]
      ?.trim()
      .toLowerCase() ?? '';
  const submitted = of('auto-submitted');
  const precedence = of('precedence');
  const isGenerated = submitted !== '' && submitted !== 'no';
  if (bounce !== null) return { isGenerated: true, answer: bounceOf(bounce) };
  const isAnswer =
    submitted === 'auto-replied' || precedence === 'auto_reply' || ANSWERS.some((name) => of(name) !== '');
  // Outlook's is generated, not replied; it and older programs are known by their subject, too.
  const mayAnswer = isGenerated || of('x-auto-response-suppress') !== '' || ['bulk', 'junk'].includes(precedence);
  const isAway = (isAnswer || mayAnswer) && OUT_OF_OFFICE.test(email.subject ?? '');
  if (isAway) return { isGenerated: true, answer: { kind: 'out_of_office' } };
  return { isGenerated: isGenerated || isAnswer, answer: isAnswer ? { kind: 'auto_reply' } : undefined };
}

function bounceOf({ recipient, reason }: Bounce): AutomaticMail {
  return { kind: 'bounce', ...(recipient !== undefined && { recipient }), ...(reason !== undefined && { reason }) };
}
