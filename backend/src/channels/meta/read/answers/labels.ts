import { messages } from '../../messages';

/** `flowToken` and `flow-token` as `flow_token`. */
export const snakeCase = (name: string): string =>
  spaced(name)
    .replace(/[\s_.-]+/g, '_')
    .toLowerCase();

const spaced = (name: string): string =>
  name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2');

/** A word of a table; names such as `constructor` are in none. */
export const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** As the builder of flows names a field: its screen, its label and its place on the screen. */
const BUILT = /^screen_\d+_(.*?)(?:_\d+)?$/i;

/** The name of a field as words: `screen_0_Full_Name_1`, `fullName` and `full-name` are "Full Name", "Full Name", "Full name". */
export function labelOf(name: string): string {
  const known = own(messages.fieldNames, snakeCase(name));
  if (known !== undefined) return known;
  const words = spaced(BUILT.exec(name)?.[1] ?? name)
    .replace(/[\s_.-]+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(words)) return messages.answer;
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The builder of flows names a choice by its place and its label: `0_Very_good` is "Very good". What is typed has blanks. */
export const choiceOf = (text: string): string =>
  /^\d{1,3}_\S+$/u.test(text) ? text.replace(/^\d+_/, '').replace(/_+/g, ' ').trim() || text : text;

/** Fields that Meta, or the program behind a form, adds for itself; they say nothing to people. */
const INTERNAL = new Set([
  'saved_address_id',
  'flow_id',
  'flow_action',
  'flow_message_version',
  'flow_metadata',
  'wa_flow_response_params',
  'data_api_version',
  'encryption_metadata',
  'sha256',
]);
const SECRET = /(?:^|_)(?:token|secret|signature|nonce|hmac|csrf)$/;

/** Is this a field for programs, such as a token? */
export function isInternal(name: string): boolean {
  const snake = snakeCase(name);
  return INTERNAL.has(snake) || SECRET.test(snake);
}
