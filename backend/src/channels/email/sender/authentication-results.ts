import type { SenderFacts } from './verdict';

type Results = Omit<SenderFacts, 'from'>;
type Result = { method: string; result: string; properties: Map<string, string> };

/**
 * What a trusted server has found (RFC 8601): its uppermost header, as those below it may have come with the mail.
 * @param headers unfolded, in their order, such as `authentication-results: mx.shop.example; dmarc=pass …`
 * @param authservId the name that the server gives itself
 * @returns null when it says nothing of this mail
 */
export function trustedResults(headers: readonly string[], authservId: string): Results | null {
  for (const header of headers) {
    const value = /^authentication-results:(.*)$/is.exec(header)?.[1];
    if (value === undefined) continue;
    const [id, ...parts] = withoutComments(value).split(';');
    if (id?.trim().split(/\s+/)[0]?.toLowerCase() === authservId.toLowerCase()) return resultsOf(parts.flatMap(read));
  }
  return null;
}

function resultsOf(found: readonly Result[]): Results {
  const of = (method: string) => found.filter((one) => one.method === method);
  const [dmarc] = of('dmarc');
  const [spf] = of('spf');
  return {
    dmarc: dmarc === undefined ? 'none' : wordOf(dmarc.result),
    signatures: of('dkim').flatMap(({ result, properties }) => {
      const word = wordOf(result);
      const domain = properties.get('header.d') ?? domainIn(properties.get('header.i'));
      return word === 'none' || domain === undefined ? [] : [{ domain, result: word, isPartial: false }];
    }),
    spf:
      (spf && {
        domain: domainIn(spf.properties.get('smtp.mailfrom')) ?? domainIn(spf.properties.get('smtp.helo')) ?? '',
        result: wordOf(spf.result),
      }) ||
      null,
  };
}

function wordOf(result: string): 'pass' | 'fail' | 'none' | 'error' {
  if (result === 'pass') return 'pass';
  if (result === 'fail' || result === 'softfail' || result === 'policy') return 'fail';
  return result === 'temperror' || result === 'permerror' ? 'error' : 'none';
}

function read(part: string): Result[] {
  const [first, ...rest] = part.trim().split(/\s+/);
  const [, method, result] = /^([\w-]+)(?:\/\d+)?=([\w-]+)$/.exec(first ?? '') ?? [];
  if (method === undefined || result === undefined) return [];
  const properties = new Map<string, string>();
  for (const word of rest) {
    const at = word.indexOf('=');
    if (at > 0) properties.set(word.slice(0, at).toLowerCase(), word.slice(at + 1).replace(/^"|"$/g, ''));
  }
  return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }];
}

const domainIn = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Comments may stand anywhere, one in another; what is quoted is none. */
function withoutComments(value: string): string {
  let depth = 0;
  let isQuoted = false;
  let text = '';
  for (const letter of value) {
    if (letter === '"' && depth === 0) isQuoted = !isQuoted;
    if (letter === '(' && !isQuoted) depth += 1;
    if (depth === 0) text += letter;
    if (letter === ')' && !isQuoted && depth > 0) depth -= 1;
  }
  return text;
}
