import { describe, expect, it } from '@jest/globals';
import { checkHost, isPrivateAddress, lookUpPublic, PrivateAddressError } from './private-address';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::1',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('a host', () => {
  it.each([
    'http://127.0.0.1/x',
    'http://2130706433/',
    'http://0x7f.1/',
    'https://[::1]:8443/',
    'http://[::ffff:a00:1]/',
  ])('%s is refused by its address', (url) => {
    expect(() => checkHost(new URL(url))).toThrow(PrivateAddressError);
  });

  it.each(['https://8.8.8.8/', 'https://hooks.example/'])('%s is not', (url) => {
    expect(() => checkHost(new URL(url))).not.toThrow();
  });

  it.each([true, false])(
    'that leads to this machine is refused when it is looked up, with all its addresses %s',
    async (all) => {
      const error = await new Promise((resolve) => lookUpPublic('localhost', { all }, resolve));
      expect(error).toBeInstanceOf(PrivateAddressError);
    },
  );
});
