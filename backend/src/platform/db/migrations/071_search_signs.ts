import { sql, type Kysely, type Migration } from 'kysely';

/** As in migration 006. */
const MOST_SEARCHED = 20_000;
const BREAKS = `-_./@:+&=?#%<>~'"\\`;

/**
 * Signs that no word of any script has in it. To PostgreSQL's parser all that is not ASCII is a letter, so that a word in
 * quotation marks, a price, or the last word of a sentence would be found only with them.
 */
const SIGNS =
  '«»‹›„“”‟‘’‚‛–—―…•·¿¡§¶†‡°′″₹€£¥¢₩₽×÷±™®©№' +
  '「」『』【】〈〉《》〔〕（）［］｛｝、。，．：；！？・～' +
  '।॥؟،؛۔' +
  // Spaces, and marks that are not seen.
  '\u00a0\u00ad\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff';

const broken = (BREAKS + SIGNS).replace(/'/g, "''");

/** What was stored before stays as it is: its words in such signs are found as they were. */
export const searchSignsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `CREATE OR REPLACE FUNCTION search_lexemes(merchant bigint, said text) RETURNS text[]
          LANGUAGE sql IMMUTABLE PARALLEL SAFE
          RETURN (
            SELECT coalesce(array_agg(merchant::text || ':' || found.lexeme), '{}')
            FROM unnest(to_tsvector('simple', translate(left(said, ${MOST_SEARCHED}), '${broken}', '${' '.repeat((BREAKS + SIGNS).length)}'))) AS found
          )`,
      )
      .execute(db);
  },
};
