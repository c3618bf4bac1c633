import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What says on whose behalf a request is made, and how it came. */
const TOLD = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'forwarded'] as const;

/**
 * Notes in a request for whom it is made, as the cell is to believe it: what a balancer has written down before stays, what
 * anybody else says of themselves goes.
 * @param trusted addresses and networks of balancers before the directory; this machine always is one
 */
export function forwarding(trusted: readonly string[]): (request: IncomingMessage) => void {
  const balancers = new BlockList();
  balancers.addSubnet('127.0.0.0', 8);
  balancers.addAddress('::1', 'ipv6');
  for (const each of trusted) {
    const [address = '', bits] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) balancers.addAddress(address, family);
    else balancers.addSubnet(address, Number(bits), family);
  }
  return ({ headers, socket }) => {
    // An IPv4 address as a socket for both families has it.
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    const isBalancer = isIP(peer) !== 0 && balancers.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');
    if (!isBalancer) for (const name of TOLD) delete headers[name];
    const before = headers['x-forwarded-for'];
    headers['x-forwarded-for'] = typeof before === 'string' ? `${before}, ${peer}` : peer;
    headers['x-forwarded-proto'] ??= 'http';
  };
}
