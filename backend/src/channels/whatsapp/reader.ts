import { reportDelivery } from '../../conversations/delivery/report-delivery';
import { storeNotice } from '../../conversations/dead-letters/channel-notices';
import { readNotice, readPayment } from '../meta/webhook/notice';
import { ingestEvent } from '../meta/ingest/ingest-event';
import type { MetaReader } from '../meta/webhook/reader';
import { readMessage, readStatus } from './read-message';
import { readPreference } from './read-preference';
import { ingestTemplateChange } from './read-template-change';

/** Messages, what the shop wrote on its phone, reports on what was sent, customers' preferences, changed templates, and news of the account. */
export const whatsappReader: MetaReader = {
  kind: 'whatsapp',
  reads: ({ kind }) => ['message', 'status', 'preference', 'template', 'notice'].includes(kind),
  async ingest(context, account, part) {
    switch (part.kind) {
      case 'status': {
        const payment = readPayment(part.status);
        if (payment !== null) {
          await storeNotice(context.db, account.merchant_id, payment, { body: part.body, now: context.now() });
          return null;
        }
        const report = readStatus(account, part.status);
        if (report === null) return 'A report that is not understood.';
        await reportDelivery(context, report);
        return null;
      }
      case 'notice': {
        const notice = readNotice(part.change.field, part.change.value);
        await storeNotice(context.db, account.merchant_id, notice, { body: part.body, now: context.now() });
        return null;
      }
      case 'template':
        return ingestTemplateChange(context, account, part.change);
      case 'preference': {
        const event = readPreference(account, part.preference, part.contacts, context.now());
        return event === null ? 'A preference that is not understood.' : ingestEvent(context, account, event);
      }
      case 'message': {
        const event = readMessage(account, part, context.now());
        if (event === null) return 'A message that does not say which it is or whose.';
        return ingestEvent(context, account, event);
      }
      default:
        return 'A part that WhatsApp does not have.';
    }
  },
};
