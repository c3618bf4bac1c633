import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Whoever changes what agents may do, which sessions run, or what a merchant is set to, notifies every backend that
 * listens on this database: the operator's tool and other nodes are other processes. A row that ends up as it was
 * notifies nobody. Equal notifications of one transaction are sent once.
 */
const statements = [
  `CREATE FUNCTION notify_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed jsonb := to_jsonb(coalesce(NEW, OLD));
  BEGIN
    PERFORM pg_notify('inbox_access', jsonb_build_object(
      'about', TG_ARGV[0],
      'merchant_id', CASE TG_TABLE_NAME WHEN 'merchants' THEN changed -> 'id' ELSE changed -> 'merchant_id' END,
      'agent_id', CASE TG_TABLE_NAME WHEN 'agents' THEN changed -> 'id' WHEN 'sessions' THEN changed -> 'agent_id' END
    )::text);
    RETURN NULL;
  END $$`,

  `CREATE TRIGGER agents_added AFTER INSERT ON agents
    FOR EACH ROW EXECUTE FUNCTION notify_access_change('agent')`,
  `CREATE TRIGGER agents_changed
    AFTER UPDATE OF first_name, last_name, email, user_permissions, is_store_admin, can_assign_ticket_to_self,
      can_assign_ticket_to_other_agent, disabled ON agents
    FOR EACH ROW
    WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.user_permissions, OLD.is_store_admin,
        OLD.can_assign_ticket_to_self, OLD.can_assign_ticket_to_other_agent, OLD.disabled)
      IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.user_permissions, NEW.is_store_admin,
        NEW.can_assign_ticket_to_self, NEW.can_assign_ticket_to_other_agent, NEW.disabled))
    EXECUTE FUNCTION notify_access_change('agent')`,

  `CREATE TRIGGER sessions_ended AFTER UPDATE OF ended_at ON sessions
    FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
    EXECUTE FUNCTION notify_access_change('session')`,

  `CREATE TRIGGER merchants_changed
    AFTER UPDATE OF name, inbox_enabled, disable_reason, csat_enabled, audio_enabled, notification, redirect_url,
      has_payment_error, payment_settings_url ON merchants
    FOR EACH ROW
    WHEN ((OLD.name, OLD.inbox_enabled, OLD.disable_reason, OLD.csat_enabled, OLD.audio_enabled, OLD.notification,
        OLD.redirect_url, OLD.has_payment_error, OLD.payment_settings_url)
      IS DISTINCT FROM (NEW.name, NEW.inbox_enabled, NEW.disable_reason, NEW.csat_enabled, NEW.audio_enabled,
        NEW.notification, NEW.redirect_url, NEW.has_payment_error, NEW.payment_settings_url))
    EXECUTE FUNCTION notify_access_change('settings')`,

  `CREATE TRIGGER accounts_added_or_removed AFTER INSERT OR DELETE ON accounts
    FOR EACH ROW EXECUTE FUNCTION notify_access_change('settings')`,
  `CREATE TRIGGER accounts_changed AFTER UPDATE OF name, address, external_id, enabled ON accounts
    FOR EACH ROW
    WHEN ((OLD.name, OLD.address, OLD.external_id, OLD.enabled)
      IS DISTINCT FROM (NEW.name, NEW.address, NEW.external_id, NEW.enabled))
    EXECUTE FUNCTION notify_access_change('settings')`,
];

export const accessChangesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
