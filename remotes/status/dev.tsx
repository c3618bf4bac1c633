import { runDevPage } from '@inbox/panel/testing';
import type { AccountId } from '@inbox/domain';
import panel from './src/panel';
import { aDeadLetter, anAccount, anUnsent, aStatus } from './src/testing';

runDevPage(panel, {
  width: 720,
  answers: {
    allAgents: () => [],
    shopStatus: () =>
      aStatus({
        accounts: [
          anAccount({ last_error: { at: '2026-11-20T09:06:00.000Z', text: '(131026) Message undeliverable' } }),
          anAccount({
            id: 2 as AccountId,
            channel: 'email',
            name: 'Help',
            address: 'help@shop.example',
            out_problem: 'The mail server refuses the password.',
          }),
        ],
        outbox: {
          waiting: 3,
          overdue_since: '2026-11-20T09:00:00.000Z',
          failed: 1,
          unknown: 1,
          unsent: [anUnsent(), anUnsent({ id: 8, state: 'unknown' })],
        },
        dead_letters: { count: 2, newest: [aDeadLetter(), aDeadLetter({ id: 10, door: 'mail', may_retry: false })] },
      }),
    sendAgain: () => ({ queued: true }),
    deadLetterText: () => ({ text: '{"object":"whatsapp_business_account"}', truncated: false }),
    reprocessDeadLetter: () => ({ taken_in: false, reason: 'Nothing here reads this.' }),
    auditRecords: () => ({ records: [], next: null }),
  },
});
