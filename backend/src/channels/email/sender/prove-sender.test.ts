import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dkimSign } from 'mailauth';
import { proveSender, type SenderTask } from './prove-sender';
import type { Resolve } from './resolver';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const KEY = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;

/** Domains that are asked for, unlike those of examples: v.com has it all, plain.com no DMARC, bare.com nothing. */
const ZONE: Record<string, string> = {
  's._domainkey.v.com': KEY,
  's._domainkey.plain.com': KEY,
  's._domainkey.thief.com': KEY,
  '_dmarc.v.com': 'v=DMARC1; p=reject',
  'v.com': 'v=spf1 ip4:198.51.101.7 -all',
  'plain.com': 'v=spf1 ip4:198.51.101.7 -all',
  'thief.com': 'v=spf1 ip4:198.51.101.66 -all',
};
const known: Resolve = async (name, type) => {
  const text = type === 'TXT' ? ZONE[name.toLowerCase()] : undefined;
  if (text === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return [[text]];
};
const down: Resolve = async (name) => {
  throw Object.assign(new Error(name), { code: 'ETIMEOUT' });
};

const HOME = { address: '198.51.101.7', helo: 'mx.v.com' };
const ELSEWHERE = { address: '198.51.101.66', helo: 'mx.thief.com' };
const RELAY = { address: '127.0.0.1', helo: 'relay' };

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-senders-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function prove(raw: string, task: Partial<SenderTask> = {}, resolve = known) {
  const path = join(folder, `${(files += 1)}`);
  await writeFile(path, raw);
  return proveSender({ path, envelopeSender: 'priya@v.com', client: HOME, authservId: null, ...task }, resolve);
}

const from = (sender: string, more: readonly string[] = []) =>
  [`From: ${sender}`, 'To: care@shop.com', 'Subject: My order', ...more, '', 'Where is it?', ''].join('\r\n');
async function signed(raw: string, domain: string, maxBodyLength?: number): Promise<string> {
  const key = {
    signingDomain: domain,
    selector: 's',
    privateKey,
    ...(maxBodyLength !== undefined && { maxBodyLength }),
  };
  const { signatures } = await dkimSign(raw, {
    ...key,
    canonicalization: 'relaxed/relaxed',
    signatureData: [key],
  });
  return signatures + raw;
}

describe('a sender', () => {
  const cases: [string, () => Promise<string>, Partial<SenderTask>, object][] = [
    ['signed by its domain', () => signed(from('P <priya@v.com>'), 'v.com'), {}, { verified: true }],
    ['sent by its domain’s server', async () => from('priya@v.com'), {}, { verified: true }],
    [
      'signed, and brought by a relay of the shop',
      () => signed(from('priya@v.com'), 'v.com'),
      { client: RELAY },
      { verified: true },
    ],
    [
      'sent on by a mailing list, signature whole',
      () => signed(from('priya@v.com'), 'v.com'),
      { client: ELSEWHERE, envelopeSender: 'list@thief.com' },
      { verified: true },
    ],
    [
      'of a domain without DMARC',
      async () => from('a@plain.com'),
      { envelopeSender: 'a@plain.com' },
      { verified: true },
    ],
    [
      'below the domain that signs',
      () => signed(from('a@news.plain.com'), 'plain.com'),
      { client: RELAY },
      { verified: true },
    ],
    [
      'made up, of a domain that proves its mails',
      async () => from('priya@v.com'),
      { client: ELSEWHERE, envelopeSender: 'x@thief.com' },
      { verified: false, doubt: 'dmarc_failed' },
    ],
    [
      'made up, signed by the thief',
      () => signed(from('priya@v.com'), 'thief.com'),
      { client: ELSEWHERE, envelopeSender: 'x@thief.com' },
      { verified: false, doubt: 'dmarc_failed' },
    ],
    [
      'made up, of a domain without DMARC',
      async () => from('a@plain.com'),
      { client: ELSEWHERE, envelopeSender: 'x@thief.com' },
      { verified: false, doubt: 'other_domain', proven_domain: 'thief.com' },
    ],
    [
      'whose server may not send for the domain',
      async () => from('a@plain.com'),
      { client: ELSEWHERE, envelopeSender: 'a@plain.com' },
      { verified: false, doubt: 'spf_failed' },
    ],
    [
      'whose signed mail was changed',
      async () => (await signed(from('a@plain.com'), 'plain.com')).replace('Where is it?', 'Pay here'),
      { client: RELAY },
      { verified: false, doubt: 'broken_signature' },
    ],
    [
      'whose signature leaves room for more',
      async () => `${await signed(from('a@plain.com'), 'plain.com', 5)}Pay here\r\n`,
      { client: RELAY },
      { verified: false, doubt: 'partly_signed' },
    ],
    [
      'of whom nothing is known',
      async () => from('a@bare.com'),
      { client: RELAY },
      { verified: false, doubt: 'no_proof' },
    ],
    [
      'of an example, which no name server is asked for',
      async () => from('a@v.example'),
      { client: RELAY, envelopeSender: 'a@v.example' },
      { verified: false, doubt: 'no_proof' },
    ],
    ['of two names', async () => from('priya@v.com, x@thief.com'), {}, { verified: false, doubt: 'several_senders' }],
    [
      'of two headers',
      () => signed(from('priya@v.com', ['From: x@thief.com']), 'v.com'),
      {},
      { verified: false, doubt: 'several_senders' },
    ],
    ['of no name', async () => from(''), {}, { verified: false, doubt: 'several_senders' }],
  ];
  it.each(cases)('%s', async (_, mail, task, check) => {
    expect((await prove(await mail(), task)).check).toEqual(check);
  });

  it('is no proof while the name servers do not answer', async () => {
    const { check } = await prove(await signed(from('priya@v.com'), 'v.com'), {}, down);
    expect(check).toEqual({ verified: false, doubt: 'dns_failed' });
  });

  it.each([
    ['lines without end', `${from('priya@v.com')}${'x'.repeat(100_000)}`],
    ['headers without end', from('priya@v.com', ['X-A: b'.repeat(60), ...Array<string>(40_000).fill('X-More: x')])],
    ['signatures without end', from('priya@v.com', Array<string>(50).fill('DKIM-Signature: v=1; l=1'))],
  ])('of a mail with %s is not looked for', async (_, raw) => {
    expect((await prove(raw)).check).toEqual({ verified: false, doubt: 'too_complex' });
  });
});

describe('a trusted server’s results', () => {
  const header = (results: string, id = 'mx.shop.com') => `Authentication-Results: ${id}; ${results}`;
  const trusting = { authservId: 'mx.shop.com', client: RELAY };
  it.each([
    ['pass', header('dmarc=pass (p=REJECT) header.from=v.com'), { verified: false, doubt: 'no_proof' }],
    ['pass by a signature', header('dkim=pass header.d=v.com; dmarc=pass header.from=v.com'), { verified: true }],
    ['pass by SPF', header('spf=pass smtp.mailfrom=priya@v.com;\r\n dmarc=pass'), { verified: true }],
    ['fail', header('dkim=pass header.d=thief.com; dmarc=fail header.from=v.com'), { doubt: 'dmarc_failed' }],
    ['another server’s', header('dkim=pass header.d=v.com', 'mx.thief.com'), { doubt: 'no_proof' }],
    ['a comment’s', header('none (dkim=pass header.d=v.com; dkim=pass)'), { doubt: 'no_proof' }],
    ['none', 'X-Nothing: here', { doubt: 'no_proof' }],
  ])('count: %s', async (_, results, check) => {
    expect((await prove(from('priya@v.com', [results]), trusting)).check).toMatchObject(check);
  });

  it('are those of the uppermost header: the others came with the mail', async () => {
    const raw = `${header('dkim=none; dmarc=fail')}\r\n${from('priya@v.com', [header('dkim=pass header.d=v.com')])}`;
    expect((await prove(raw, trusting)).check).toMatchObject({ doubt: 'dmarc_failed' });
  });
});
