import type { Telephony } from '../../work/call-customer';
import type { WorkContext } from '../../work/change';
import type { Uploads } from '../../store/uploads';
import type { Tokens } from '../../work/token';

/** What the HTTP doors stand on. */
export interface HttpDeps {
  context: WorkContext;
  tokens: Tokens;
  uploads: Pick<Uploads, 'open' | 'put' | 'remove'>;
  telephony: Telephony;
  /** Told when an agent has ordered a report. */
  exportOrdered(): void;
  /** Told when an agent signs out: the session's sockets close. */
  sessionEnded(sessionId: string): void;
}
