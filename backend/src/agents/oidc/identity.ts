import * as z from 'zod/mini';
import { ProviderError } from './provider-error';

/** Who the provider says that somebody is. */
export interface Identity {
  subject: string;
  /** The provider's own name of its session, where it gives one. */
  sid: string | null;
  /** Null when there is none that the provider has verified. */
  verifiedEmail: string | null;
  firstName: string;
  lastName: string;
  groups: readonly string[];
}

const LONGEST_NAME = 200;
const MOST_GROUPS = 1_000;

/** What is not as it should be counts as not said. */
const text = (longest: number) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((said) => (typeof said === 'string' && said !== '' && said.length <= longest ? said : undefined)),
  );

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  sid: text(255),
  email: text(320),
  email_verified: z.optional(z.unknown()),
  given_name: text(LONGEST_NAME),
  family_name: text(LONGEST_NAME),
  name: text(LONGEST_NAME),
});

const Groups = z.union([
  z.array(z.string()).check(z.maxLength(MOST_GROUPS)),
  z.pipe(
    z.string(),
    z.transform((one): string[] => [one]),
  ),
]);

type Said = Readonly<Record<string, unknown>>;

/**
 * Reads the claims of an ID token, and what the UserInfo endpoint adds.
 * @throws ProviderError when they are none, or when the groups are too many for the token and stand elsewhere
 */
export function readIdentity(idToken: Said, userInfo: Said, groupsClaim: string): Identity {
  const claims = Claims.safeParse({ ...userInfo, ...idToken });
  if (!claims.success) throw new ProviderError('untrusted', 'its claims cannot be read');
  const { sub, sid, given_name, family_name, name } = claims.data;
  // An address is verified by who says it: never one of the two by what the other says.
  const { email, email_verified: isVerified } = Claims.parse({
    sub,
    ...(idToken['email'] === undefined ? userInfo : idToken),
  });
  return {
    subject: sub,
    sid: sid ?? null,
    verifiedEmail: isVerified === true ? (email ?? null) : null,
    ...namesOf(given_name, family_name, name ?? email ?? sub),
    groups: readGroups(idToken, userInfo, groupsClaim),
  };
}

function namesOf(given: string | undefined, family: string | undefined, name: string) {
  if (given !== undefined) return { firstName: given, lastName: family ?? '' };
  const [firstName = name, ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Many providers leave a claim out that is empty: nobody keeps a right because of that. */
function readGroups(idToken: Said, userInfo: Said, claim: string): readonly string[] {
  const said = idToken[claim] ?? userInfo[claim];
  if (said === undefined || said === null) {
    const elsewhere = z.safeParse(z.record(z.string(), z.unknown()), idToken['_claim_names']);
    if (elsewhere.success && Object.hasOwn(elsewhere.data, claim)) {
      throw new ProviderError('untrusted', `it has too many groups to say them in '${claim}'`);
    }
    return [];
  }
  const groups = Groups.safeParse(said);
  if (!groups.success) throw new ProviderError('untrusted', `'${claim}' is no list of at most ${MOST_GROUPS} groups`);
  return groups.data;
}
