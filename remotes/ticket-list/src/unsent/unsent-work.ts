import { manyRunSchema, openSends } from '@inbox/domain/conversation';
import type { PanelStorage, Unsent } from '@inbox/panel';
import { KEYS as MAIL } from '../add/compose/keys';
import { KEYS as TICKET } from '../add/new-ticket/keys';
import { RUN_KEY, TEXT_KEY } from '../bulk/message/key';
import { signOutMessages as texts } from './unsent-messages';

/** New mails, new tickets and messages to many that are stored in this browser alone. */
export function countUnsent(storage: Pick<PanelStorage, 'read' | 'keys'>): Unsent {
  const keys = storage.keys();
  const has = (key: string) => keys.includes(key);
  const run = has(RUN_KEY) ? storage.read(RUN_KEY, manyRunSchema) : null;
  const waiting = run === null ? 0 : openSends(run).length;
  // One that nobody knows the fate of is the same one as in the form.
  const written = has(MAIL.draft) || has(MAIL.asked) ? 1 : 0;
  const mails = written + keys.filter((key) => key.startsWith(MAIL.undone)).length;
  const lines = [
    ...(waiting > 0 ? [texts.toMany(waiting)] : []),
    ...(mails > 0 ? [texts.mails(mails)] : []),
    ...(has(TICKET.typed) || has(TICKET.asked) ? [texts.ticket] : []),
    ...(has(TEXT_KEY) ? [texts.text] : []),
  ];
  return { waiting, held: 0, lines };
}
