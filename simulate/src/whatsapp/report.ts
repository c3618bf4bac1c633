import type { WhatsAppAccount } from '../accounts';
import type { SentMessage } from '../sent-message';
import { postDelivery } from './post-delivery';

/** Reports one step of a sent message's way to the customer. */
export async function reportStatus(
  backend: string,
  account: WhatsAppAccount,
  message: Pick<SentMessage, 'wamid' | 'to' | 'callbackData'>,
  status: 'sent' | 'delivered' | 'read' | 'failed',
): Promise<void> {
  await postDelivery(backend, account, {
    statuses: [
      {
        id: message.wamid,
        status,
        timestamp: Math.floor(Date.now() / 1000),
        recipient_id: message.to.replace(/\D/g, ''),
        ...(message.callbackData !== null && { biz_opaque_callback_data: message.callbackData }),
        ...(status === 'failed' && {
          errors: [{ code: 131026, title: 'Message undeliverable', message: 'Message undeliverable' }],
        }),
      },
    ],
  });
}
