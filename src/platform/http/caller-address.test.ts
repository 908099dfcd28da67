import type { Socket } from 'node:net'
import { assert, test } from 'vitest'
import { parseTrustedProxies, platformOptions, readConfig } from '#platform/config'
import { callerAddresses, networkOf, wideNetworkOf } from './caller-address.ts'

const seen = (trustProxy: string, remoteAddress: string, forwarded?: string) =>
  callerAddresses(trustProxy)({
    socket: { remoteAddress } as Socket,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })

test('without trusted proxies, X-Forwarded-For is ignored', () => {
  assert.equal(seen('off', '198.51.100.7', '203.0.113.9'), '198.51.100.7')
  assert.equal(seen('10.0.0.0/8', '198.51.100.7', '203.0.113.9'), '198.51.100.7')
})

test('the rightmost address that is not a trusted proxy is the caller', () => {
  const forged = '1.1.1.1, 127.0.0.1, 203.0.113.9'
  assert.equal(seen('loopback', '127.0.0.1', forged), '203.0.113.9')
  assert.equal(seen('loopback', '::1', forged), '203.0.113.9')
  assert.equal(seen('loopback', '::ffff:127.0.0.1', forged), '203.0.113.9')
  assert.equal(seen('loopback,10.0.0.0/8', '127.0.0.1', `${forged}, 10.1.2.3`), '203.0.113.9')
  assert.equal(seen('loopback', '127.0.0.1', `${forged}, 10.1.2.3`), '10.1.2.3')
  assert.equal(seen('2001:db8::/32', '2001:db8::1', '1.1.1.1,2001:DB9:0::7'), '2001:db9::7')
})

test('addresses may have ports, brackets, and zones; anything else ends the chain', () => {
  assert.equal(seen('loopback', '127.0.0.1', '203.0.113.9:4711'), '203.0.113.9')
  assert.equal(seen('loopback', '127.0.0.1', '[2001:db8::7]:4711'), '2001:db8::7')
  assert.equal(seen('loopback', '127.0.0.1', 'fe80::7%eth0'), 'fe80::7')
  for (const nothing of ['', 'unknown', '127.1', '0x7f000001', '1.1.1.1, ,', '1.1.1.1,"'])
    assert.equal(seen('loopback', '127.0.0.1', nothing), '127.0.0.1', nothing)
})

test('at most ten hops of a long chain are read', () => {
  const chain = `203.0.113.9,${'127.0.0.1,'.repeat(20_000)}127.0.0.2`
  assert.match(seen('loopback', '127.0.0.1', chain), /^127\.0\.0\.[12]$/)
})

test('the deprecated value on trusts one nearby proxy and nothing before it', () => {
  assert.equal(seen('on', '127.0.0.1', '1.1.1.1, 203.0.113.9'), '203.0.113.9')
  assert.equal(seen('on', '172.18.0.2', '1.1.1.1, 192.168.1.5'), '192.168.1.5')
  assert.equal(seen('on', '198.51.100.7', '1.1.1.1'), '198.51.100.7')
})

test('parseTrustedProxies accepts addresses, networks, and loopback, and rejects anything else', () => {
  for (const value of ['off', 'on', 'loopback', '10.0.0.5', 'loopback, 172.16.0.0/12,fd00::/8'])
    assert.ok(parseTrustedProxies(value), value)
  for (const value of ['', ',', 'yes', 'all', '10.0.0.0/33', 'nginx', 'loopback,off', 'on,loopback'])
    assert.equal(parseTrustedProxies(value), undefined, value)
})

test('networks that are too wide for proxies are rejected with a reason', () => {
  const tooWide = ['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '64.0.0.0/7', '2000::/3', '2400::/12', 'f000::/4']
  for (const network of tooWide)
    for (const value of [network, `loopback, ${network}`, `${network},10.0.0.5`]) {
      assert.equal(parseTrustedProxies(value), undefined, value)
      const read = () => readConfig(platformOptions, { trustProxy: value }, {})
      assert.throws(read, new RegExp(`'${network}' trusts everyone who connects`))
    }
  for (const value of ['10.0.0.0/8', 'fc00::/7', 'fd00::/8', 'fe80::/10', '2400:cb00::/32', '2600::/16'])
    assert.ok(parseTrustedProxies(value), value)
})

test('limits group IPv6 by /64 and keep IPv4 addresses apart', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2:ffff::1'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.notEqual(networkOf('203.0.113.9'), networkOf('203.0.113.8'))
  assert.equal(networkOf('::ffff:203.0.113.9'), networkOf('203.0.113.9'))
  assert.equal(networkOf('64:ff9b::203.0.113.9'), networkOf('203.0.113.9'))
  assert.equal(networkOf('not an address'), 'not an address')
})

test('wideNetworkOf returns a /48 for IPv6 and a /24 for IPv4', () => {
  assert.equal(wideNetworkOf('2001:db8:1:2::1'), '2001:db8:1::/48')
  assert.equal(wideNetworkOf('203.0.113.9'), '203.0.113.0/24')
})
