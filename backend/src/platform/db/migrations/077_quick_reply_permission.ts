import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Until now every agent who used the inbox changed the quick replies: an upgrade takes that from nobody.
  `UPDATE agents SET user_permissions = array_append(user_permissions, 'manage_quick_replies')
   WHERE 'access_connect_chat_page' = ANY (user_permissions) AND NOT 'manage_quick_replies' = ANY (user_permissions)`,
  // The audit writes at the end of a transaction. A later migration in the same one could not alter the table until then.
  `SET CONSTRAINTS audit_agent_update IMMEDIATE`,
  `SET CONSTRAINTS audit_agent_update DEFERRED`,
];

/** Gives the permission to change quick replies to every agent who may use the inbox. */
export const quickReplyPermissionMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
