import type { Random } from '@inbox/simulate';

/** No input is longer, in bytes: what is large has tests of its own, and a fuzzer is to try many. */
export const MAX_INPUT = 16_384;

/** Numbers at which lengths and counts go wrong. */
const EDGES = [0, 1, 2, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255] as const;
const LONG_EDGES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff] as const;

/** Words that mean something to one parser or another. */
const WORDS = [
  '\r\n',
  '\r\n\r\n',
  '\0',
  '--',
  '--b--',
  '=?utf-8?B?',
  '=?iso-2022-jp?Q?=1B$B',
  '?=',
  'Content-Type: multipart/mixed; boundary=""\r\n',
  'Content-Type: message/rfc822\r\n',
  "filename*0*=utf-8''%e4%bd",
  'Content-Transfer-Encoding: base64\r\n',
  'charset=utf-7',
  '<',
  '>',
  '</',
  '<!--',
  '<![CDATA[',
  '<svg onload=',
  'javascript:',
  'data:text/html,',
  '&#x',
  '&nbsp',
  'style="',
  '"',
  '\\u0000',
  '\\ud83d',
  '__proto__',
  'constructor',
  '{',
  '}',
  '[',
  ']',
  'null',
  'true',
  '-1',
  '1e308',
  '9007199254740993',
  '""',
  '[]',
  '{}',
] as const;

type Mutation = (input: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const at = (input: Uint8Array, random: Random): number => random.between(0, Math.max(0, input.length - 1));

/** A stretch of the input, most often a short one. */
function stretch(input: Uint8Array, random: Random): [start: number, end: number] {
  const start = at(input, random);
  const longest = random.chance(0.8) ? 16 : input.length;
  return [start, Math.min(input.length, start + random.between(1, Math.max(1, longest)))];
}

const spliced = (input: Uint8Array, start: number, end: number, put: Uint8Array): Uint8Array =>
  Buffer.concat([input.subarray(0, start), put, input.subarray(end)]);

function withBytes(input: Uint8Array, place: number, bytes: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(input);
  changed.set(bytes.subarray(0, changed.length - place), place);
  return changed;
}

function long(value: number, isLittle: boolean): Uint8Array {
  const bytes = Buffer.alloc(4);
  if (isLittle) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (input, random) => {
    const place = at(input, random);
    return withBytes(input, place, Uint8Array.of((input[place] ?? 0) ^ (1 << random.between(0, 7))));
  },
  (input, random) => withBytes(input, at(input, random), Uint8Array.of(random.between(0, 255))),
  (input, random) => withBytes(input, at(input, random), Uint8Array.of(random.pick(EDGES))),
  (input, random) => withBytes(input, at(input, random), long(random.pick(LONG_EDGES), random.chance(0.5))),
  (input, random) => {
    const [start, end] = stretch(input, random);
    return spliced(input, start, end, new Uint8Array());
  },
  (input, random) => {
    const [start, end] = stretch(input, random);
    const times = random.chance(0.9) ? 1 : random.between(2, 200);
    return spliced(input, start, start, Buffer.concat(Array.from({ length: times }, () => input.subarray(start, end))));
  },
  (input, random) => {
    const place = at(input, random);
    return spliced(input, place, place, Buffer.from(random.pick(WORDS)));
  },
  (input, random) => {
    const [start, end] = stretch(input, random);
    return spliced(input, start, end, Buffer.from(random.pick(WORDS)));
  },
  (input, random, other) => {
    const [start, end] = stretch(other, random);
    const place = at(input, random);
    return spliced(input, place, place, other.subarray(start, end));
  },
  (input, random, other) => Buffer.concat([input.subarray(0, at(input, random)), other.subarray(at(other, random))]),
  (input, random) => input.subarray(0, at(input, random)),
];

/**
 * Another input, made of one and a piece of another by a few changes.
 * @param other of the same corpus
 */
export function mutate(input: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let changed = input;
  for (let steps = random.between(1, 6); steps > 0; steps -= 1) {
    changed = random.pick(MUTATIONS)(changed, random, other).subarray(0, MAX_INPUT);
  }
  return changed;
}
