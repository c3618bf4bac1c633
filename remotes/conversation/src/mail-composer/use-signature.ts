import type { TicketId } from '@inbox/domain';
import { fromHtml, withSignature } from '@inbox/ui/rich-text';
import { useEffect, useEffectEvent } from 'react';
import type { Drafts } from '../drafts/drafts';
import { htmlOf, type MailText } from './use-mail-text';

/**
 * Has the signature of the mailbox stand below what is written, for as long as the agent leaves it as it is.
 * @param signature HTML; undefined as long as it is not known
 */
export function useSignature(
  drafts: Drafts,
  ticketId: TicketId,
  text: Pick<MailText, 'flush'>,
  signature: string | undefined,
): void {
  const put = useEffectEvent((html: string) => {
    text.flush();
    const { text: written, mail } = drafts.get(ticketId);
    const next = htmlOf(fromHtml(html));
    if (mail === undefined || mail.signature === null || (mail.signature ?? '') === next) return;
    const changed = withSignature(fromHtml(written), fromHtml(mail.signature ?? ''), fromHtml(next));
    if (changed !== null) drafts.edit(ticketId, { text: htmlOf(changed), mail: { ...mail, signature: next } });
  });
  const below = drafts.get(ticketId).mail?.signature;
  useEffect(() => {
    if (signature !== undefined) put(signature);
  }, [signature, below]);
}
