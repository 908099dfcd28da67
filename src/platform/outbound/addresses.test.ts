import { assert, test } from '#test'
import { isAllowed, parseNetworks } from './addresses.ts'

test('only unicast addresses of public hosts are allowed', () => {
  for (const address of ['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:80f::200e'])
    assert.ok(isAllowed(address), address)
  const refused = [
    ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '100.100.100.200'],
    // cloud metadata services
    ...['168.63.129.16', 'fd00:ec2::254'],
    ...['::', '::1', 'fe80::1', 'fe80::1%lo', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '100::1', '4000::1'],
    // containing another address
    ...['::ffff:127.0.0.1', '::ffff:1.1.1.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ...['2002:7f00:1::', '2002:0101:0101::1', '64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::1', '2001::1'],
    ...['2001:db8::1', '3fff::1', '5f00::1', '2001:2::1', '2001:20::1'],
    ...['', 'localhost', 'example.org', '127.0.0.1:80', '[::1]'],
  ]
  for (const address of refused) assert.ok(!isAllowed(address), address)
})

test('configured networks are allowed too, including IPv4-mapped addresses', () => {
  const networks = parseNetworks(' 127.0.0.0/8, fd00::/8,192.168.7.7 ') ?? []
  for (const address of ['127.0.0.1', '127.255.0.1', '::ffff:127.0.0.1', 'fd00::5', '192.168.7.7', '1.1.1.1'])
    assert.ok(isAllowed(address, networks), address)
  for (const address of ['10.0.0.1', '::1', '192.168.7.8', 'fc00::1', '::ffff:10.0.0.1'])
    assert.ok(!isAllowed(address, networks), address)
})

test('an invalid list of networks is rejected', () => {
  assert.deepEqual(parseNetworks(''), [])
  for (const text of ['10.0.0.0/33', 'localhost', '10.0.0.0/8;127.0.0.1', 'fd00::/129', '10/8/8'])
    assert.equal(parseNetworks(text), undefined, text)
})
