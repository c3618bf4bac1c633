import type { Generated } from 'kysely';

/** What a team publishes its panel with. Panels belong to the inbox, not to a merchant. */
export interface PanelTokensTable {
  id: Generated<number>;
  /** Who has changed what, in the history of panels. */
  name: string;
  panel: string;
  /** SHA-256 of the secret. */
  digest: Buffer;
  /** The operator who made it. */
  made_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}
