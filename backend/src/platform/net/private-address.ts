import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Of IPv4 what is no address of the public internet (IANA's special-purpose registry). */
const NOT_PUBLIC = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', bits = ''] = range.split('/');
  NOT_PUBLIC.addSubnet(net, Number(bits), 'ipv4');
}

/** Of IPv6 only global unicast is public, and of that not what carries another address, or is for examples. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const NOT_GLOBAL = new BlockList();
NOT_GLOBAL.addSubnet('2001::', 23, 'ipv6');
NOT_GLOBAL.addSubnet('2001:db8::', 32, 'ipv6');
NOT_GLOBAL.addSubnet('2002::', 16, 'ipv6');
NOT_GLOBAL.addSubnet('3fff::', 20, 'ipv6');

/** Whether an IP address leads to this machine, its network, or anywhere else that is not the public internet. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return NOT_PUBLIC.check(address, 'ipv4');
  return !GLOBAL.check(address, 'ipv6') || NOT_GLOBAL.check(address, 'ipv6');
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  constructor(host: string) {
    super(`${host} is not on the public internet.`);
  }
}

/** @throws PrivateAddressError for a host that is itself a private IP address: such a one is never looked up */
export function checkHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError(host);
}

/**
 * Looks a name up for one connection, and refuses it when any of its addresses is private. It is the very addresses that
 * were looked at that are connected to: a name that changes in between leads nowhere else.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(new PrivateAddressError(hostname), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};
