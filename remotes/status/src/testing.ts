import type { AccountStatus, DeadLetterStatus, ShopStatus, UnsentStatus } from '@inbox/api/shop-status';
import type { AccountId, TicketId } from '@inbox/domain';

/** What the server tells, of which a test says what matters to it. */

export const anAccount = (change: Partial<AccountStatus> = {}): AccountStatus => ({
  id: 1 as AccountId,
  channel: 'whatsapp',
  name: 'Kurta House',
  address: '+91 80000 00001',
  enabled: true,
  last_received_at: '2026-11-20T09:00:00.000Z',
  last_sent_at: '2026-11-20T09:05:00.000Z',
  last_error: null,
  in_problem: null,
  out_problem: null,
  ...change,
});

export const anUnsent = (change: Partial<UnsentStatus> = {}): UnsentStatus => ({
  id: 7,
  what: 'message',
  state: 'failed',
  channel: 'whatsapp',
  account: '+91 80000 00001',
  ticket_id: 41 as TicketId,
  at: '2026-11-20T09:06:00.000Z',
  error: '(131026) Message undeliverable',
  ...change,
});

export const aDeadLetter = (change: Partial<DeadLetterStatus> = {}): DeadLetterStatus => ({
  id: 9,
  door: 'meta',
  reason: 'Nothing here reads this.',
  size: 1_240,
  received_at: '2026-11-20T09:07:00.000Z',
  may_retry: true,
  times: 1,
  ...change,
});

export const aStatus = (change: Partial<ShopStatus> = {}): ShopStatus => ({
  accounts: [anAccount()],
  outbox: { waiting: 0, overdue_since: null, failed: 0, unknown: 0, unsent: [] },
  dead_letters: { count: 0, newest: [] },
  notices: [],
  exports: [],
  agents: { all: 3, online: [] },
  permissions: [],
  ...change,
});
