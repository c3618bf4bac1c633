import { createReadStream } from 'node:fs';
import type { SenderCheck } from '@inbox/domain';
import { authenticate, type AuthenticateResult } from 'mailauth';
import { addressParser } from 'postal-mime';
import { isPrivateAddress } from '../../../platform/net/private-address';
import { trustedResults } from './authentication-results';
import { forOneMail, type Resolve } from './resolver';
import { senderVerdict, type SenderFacts } from './verdict';

/** A mail on the disk whose sender is to be proven. */
export interface SenderTask {
  path: string;
  /** Empty for bounces. */
  envelopeSender: string;
  /** Who brought it. */
  client: { address: string; helo: string };
  /** The server whose Authentication-Results count; null to check here. */
  authservId: string | null;
}

/** What was found, and for which address: that of From as the check has read it. */
export interface ProvenSender {
  check: SenderCheck;
  from: string | null;
}

/** Bytes of headers, signatures, and bytes of a line, beyond which checking a mail costs more than it tells. */
const MOST_HEADERS = 262_144;
const MOST_SIGNATURES = 10;
const MOST_LINE = 65_536;

/** Checks who sent a mail. @throws when its file cannot be read */
export async function proveSender(task: SenderTask, resolve: Resolve): Promise<ProvenSender> {
  const { headers, isPlain } = await scan(task.path);
  const from = headers.flatMap((header) => {
    const value = /^from:(.*)$/is.exec(header)?.[1];
    return value === undefined ? [] : addressParser(value, { flatten: true }).flatMap(({ address }) => address ?? []);
  });
  const of = (check: SenderCheck): ProvenSender => ({ check, from: from[0] ?? null });
  if (task.authservId !== null) {
    const results = trustedResults(headers, task.authservId);
    return of(results === null ? { verified: false, doubt: 'no_proof' } : senderVerdict({ ...results, from }));
  }
  if (!isPlain) return of({ verified: false, doubt: 'too_complex' });
  return of(senderVerdict(await ownFacts(task, resolve)));
}

async function ownFacts({ path, envelopeSender, client }: SenderTask, resolve: Resolve): Promise<SenderFacts> {
  // What a relay of the shop's own network brings was sent by others: its address proves nothing, nor disproves.
  const isPublic = !isPrivateAddress(client.address.replace(/^::ffff:/i, ''));
  const result = await authenticate(createReadStream(path), {
    ...(isPublic && { ip: client.address.replace(/^::ffff:/i, '') }),
    helo: client.helo,
    sender: envelopeSender,
    mta: 'inbox',
    resolver: forOneMail(resolve),
    disableArc: true,
    disableBimi: true,
  });
  return factsOf(result, isPublic);
}

function factsOf({ dkim, spf, dmarc }: AuthenticateResult, isPublic: boolean): SenderFacts {
  return {
    from: dkim.headerFrom,
    dmarc: dmarc === false ? 'none' : dmarcWord(dmarc.status.result),
    signatures: dkim.results.flatMap(({ signingDomain, status }) => {
      if (status.result === 'none' || signingDomain === undefined) return [];
      const result = status.result === 'pass' ? 'pass' : status.result === 'temperror' ? 'error' : 'fail';
      return [{ domain: signingDomain, result, isPartial: Boolean(status.underSized) } as const];
    }),
    spf: isPublic && spf !== false ? { domain: spf.domain ?? '', result: spfWord(spf.status.result) } : null,
  };
}

function dmarcWord(result: string): SenderFacts['dmarc'] {
  if (result === 'pass' || result === 'fail') return result;
  return result === 'temperror' ? 'error' : 'none';
}

function spfWord(result: string): NonNullable<SenderFacts['spf']>['result'] {
  if (result === 'pass') return 'pass';
  if (result === 'fail' || result === 'softfail') return 'fail';
  return result === 'temperror' ? 'error' : 'none';
}

/** The headers, unfolded, and whether the mail is one that is checked in bounded time. */
async function scan(path: string): Promise<{ headers: string[]; isPlain: boolean }> {
  let head = Buffer.alloc(0);
  let end = -1;
  let line = 0;
  let isPlain = true;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    if (end === -1 && head.length < MOST_HEADERS) {
      head = Buffer.concat([head, bytes]);
      end = /\r?\n\r?\n/.exec(head.toString('latin1'))?.index ?? -1;
    }
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      line += at - from;
      isPlain &&= line <= MOST_LINE;
      line = 0;
      from = at + 1;
    }
    line += bytes.length - from;
    isPlain &&= line <= MOST_LINE;
    if (!isPlain && end !== -1) break;
  }
  const text = head.subarray(0, Math.min(end === -1 ? head.length : end, MOST_HEADERS)).toString('latin1');
  const headers = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const signatures = headers.filter((header) => /^(?:dkim-signature|arc-)/i.test(header)).length;
  const isShort = end === -1 ? head.length < MOST_HEADERS : end <= MOST_HEADERS;
  return { headers, isPlain: isPlain && isShort && signatures <= MOST_SIGNATURES };
}
