import type { SocialAccount } from '../accounts';
import { postSigned } from '../post-signed';
import type { SentMessage } from '../sent-message';
import { messagingDelivery, type SocialEvent } from './delivery';

/** Tells what becomes of a message that the shop sent: its echo, that it arrived, that it was seen. */
export async function reportSocial(
  backend: string,
  account: SocialAccount,
  { wamid, to, text, callbackData, at }: SentMessage,
  what: 'echo' | 'delivered' | 'read',
): Promise<void> {
  const now = Date.now();
  if (what === 'echo') {
    const message = { mid: wamid, is_echo: true as const, ...(text !== '' && { text }), ...metadata(callbackData) };
    const event = messagingDelivery(account, to, { message }, { at: at.getTime(), byShop: true });
    return postSigned(backend, account.app_secret, event);
  }
  // Instagram does not tell that a message arrived.
  if (what === 'delivered' && account.kind === 'instagram') return;
  const watermark = now;
  const event: SocialEvent =
    what === 'delivered'
      ? { delivery: { mids: [wamid], watermark } }
      : { read: account.kind === 'instagram' ? { mid: wamid } : { watermark } };
  await postSigned(backend, account.app_secret, messagingDelivery(account, to, event, { at: now }));
}

const metadata = (callbackData: string | null) => (callbackData === null ? {} : { metadata: callbackData });
