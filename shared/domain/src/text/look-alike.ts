/**
 * Letters that people take for others, by what they are taken for: those of the scripts that domains are faked with. Of
 * Unicode's confusables the ones that browsers and registries see abused.
 */
const LOOKS_LIKE: Record<string, string> = {
  // Cyrillic, Greek, Armenian, and Latin with a twist.
  а: 'a',
  ɑ: 'a',
  α: 'a',
  ь: 'b',
  в: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ҽ: 'e',
  ε: 'e',
  ѕ: 's',
  ɡ: 'g',
  ց: 'g',
  һ: 'h',
  н: 'h',
  і: 'i',
  ι: 'i',
  ı: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  ӏ: 'l',
  ⅼ: 'l',
  м: 'm',
  п: 'n',
  ո: 'n',
  η: 'n',
  о: 'o',
  ο: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ᴢ: 'z',
  // Digits and signs among letters.
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '|': 'l',
};
/** Two letters that look like one. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
];

/** What a domain looks like at a glance: two domains of one look can be told apart only letter by letter. */
export function lookOf(domain: string): string {
  const plain = readableDomain(domain)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (letter) => LOOKS_LIKE[letter] ?? letter)
    // An l among letters is read as an i, and the other way round.
    .replace(/i/g, 'l');
  return PAIRS.reduce((text, [pair, single]) => text.replace(pair, single), plain);
}

/**
 * Is this domain made to be taken for that one? It is another one that looks the same, or differs by one letter that was
 * changed, added, left out or swapped with the next. Short names differ by a letter by chance, and are not compared so.
 */
export function isLookAlike(domain: string, known: string): boolean {
  const [a, b] = [readableDomain(domain), readableDomain(known)];
  if (a === b || a === '' || b === '') return false;
  // Below the known domain, or above it, it is the same owner's.
  if (a.endsWith(`.${b}`) || b.endsWith(`.${a}`)) return false;
  if (lookOf(a) === lookOf(b)) return true;
  const [name, knownName] = [lookOf(nameOf(a)), lookOf(nameOf(b))];
  if (Math.min(name.length, knownName.length) < SHORTEST) return false;
  // The same name under another ending, or with one letter's difference.
  return name === knownName || isOneLetterAway(name, knownName);
}

const SHORTEST = 5;

/** The part of a domain that people read: without the ending, whose second part may be `co` or the like. */
function nameOf(domain: string): string {
  const parts = domain.split('.').slice(0, -1);
  while (parts.length > 1 && (parts.at(-1) ?? '').length <= 3) parts.pop();
  return parts.at(-1) ?? '';
}

function isOneLetterAway(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  if (long.length > short.length) return long.slice(at + 1) === short.slice(at);
  if (long.slice(at + 1) === short.slice(at + 1)) return true;
  const isSwapped = long[at] === short[at + 1] && long[at + 1] === short[at];
  return isSwapped && long.slice(at + 2) === short.slice(at + 2);
}

/** A domain in lower case, its `xn--` labels as they are shown (RFC 3492). */
export function readableDomain(domain: string): string {
  return domain
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
}

function decodeLabel(label: string): string | null {
  const dash = label.lastIndexOf('-');
  const points = Array.from(label.slice(0, Math.max(0, dash)), (letter) => letter.codePointAt(0) ?? 0);
  let [code, index, bias] = [128, 0, 72];
  for (let at = dash + 1; at < label.length; index += 1) {
    const before = index;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = '0123456789'.includes(label[at] ?? '')
        ? (label.codePointAt(at) ?? 0) - 22
        : (label.codePointAt(at) ?? 0) - 97;
      at += 1;
      if (at > label.length || digit < 0 || digit > 35) return null;
      index += digit * weight;
      const least = Math.min(26, Math.max(1, k - bias));
      if (digit < least) break;
      weight *= 36 - least;
    }
    const count = points.length + 1;
    let delta = before === 0 ? Math.floor((index - before) / 700) : Math.floor((index - before) / 2);
    delta += Math.floor(delta / count);
    let k = 0;
    for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
    bias = k + Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return null;
    points.splice(index, 0, code);
  }
  return String.fromCodePoint(...points);
}
