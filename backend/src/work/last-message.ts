import type { Actor, LastMessage, MediaKind } from '@inbox/domain';

/** As much of a text as a list row can show, in characters. */
const PREVIEW_LENGTH = 200;

interface Previewed {
  content_type: string;
  message_type: string;
  message: string;
  details: { subject?: string };
  attachments: readonly { kind: MediaKind }[];
}

/** What a list row shows of this message. */
export function lastMessageOf(actor: Actor, of: Previewed, at: Date): LastMessage {
  return {
    actor,
    // By characters, so that none is cut in two; twice as many units hold all that can be shown.
    message: Array.from(of.message.slice(0, 2 * PREVIEW_LENGTH))
      .slice(0, PREVIEW_LENGTH)
      .join(''),
    attachment: of.content_type === 'email' ? null : (of.attachments[0]?.kind ?? null),
    is_bot: of.message_type === 'session_outbound_bot',
    delivered: false,
    read: false,
    deleted: false,
    created_at: at.toISOString(),
    subject: of.details.subject ?? null,
  };
}
