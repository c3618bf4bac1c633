import { Resolver } from 'node:dns/promises';

/** Answers as `dns.promises.resolve` does: texts, addresses, or an error with its code. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

/** Names that no server of the public internet has (RFC 6761): asking for them takes time and tells others. */
const SPECIAL = /(?:^|\.)(?:test|example|invalid|localhost|local|onion)\.?$/i;
/** Of one mail. SPF has ten of its own, signatures and DMARC need few. */
const MOST_LOOKUPS = 40;

const failure = (code: string, name: string) => Object.assign(new Error(`${code} ${name}`), { code });

/** The system's name servers, each asked once for a moment. */
export function systemResolve(timeoutMs: number): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  return async (name, type) => {
    switch (type) {
      case 'A':
        return resolver.resolve4(name);
      case 'AAAA':
        return resolver.resolve6(name);
      case 'TXT':
        return resolver.resolveTxt(name);
      case 'PTR':
        return resolver.resolvePtr(name);
      case 'MX':
        return (await resolver.resolve(name, 'MX')) as unknown as string[];
      default:
        throw failure('ENODATA', name);
    }
  };
}

/** For one mail: so many questions and no more, none for names that cannot have an answer. */
export function forOneMail(resolve: Resolve): Resolve {
  let asked = 0;
  return async (name, type) => {
    if (SPECIAL.test(name)) throw failure('ENOTFOUND', name);
    asked += 1;
    if (asked > MOST_LOOKUPS) throw failure('ESERVFAIL', name);
    return resolve(name, type);
  };
}
