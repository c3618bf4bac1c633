import * as z from 'zod/mini';
import {
  GROUP_PERMISSIONS,
  isOnThisMachine,
  type GroupPermission,
  type GroupRights,
  type OidcSettings,
} from '../../agents/oidc/oidc-settings';

const ISSUER = 'must be an https address without a query (http on this machine alone)';
export const ORIGIN =
  'must be https://HOST, where browsers reach the inbox, without a path (http on this machine alone)';
const SCOPES = 'must be names with blanks between them';
const GROUPS = `must be GROUP=PERMISSION with commas between them; a permission is ${GROUP_PERMISSIONS.join(', ')}`;
/** Microsoft's addresses for everybody: any company's people would be let in. */
const EVERYBODY = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/i;

const yesOrNo = (fallback: 'yes' | 'no') => z._default(z.enum(['yes', 'no'], 'must be yes or no'), fallback);

/** Whether nobody can be between, or only on this machine. */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url));
}

/** Whether it is scheme, host and port of a site that is safe to send people to. */
export const isOrigin = (text: string): boolean => isSafe(text) && new URL(text).origin === text.replace(/\/$/, '');

/** What each group gives; undefined for what cannot be read. A group's name may have anything in it but a comma. */
function parseGroups(text: string): GroupRights | undefined {
  const rights = new Map<string, GroupPermission[]>();
  for (const pair of text.split(',')) {
    const at = pair.lastIndexOf('=');
    const group = pair.slice(0, at).trim();
    const permission = GROUP_PERMISSIONS.find((each) => each === pair.slice(at + 1).trim());
    if (at === -1 || group === '' || permission === undefined) return undefined;
    rights.set(group, [...(rights.get(group) ?? []), permission]);
  }
  return rights;
}

/** The part of the settings table that says how agents sign in at an identity provider. */
export const OIDC_ENVIRONMENT = {
  INBOX_OIDC_ISSUER: z.optional(
    z.string().check(
      z.refine(isSafe, ISSUER),
      z.refine((text) => !EVERYBODY.test(text), "must name your own tenant: 'common' lets everybody in"),
    ),
  ),
  INBOX_OIDC_CLIENT_ID: z.optional(z.string()),
  INBOX_OIDC_CLIENT_SECRET: z.optional(z.string()),
  INBOX_OIDC_MERCHANT: z.optional(z.string()),
  INBOX_OIDC_URL: z.optional(z.string().check(z.refine(isOrigin, ORIGIN))),
  INBOX_OIDC_NAME: z._default(z.string().check(z.maxLength(60, 'must have at most 60 characters')), 'your company'),
  INBOX_OIDC_SCOPES: z._default(z.string().check(z.regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, SCOPES)), 'email profile'),
  INBOX_OIDC_GROUPS_CLAIM: z._default(z.string(), 'groups'),
  INBOX_OIDC_GROUPS: z.optional(z.string().check(z.refine((text) => parseGroups(text) !== undefined, GROUPS))),
  INBOX_OIDC_CREATE: yesOrNo('no'),
  INBOX_OIDC_PASSWORDS: yesOrNo('yes'),
} as const;

const NEEDED = ['INBOX_OIDC_CLIENT_ID', 'INBOX_OIDC_MERCHANT', 'INBOX_OIDC_URL'] as const;

interface Read {
  INBOX_OIDC_ISSUER?: string | undefined;
  INBOX_OIDC_CLIENT_ID?: string | undefined;
  INBOX_OIDC_CLIENT_SECRET?: string | undefined;
  INBOX_OIDC_MERCHANT?: string | undefined;
  INBOX_URL?: string | undefined;
  INBOX_OIDC_URL?: string | undefined;
  INBOX_OIDC_NAME: string;
  INBOX_OIDC_SCOPES: string;
  INBOX_OIDC_GROUPS_CLAIM: string;
  INBOX_OIDC_GROUPS?: string | undefined;
  INBOX_OIDC_CREATE: 'yes' | 'no';
  INBOX_OIDC_PASSWORDS: 'yes' | 'no';
}

/** The settings of the identity provider; undefined where none is set. A text says what does not fit together. */
export function readOidcSettings(read: Read): OidcSettings | string | undefined {
  const { INBOX_OIDC_ISSUER: issuer, INBOX_OIDC_CLIENT_ID: clientId, INBOX_OIDC_MERCHANT: merchant } = read;
  const { INBOX_OIDC_GROUPS: groups } = read;
  const url = read.INBOX_OIDC_URL ?? read.INBOX_URL;
  if (issuer === undefined) {
    const lonely = [...NEEDED, 'INBOX_OIDC_CLIENT_SECRET' as const].find((name) => read[name] !== undefined);
    if (lonely !== undefined) return `${lonely} needs INBOX_OIDC_ISSUER.`;
    return read.INBOX_OIDC_PASSWORDS === 'no' ? 'INBOX_OIDC_PASSWORDS=no needs INBOX_OIDC_ISSUER.' : undefined;
  }
  if (clientId === undefined || merchant === undefined || url === undefined) {
    return `INBOX_OIDC_ISSUER needs ${NEEDED.filter((name) => read[name] === undefined).join(' and ')}.`;
  }
  return {
    issuer,
    clientId,
    clientSecret: read.INBOX_OIDC_CLIENT_SECRET,
    merchant,
    url: new URL(url).origin,
    name: read.INBOX_OIDC_NAME,
    scopes: read.INBOX_OIDC_SCOPES,
    groupsClaim: read.INBOX_OIDC_GROUPS_CLAIM,
    groups: (groups === undefined ? undefined : parseGroups(groups)) ?? new Map(),
    create: read.INBOX_OIDC_CREATE === 'yes',
    passwords: read.INBOX_OIDC_PASSWORDS === 'yes',
  };
}
