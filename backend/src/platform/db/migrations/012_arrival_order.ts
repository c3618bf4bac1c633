import { sql, type Kysely, type Migration } from 'kysely';

/** What a row of the list shows of a message `c`, as work/last-message.ts makes it. */
const lastMessage = `jsonb_build_object(
  'actor', c.actor, 'sent_by', CASE WHEN c.actor = 'merchant' THEN c.agent_id END,
  'message', CASE WHEN c.deleted THEN '' ELSE left(c.message, 200) END,
  'attachment', CASE WHEN c.content_type = 'email' OR c.deleted THEN NULL ELSE (
    SELECT a.kind FROM attachments a WHERE a.merchant_id = c.merchant_id AND a.content_id = c.id ORDER BY a.id LIMIT 1
  ) END,
  'is_bot', c.message_type = 'session_outbound_bot', 'delivered', c.delivered, 'read', c.read, 'deleted', c.deleted,
  'created_at', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'subject', c.details ->> 'subject')`;

const statements = [
  `ALTER TABLE contents ADD COLUMN sent_at timestamptz`,
  `COMMENT ON COLUMN contents.created_at IS 'the place in the thread: the arrival, or the channel''s own time when that is within ten minutes of it'`,
  `COMMENT ON COLUMN contents.sent_at IS 'what the sender claims, when that is more than ten minutes from created_at'`,
  `COMMENT ON COLUMN contents.stored_at IS 'when the inbox received it'`,
  `COMMENT ON COLUMN tickets.received_at IS 'when the customer''s newest message reached the inbox, or when the ticket was made'`,

  // What was placed by its sender's clock takes its place by arrival. Demo data tells of a past in which it did not arrive.
  `CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
    SELECT c.merchant_id, c.id, c.ticket_id FROM contents c
    WHERE c.created_at < c.stored_at - interval '10 minutes'
      AND (c.actor = 'customer' OR c.content_type = 'log' AND c.details ->> 'event' = 'created')
      AND NOT EXISTS (SELECT FROM agents a WHERE a.merchant_id = c.merchant_id AND a.is_demo)`,
  `UPDATE contents c SET rev = c.rev + 1, created_at = c.stored_at,
      sent_at = CASE WHEN c.content_type <> 'log' THEN c.created_at END
    FROM moved m WHERE c.merchant_id = m.merchant_id AND c.id = m.id`,
  `UPDATE tickets t SET rev = t.rev + 1,
      created_at = greatest(t.created_at, (
        SELECT min(c.created_at) FROM contents c
        WHERE c.merchant_id = t.merchant_id AND c.conversation_id = t.conversation_id AND c.ticket_id = t.id
      )),
      last_message = coalesce((
        SELECT ${lastMessage} FROM contents c
        WHERE c.merchant_id = t.merchant_id AND c.conversation_id = t.conversation_id AND c.ticket_id = t.id
          AND c.content_type <> 'log'
        ORDER BY c.created_at DESC, c.id DESC LIMIT 1
      ), t.last_message)
    WHERE (t.merchant_id, t.id) IN (SELECT merchant_id, ticket_id FROM moved)`,

  // The list is ordered by what customers sent. Calls are told in log entries, and keep their time.
  `UPDATE tickets t SET rev = t.rev + 1, received_at = newest.at
    FROM (
      SELECT k.merchant_id, k.id, greatest(k.created_at, max(c.created_at)) AS at
      FROM tickets k LEFT JOIN contents c
        ON c.merchant_id = k.merchant_id AND c.conversation_id = k.conversation_id AND c.ticket_id = k.id
        AND c.actor = 'customer'
      WHERE k.source <> 'phone'
      GROUP BY k.merchant_id, k.id, k.created_at
    ) newest
    WHERE newest.merchant_id = t.merchant_id AND newest.id = t.id AND t.received_at <> newest.at`,
  // Events of before tell the old order. Who comes back loads anew.
  `DELETE FROM live_events`,
];

export const arrivalOrderMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
