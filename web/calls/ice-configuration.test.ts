import { assert, test } from 'vitest'
import { credentialSecs } from '../../src/features/calls/calls/limits.ts'
import { IceConfiguration } from './ice-configuration.ts'

const servers = (credential: string) => [{ urls: ['turn:127.0.0.1:3478'], username: 'ada', credential }]
const joined = { relay_only: false, ice_servers: servers('first'), ice_expires_at: 1_000_000 }
const halfMs = (credentialSecs / 2) * 1_000

test('a report changes nothing as long as the setting stays', () => {
  const ice = new IceConfiguration(joined, 0)
  assert.isFalse(ice.follow({ relay_only: false }, 10_000))
  assert.deepEqual(ice.current, { iceServers: servers('first'), iceTransportPolicy: 'all' })
})

test('turning the setting on and off during a call changes the policy', () => {
  const ice = new IceConfiguration(joined, 0)
  assert.isTrue(ice.follow({ relay_only: true }, 10_000))
  assert.deepEqual(ice.current, { iceServers: servers('first'), iceTransportPolicy: 'relay' })
  assert.isFalse(ice.follow({ relay_only: true }, 20_000))
  assert.isTrue(ice.follow({ relay_only: false }, 30_000))
  assert.equal(ice.current.iceTransportPolicy, 'all')
})

test('credentials are renewed halfway, again and again', () => {
  const ice = new IceConfiguration(joined, 5)
  assert.isFalse(ice.needsRenewal(halfMs))
  assert.isTrue(ice.needsRenewal(halfMs + 5))
  const renewed = { relay_only: false, ice_servers: servers('second'), ice_expires_at: 2_000_000 }
  assert.isTrue(ice.follow(renewed, halfMs + 10_000))
  assert.deepEqual(ice.current.iceServers, servers('second'))
  assert.isFalse(ice.needsRenewal(halfMs + 20_000))
  assert.isTrue(ice.needsRenewal(2 * halfMs + 10_000))
})

test('without credentials, nothing is renewed', () => {
  const ice = new IceConfiguration({ ...joined, ice_servers: [], ice_expires_at: null }, 0)
  assert.isFalse(ice.needsRenewal(100 * halfMs))
})
