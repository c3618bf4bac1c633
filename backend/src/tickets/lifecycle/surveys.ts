import type { ContentItem, Ticket, TicketId } from '@inbox/domain';
import type { SignedIn } from '../../agents/sessions/session';
import type { WorkContext } from '../../platform/db/unit-of-work';
import type { Part, PartDone } from './change-many';
import type { TicketRow } from './ticket-rows';

/** Satisfaction surveys are messages; closing a ticket may send one, and opening it again takes that back. */
export interface Surveys {
  /** @param options.holdMs milliseconds that they wait before they leave */
  send(work: Part, who: SignedIn, ids: readonly TicketId[], options?: { holdMs?: number }): Promise<PartDone>;
  /** Takes back those that have not left. */
  recall(work: Part, who: SignedIn, rows: readonly TicketRow[]): Promise<{ tickets: Ticket[]; items: ContentItem[] }>;
}

/** What a use case that closes or opens tickets needs. */
export type StatusContext = WorkContext & { surveys: Surveys };
