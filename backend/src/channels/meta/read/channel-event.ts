import type { ContentId } from '@inbox/domain';
import type { Alteration } from '../../../conversations/remote-edits/remote-edits';
import type { IncomingMessage } from '../../../conversations/incoming/incoming-message';

/** What one event of a chat channel says. */
export type ChannelEvent =
  | { kind: 'message'; incoming: IncomingMessage; isUnderstood: boolean }
  /** Sent by the merchant: from here, when `contentId` or a message on its way says so, or from elsewhere. */
  | { kind: 'echo'; incoming: IncomingMessage; contentId: ContentId | null; isUnderstood: boolean }
  | Altered
  /** One message each by its id, or all that were sent to the customer up to a moment. */
  | { kind: 'report'; status: 'delivered' | 'read'; contact: string; mids: string[]; until: Date | null };

/** Something happened to a message that was there before. */
export interface Altered {
  kind: 'altered';
  /** The channel's id of that message. */
  externalId: string;
  what: Alteration;
  /** What is shown when that message is not known here; null when there is nothing to read. */
  otherwise: { incoming: IncomingMessage; by: 'customer' | 'merchant' } | null;
}
