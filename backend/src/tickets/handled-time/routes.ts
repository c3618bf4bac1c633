import type { handledTimeCalls } from '@inbox/api/wire';
import { handledTime, reportHandledTime } from './handled-time';
import type { HttpDeps } from '../../http/deps';
import type { Handlers } from '../../http/serve-calls';

export function handledTimeHandlers({ context }: HttpDeps): Pick<Handlers, keyof typeof handledTimeCalls> {
  return {
    handledTime: async (who, { params: { ticket_id } }) => ({
      total_time_in_second: await handledTime(context, who, ticket_id),
    }),
    reportHandledTime: async (who, { params: { ticket_id }, body: { time_in_second, stretch_id } }) => ({
      total_time_in_second: await reportHandledTime(context, who, {
        ticketId: ticket_id,
        seconds: time_in_second,
        stretchId: stretch_id,
      }),
    }),
  };
}
