import type { WhatsAppAccount } from '../accounts';
import type { SentMessage } from '../sent-message';
import { postSigned } from '../post-signed';
import { whatsappDelivery } from './delivery';

/** Posts messages and reports of one number. @throws Error as `postSigned` */
export async function postDelivery(
  backend: string,
  account: WhatsAppAccount,
  parts: Parameters<typeof whatsappDelivery>[1],
  options: Parameters<typeof postSigned>[3] = {},
): Promise<void> {
  await postSigned(backend, account.app_secret, whatsappDelivery(account, parts), options);
}

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
