import { allCalls, type AnyCallName } from '@inbox/api/all-calls';
import { clientMessageSchema } from '@inbox/api/wire';
import { jsonOf, jsonSeed, type Target } from '../target';

const NAMES = Object.keys(allCalls) as AnyCallName[];

/** A body with the fields that many calls have. */
const BODY = {
  ticket_id: 7,
  ticket_ids: [7, 8],
  conversation_id: 70,
  message: 'On its way',
  filters: { search: 'kurta', tag_filter: ['vip'], agent_ids: [1], date_filter_start: '2026-11-01' },
  page_size: 25,
  tags: 'vip, late',
  parameters: { '1': 'Priya' },
  html: '<p>Dear Priya</p>',
  to: [{ address: 'priya@mail.example', name: 'Priya' }],
};

/** What a client of the API sends: the schemas say what is wrong, whatever it is. */
export const calls: Target = {
  name: 'calls',
  seeds: async () => [jsonSeed(BODY), jsonSeed({ ...BODY, filters: null }), jsonSeed([BODY])],
  read: async (input) => {
    const given = jsonOf(input);
    for (const name of NAMES) {
      const { params, query, body } = allCalls[name];
      for (const schema of [params, query, body]) schema?.safeParse(given);
    }
  },
};

/** What a page says over the socket. */
export const socket: Target = {
  name: 'socket',
  seeds: async () => [
    jsonSeed({ ref: 'a', type: 'tickets.presence', data: { ticket_id: 7, state: 'viewing' } }),
    jsonSeed({ ref: 'b', type: 'tickets.priority', data: { ticket_id: 7, priority: 'high' } }),
    jsonSeed({ ref: 'c', type: 'tickets.add_subscriber', data: { ticket_id: 7, agent_id: 2 } }),
    jsonSeed({ ref: 'd', type: 'page.releases', data: { releases: ['conversation@1'] } }),
  ],
  read: async (input) => void clientMessageSchema.safeParse(jsonOf(input)),
};
