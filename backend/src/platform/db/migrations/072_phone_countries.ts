import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Numbers are compared with their country. Customers' numbers stay as they are stored, in the forms that
 * phone-numbers/written-forms.ts lists; this gives the rows such a form that have none.
 */
const statements = [
  `ALTER TABLE merchants ADD COLUMN country text NOT NULL DEFAULT 'IN'`,
  `COMMENT ON COLUMN merchants.country IS 'ISO 3166: phone numbers without a country are of this one'`,
  `CREATE CONSTRAINT TRIGGER audit_settings_country AFTER UPDATE OF country ON merchants
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.country IS DISTINCT FROM NEW.country)
    EXECUTE FUNCTION audit_change('settings', 'merchant', 'id', 'id', 'country', '', '')`,

  // Stored rows have null here until the shop is asked again for their customer: see shop/shop-records.ts.
  `ALTER TABLE shop_records ADD COLUMN phone_numbers text[]`,
  `COMMENT ON COLUMN shop_records.phone_numbers IS 'with their countries; null of what an older release has stored'`,

  // Some telephony providers write callers with blanks or dashes.
  `UPDATE customers SET phone = regexp_replace(phone, '[^0-9+]', '', 'g')
    WHERE phone ~ '^ *[+]?[0-9][0-9 ().-]*$' AND phone ~ '[^0-9+]'`,
  // WhatsApp's ids begin with the country and have no plus: without one, ten digits would be a number of the shop's country.
  `UPDATE customers SET phone = '+' || phone
    WHERE phone ~ '^[0-9]{7,15}$' AND EXISTS (
      SELECT FROM conversations v WHERE v.merchant_id = customers.merchant_id AND v.customer_id = customers.id
        AND v.source = 'whatsapp' AND v.contact = customers.phone)`,
  // Conversations of phone lines lost the plus that their customers' numbers still have.
  `UPDATE conversations v SET contact = c.phone FROM customers c
    WHERE c.merchant_id = v.merchant_id AND c.id = v.customer_id AND v.source = 'phone'
      AND v.contact ~ '^[0-9]+$' AND c.phone = '+' || v.contact`,
  // The audit's deferred triggers run now: with pending ones, a later migration could not alter the table.
  `SET CONSTRAINTS ALL IMMEDIATE`,
  `SET CONSTRAINTS ALL DEFERRED`,
];

export const phoneCountriesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
