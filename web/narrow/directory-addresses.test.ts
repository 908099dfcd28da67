import { assert, test } from 'vitest'
import { hashOf, type Names, parseHash, type Route } from './hash.ts'

const names: Names = {
  channelName: (id) => (id === 7 ? 'Design & build' : undefined),
  channelByName: () => undefined,
  groupName: (id) => (id === 70 ? 'Those who (design)' : undefined),
  ownId: () => 5,
}

test('channel and group addresses parse back to their routes', () => {
  const routes: Route[] = [
    { view: 'channels', section: 'subscribed' },
    { view: 'channels', section: 'available' },
    { view: 'channels', section: 'all' },
    { view: 'channels', section: 'new' },
    { view: 'channels', section: 'new', folderId: 3 },
    { view: 'channel', channelId: 7, tab: 'general' },
    { view: 'channel', channelId: 7, tab: 'subscribers' },
    { view: 'channel', channelId: 99, tab: 'personal' },
    { view: 'groups', section: 'your' },
    { view: 'groups', section: 'all' },
    { view: 'group', groupId: 70 },
    { view: 'group', groupId: 71 },
    { view: 'group', groupId: 70, tab: 'general' },
    { view: 'group', groupId: 70, tab: 'permissions' },
    { view: 'groups', section: 'new' },
    { view: 'channel', channelId: 7, tab: 'permissions' },
  ]
  for (const route of routes) {
    const hash = hashOf(route, names)
    assert.match(hash, /^#(channels|groups)\/[\w\-./]+$/)
    assert.deepEqual(parseHash(hash, names), route, hash)
  }
  assert.equal(
    hashOf({ view: 'channel', channelId: 7, tab: 'subscribers' }, names),
    '#channels/7/Design-.26-build/subscribers',
  )
  assert.equal(hashOf({ view: 'group', groupId: 70 }, names), '#groups/70/Those-who-.28design.29/members')
})

test('old and truncated channel and group addresses still work', () => {
  const of = (hash: string) => parseHash(hash, names)
  assert.deepEqual(of('#streams/7/old-name/personal'), { view: 'channel', channelId: 7, tab: 'personal' })
  assert.deepEqual(of('#channels/7'), { view: 'channel', channelId: 7, tab: 'general' })
  assert.deepEqual(of('#channels/7/Design/nonsense'), { view: 'channel', channelId: 7, tab: 'general' })
  assert.deepEqual(of('#channels/notsubscribed'), { view: 'channels', section: 'available' })
  assert.deepEqual(of('#channels'), { view: 'channels', section: 'subscribed' })
  assert.deepEqual(of('#channels/nonsense'), { view: 'channels', section: 'subscribed' })
  assert.deepEqual(of('#groups'), { view: 'groups', section: 'your' })
  assert.deepEqual(of('#groups/70/x/permissions'), { view: 'group', groupId: 70, tab: 'permissions' })
  assert.deepEqual(of('#groups/70/x/nonsense'), { view: 'group', groupId: 70 })
})
