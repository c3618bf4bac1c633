import type { Email } from 'postal-mime';
import { htmlText } from '../text/html-text';
import { field, reasonOf, recipientsOf, reportedIds, returnedId } from './fields';
import type { MailReport } from './mail-report';

/** More than any server writes before the mail that it returns. */
const MAX_TEXT = 20_000;

/** How mail servers name themselves. */
const SERVER = /^(?:mailer-?daemon|postmaster|mdaemon|mail-?delivery)\b/i;

/** What a server gives up on, in the languages that servers write. */
const FAILED =
  /\b5\.\d{1,3}\.\d{1,3}\b|\b5[0-5]\d[ -]|undeliver|(?:not|n’t|n't) (?:be )?(?:deliver|sent|reach)|fail(?:ed|ure)|returned (?:mail|to)|giv(?:ing|en) up|gave up|unzustellbar|nicht (?:zugestellt|zustell)|non remis|échec|no se (?:ha )?(?:pudo|podido) entregar|impossibile (?:consegnare|recapitare)|não (?:pôde|foi) (?:ser )?entreg/i;
/** What it goes on trying. */
const DELAYED =
  /\b4\.\d{1,3}\.\d{1,3}\b|delayed|still trying|not yet (?:been )?deliver|will (?:be |keep )?(?:retr|try)|warning: could not send|verzögert|wird weiterhin versucht/i;
const FOR_GOOD = /\b5\.\d{1,3}\.\d{1,3}\b|giv(?:ing|en) up|gave up|will not (?:be )?(?:re)?tr|permanent/i;

/** A server's answer, with its code. */
const ANSWER = /\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b.{0,300}|\b(?:4[2-5]|5[05])\d [^\d\s].{2,300}/;

/** An address at the beginning of a line of its own, as servers name whom they could not reach, or in the command that was refused. */
const RECIPIENT =
  /^[ \t]*<?([^\s<>@:;,()"]{1,64}@[^\s<>@:;,()"]{1,255})>?:?[ \t]*(?:$|\(|host )|RCPT TO: ?<([^\s<>]{1,320})>/gim;

/** Where the mail that is returned begins. */
const RETURNED = /^[ \t>]*(?:return-path|received|message-id|from):/im;

/**
 * Reads what a mail server writes in plain words alone, or with the header X-Failed-Recipients; null for what does not come
 * from a mail server, and for what is not clear.
 */
export function readPlainReport(email: Email): MailReport | null {
  const failed = email.headers.find(({ key }) => key === 'x-failed-recipients')?.value;
  const { address = '', name = '' } = email.from ?? {};
  if (failed === undefined && !SERVER.test(address) && !SERVER.test(name.trim().replaceAll(' ', '-'))) return null;
  const text = (email.text ?? (email.html === undefined ? '' : htmlText(email.html))).slice(0, MAX_TEXT);
  const returned = RETURNED.exec(text)?.index ?? text.length;
  const words = text.slice(0, returned);
  const original = returnedId(email) ?? field(text.slice(returned).replace(/^[ \t>]+/gm, ''), 'message-id');
  // People have such addresses, too.
  if (failed === undefined && original === undefined && !isByProgram(email)) return null;
  const kind = failed === undefined ? kindOf(`${email.subject ?? ''}\n${words}`) : 'bounce';
  if (kind === null) return null;
  const named = [...words.matchAll(RECIPIENT)].map(([, line, refused]) => line ?? refused);
  return {
    kind,
    messageIds: reportedIds(email, original),
    recipients: recipientsOf(failed === undefined ? named.slice(0, 1) : failed.split(',')),
    reason: reasonOf(ANSWER.exec(words)?.[0].trim()),
  };
}

const isByProgram = ({ headers }: Email): boolean =>
  headers.some(
    ({ key, value }) =>
      (key === 'auto-submitted' && !/^no\b/i.test(value)) || (key === 'return-path' && /^<\s*>/.test(value)),
  );

function kindOf(words: string): 'bounce' | 'delayed' | null {
  if (DELAYED.test(words) && !FOR_GOOD.test(words)) return 'delayed';
  return FAILED.test(words) ? 'bounce' : null;
}
