import type { WhatsAppAccount } from '../accounts';
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
