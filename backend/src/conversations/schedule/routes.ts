import type { sendLaterCalls } from '@inbox/api/wire';
import { cancelScheduled, readScheduled, scheduledOf, sendLater } from './send-later';
import type { HttpDeps } from '../../http/deps';
import type { Handlers } from '../../http/serve-calls';

/** Mails of the drawer that leave at a chosen time. */
export function sendLaterHandlers({ context }: HttpDeps): Pick<Handlers, keyof typeof sendLaterCalls> {
  return {
    sendLater: (who, { body }) => sendLater(context, who, body),
    scheduledMails: ({ merchantId }, { params }) => scheduledOf(context.db, merchantId, params.ticket_id),
    scheduledText: (who, { params }) => readScheduled(context.db, who, params.temp_id),
    cancelScheduled: async (who, { params }) => {
      await cancelScheduled(context, who, params.temp_id);
      return {};
    },
  };
}
