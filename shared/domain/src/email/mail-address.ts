import { normalEmail } from '../text/clean-up';
import { readableDomain } from '../text/look-alike';

/** Beyond this nothing is an address, and its signs are not looked at one by one. */
const LONGEST = 1_000;

/** RFC 5321, appendix C: relays before the address, which no server follows today. */
const ROUTE = /^@[^\s,:@]+(?:,@[^\s,:@]+)*:/;
/** A quoted part in front of the @ that needs no quotes (RFC 5322, section 3.4.1), or would need none but for its dots. */
const QUOTED_FOR_NOTHING = /^"([\w.!#$%&'*+/=?^`{|}~-]+)"@/;

/**
 * An address without what mail programs and people write around it: a route, `mailto:`, `<…>`, spaces beside @ and dots,
 * quotes without need, a dot at the very end. Dots in front of the @ stay as they are: some providers hand out addresses
 * with two in a row.
 */
export function cleanAddress(text: string): string {
  if (text.length > LONGEST) return text.trim();
  const line = text.replace(/\s+/g, ' ').trim();
  const inner = /<([^<>]*)>$/.exec(line)?.[1] ?? line;
  return inner
    .trim()
    .replace(/^\[?mailto:(.*?)\]?$/i, '$1')
    .replace(ROUTE, '')
    .replace(/ ?([@.]) ?/g, '$1')
    .replace(QUOTED_FOR_NOTHING, '$1@')
    .replace(/(@[^@]*?)\.+$/, '$1');
}

/** An address as it is compared with the shop's own. */
function comparable(address: string): { local: string; domain: string } {
  const clean = normalEmail(cleanAddress(address));
  const at = clean.lastIndexOf('@');
  return { local: clean.slice(0, Math.max(0, at)), domain: readableDomain(clean.slice(at + 1)) };
}

/**
 * Tells whether mail to this address reaches one of the shop's mailboxes. Case, a dot at the end, a tag after a plus and the
 * form of the domain (letters or `xn--`) do not matter.
 * @param own addresses of the shop's mailboxes
 */
export function isOwnAddress(address: string, own: readonly string[]): boolean {
  const { local, domain } = comparable(address);
  const names = [local, untagged(local)];
  return own.map(comparable).some((mailbox) => mailbox.domain === domain && names.includes(mailbox.local));
}

/** RFC 5233: the mailbox in front of the tag. */
const untagged = (local: string): string => local.replace(/^([^+]+)\+.*$/, '$1');

/** The addresses whose mailbox takes mail to this one, the nearest first: itself, and itself without its tag. */
export function mailboxNames(address: string): string[] {
  const clean = normalEmail(cleanAddress(address));
  const at = clean.lastIndexOf('@');
  return [...new Set([clean, untagged(clean.slice(0, Math.max(0, at))) + clean.slice(Math.max(0, at))])];
}
