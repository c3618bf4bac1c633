import type { Migration } from 'kysely';
import { inboxMigration } from './001_inbox';
import { channelsMigration } from './002_channels';
import { automationMigration } from './003_automation';
import { exportsMigration } from './004_exports';
import { listMigration } from './005_list_at_scale';
import { searchMigration } from './005_search';
import { socialMigration } from './006_social';
import { ticketActionsMigration } from './007_ticket_actions';
import { callsMigration } from './008_calls';
import { reportsUntilMigration } from './009_reports_until';
import { askedAtMigration } from './010_asked_at';

/** Every migration there is, run in the order of these names. A released one is never changed, only followed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001_inbox': inboxMigration,
  '002_channels': channelsMigration,
  '003_automation': automationMigration,
  '004_exports': exportsMigration,
  '005_list_at_scale': listMigration,
  '005_search': searchMigration,
  '006_social': socialMigration,
  '007_ticket_actions': ticketActionsMigration,
  '008_calls': callsMigration,
  '009_reports_until': reportsUntilMigration,
  '010_asked_at': askedAtMigration,
};
