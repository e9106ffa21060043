import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCallerAddress } from '../../../src/center/http/caller-address.ts';
import { createNetworks, isLoopback, isNetwork } from '../../../src/center/http/network.ts';

const trusted = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'];
const nameOf = createCallerAddress(trusted);

test.for([
  ['without a header', null, '127.0.0.1', '127.0.0.1'],
  ['the caller of a proxy', '192.0.2.7', '127.0.0.1', '192.0.2.7'],
  ['the proxy in its IPv6 form', '192.0.2.7', '::ffff:127.0.0.1', '192.0.2.7'],
  ['the caller of two proxies', '192.0.2.7, 10.1.2.3', '127.0.0.1', '192.0.2.7'],
  ['the right-most stranger, not one that it names', '198.51.100.1, 192.0.2.7,10.1.2.3', '10.9.9.9', '192.0.2.7'],
  ['a stranger who names others', '192.0.2.7', '203.0.113.5', '203.0.113.5'],
  ['no stranger at all', '10.0.0.1, 10.0.0.2', '127.0.0.1', '10.0.0.1'],
  ['a proxy that hides its caller', 'unknown', '127.0.0.1', '127.0.0.1'],
  ['nothing in the header', '', '127.0.0.1', '127.0.0.1'],
  ['an address with a port', '192.0.2.7:4711', '127.0.0.1', '192.0.2.7'],
  ['a network of IPv6', '2001:db8:0:1:2:3:4:5', '::1', '2001:db8:0:1::/64'],
  ['another address of the same network', '[2001:db8:0:1::9]:4711', '::1', '2001:db8:0:1::/64'],
  ['IPv4 in the form of IPv6', '::ffff:192.0.2.7', 'fd00::1', '192.0.2.7'],
  ['a link’s own address', null, 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['this process', '192.0.2.7', 'local', 'local'],
] as const)('a caller is %s: %s from %s is %s', ([, forwarded, peer, name]) => {
  expect(nameOf(forwarded, peer)).toBe(name);
});

test('nothing that a caller writes into the header changes its name', () => {
  const peers = fc.constantFrom('127.0.0.1', '10.200.0.1', '::1');
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), peers, (forged, own, peer) => {
      fc.pre(!createNetworks(trusted).has(own));
      expect(nameOf(`${forged},${own}`, peer)).toBe(own);
    }),
  );
});

test('every IPv6 address has the name of its network', () => {
  fc.assert(
    fc.property(fc.ipV6(), address => {
      expect(createCallerAddress([])(null, address)).toMatch(/^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$|^[\d.]+$/);
    }),
  );
});

test.for(['192.0.2.1', '10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::1'])('%s is a network', text => {
  expect(isNetwork(text)).toBe(true);
});

test.for(['', 'desk.example', '10.0.0/8', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '::1%lo', '10.0.0.0/-1'])(
  '"%s" is not a network',
  text => {
    expect(isNetwork(text)).toBe(false);
    expect(() => createNetworks([text])).toThrow(/is neither an IP address/);
  },
);

test.for(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '[::ffff:7f00:1]'])(
  '%s is this machine',
  host => expect(isLoopback(host)).toBe(true),
);

test.for(['0.0.0.0', '::', '', '192.0.2.1', 'desk.example', 'localhost.example', '127.0.0.1.example', 'localhost.'])(
  '"%s" is not certain to be this machine',
  host => expect(isLoopback(host)).toBe(false),
);
