import { assert, test } from 'vitest'
import { hashOf, type Names, parseHash, type Route } from './hash.ts'

const names: Names = { channelName: () => undefined, channelByName: () => undefined, ownId: () => 5 }

test('settings addresses parse back to their routes', () => {
  const routes: [string, Route][] = [
    ['#settings', { view: 'settings', section: '', detail: '' }],
    ['#organization', { view: 'organization', section: '', detail: '' }],
    ['#settings/appearance', { view: 'settings', section: 'appearance', detail: '' }],
    ['#settings/appearance/color_scheme', { view: 'settings', section: 'appearance', detail: 'color_scheme' }],
    ['#organization/users/deactivated', { view: 'organization', section: 'users', detail: 'deactivated' }],
  ]
  for (const [hash, route] of routes) {
    assert.equal(hashOf(route, names), hash)
    assert.deepEqual(parseHash(hash, names), route)
  }
})

test('invalid parts of a settings address are ignored', () => {
  assert.deepEqual(parseHash('#settings/%3Cb%3E/x', names), { view: 'settings', section: '', detail: 'x' })
  assert.deepEqual(parseHash('#organization/users/a.20b/c', names), {
    view: 'organization',
    section: 'users',
    detail: '',
  })
})
