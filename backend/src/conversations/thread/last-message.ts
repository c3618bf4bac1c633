import type { AgentId, LastMessage, MediaKind } from '@inbox/domain';

/** As much of a text as a list row can show, in characters. */
const PREVIEW_LENGTH = 200;

/** By characters, so that none is cut in two; twice as many units hold all that can be shown. */
export const preview = (text: string): string =>
  Array.from(text.slice(0, 2 * PREVIEW_LENGTH))
    .slice(0, PREVIEW_LENGTH)
    .join('');

interface Previewed {
  content_type: string;
  message_type: string;
  message: string;
  details: { subject?: string };
  attachments: readonly { kind: MediaKind; disposition?: 'inline' | 'attachment' }[];
}

/** Who wrote it: `agent` is null for the bot, and for what the shop sent outside of the inbox. */
export type Author = { actor: 'customer' } | { actor: 'merchant'; agent: AgentId | null };

/** What a list row shows of this message. */
export function lastMessageOf(author: Author, of: Previewed, at: Date): LastMessage {
  return {
    actor: author.actor,
    sent_by: author.actor === 'merchant' ? author.agent : null,
    message: preview(of.message),
    attachment:
      of.content_type === 'email'
        ? null // The picture of what led to the shop is no file of the message.
        : (of.attachments.find(({ disposition }) => disposition !== 'inline')?.kind ?? null),
    is_bot: of.message_type === 'session_outbound_bot',
    delivered: false,
    read: false,
    deleted: false,
    created_at: at.toISOString(),
    subject: of.details.subject ?? null,
  };
}
