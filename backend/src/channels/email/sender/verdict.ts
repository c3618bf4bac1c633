import type { SenderCheck } from '@inbox/domain';

/** What is known of how a mail came here, by our own checks or those of a server that we trust. */
export interface SenderFacts {
  /** The addresses that its From names. */
  from: readonly string[];
  dmarc: 'pass' | 'fail' | 'none' | 'error';
  /** Its DKIM signatures, by the domain that signed. */
  signatures: readonly { domain: string; result: 'pass' | 'fail' | 'error'; isPartial: boolean }[];
  /** SPF of the envelope's sender. Null when the client's address says nothing, such as that of a relay. */
  spf: { domain: string; result: 'pass' | 'fail' | 'none' | 'error' } | null;
}

/**
 * Is it proven that a mail comes from the domain of its From? By DMARC; where the domain publishes none, by a signature
 * over the whole mail or by SPF, of that domain or one above or below it.
 */
export function senderVerdict({ from, dmarc, signatures, spf }: SenderFacts): SenderCheck {
  const [sender, ...more] = from;
  if (sender === undefined || more.length > 0) return doubt('several_senders');
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  const passed = signatures.filter(({ result }) => result === 'pass');
  const isSpfProof = spf?.result === 'pass' && isAligned(spf.domain, domain);
  const isProven = isSpfProof || passed.some((one) => !one.isPartial && isAligned(one.domain, domain));
  if (dmarc !== 'fail' && isProven) return { verified: true };
  if (passed.some((one) => one.isPartial && isAligned(one.domain, domain))) return doubt('partly_signed');
  if (dmarc === 'fail') return doubt('dmarc_failed');
  if (dmarc === 'error' || spf?.result === 'error' || signatures.some(({ result }) => result === 'error')) {
    return doubt('dns_failed');
  }
  if (spf?.result === 'fail') return doubt('spf_failed');
  if (signatures.some(({ result }) => result === 'fail')) return doubt('broken_signature');
  const proven = passed[0]?.domain ?? (spf?.result === 'pass' ? spf.domain : undefined);
  return proven === undefined ? doubt('no_proof') : { ...doubt('other_domain'), proven_domain: proven };
}

const doubt = (why: NonNullable<SenderCheck['doubt']>): SenderCheck => ({ verified: false, doubt: why });

/** The same domain, or one of them is above the other. Two of one registry, or of one host's customers, are strangers. */
function isAligned(proven: string, domain: string): boolean {
  const [a, b] = [proven.toLowerCase(), domain];
  return a === b || (a.includes('.') && b.endsWith(`.${a}`)) || (b.includes('.') && a.endsWith(`.${b}`));
}
