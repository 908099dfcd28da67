import { assert, type Person, test } from '#test'
import * as api from './api.ts'

const starred = 'narrow/is/starred'
const views = async (person: Person) => (await person.call(api.getNavigationViews)).navigation_views

test('views are added, renamed, pinned, and removed with events for their owner', async ({ ada }) => {
  const watch = await ada.register('navigation_view')
  const snapshot = await ada.register('navigation_views')
  assert.deepEqual(snapshot.initial.navigation_views, [])
  await ada.call(api.addNavigationView, { fragment: starred, is_pinned: true })
  await ada.call(api.addNavigationView, { fragment: 'narrow/is/alerted', is_pinned: false, name: ' Alerts ' })
  await ada.call(api.editNavigationView, { fragment: starred, is_pinned: false })
  await ada.call(api.editNavigationView, { fragment: 'narrow/is/alerted', is_pinned: true, name: 'My words' })
  assert.deepEqual(await views(ada), [
    { fragment: starred, is_pinned: false, name: null },
    { fragment: 'narrow/is/alerted', is_pinned: true, name: 'My words' },
  ])
  await ada.call(api.removeNavigationView, { fragment: starred })
  assert.deepEqual(
    (await watch.drain()).map(({ id: _, type: __, ...event }) => event),
    [
      { op: 'add', navigation_view: { fragment: starred, is_pinned: true, name: null } },
      { op: 'add', navigation_view: { fragment: 'narrow/is/alerted', is_pinned: false, name: 'Alerts' } },
      { op: 'update', fragment: starred, data: { is_pinned: false } },
      { op: 'update', fragment: 'narrow/is/alerted', data: { is_pinned: true, name: 'My words' } },
      { op: 'remove', fragment: starred },
    ],
  )
})

test('state after events equals a fresh register', async ({ ada }) => {
  const watch = await ada.registerWith({
    event_types: ['navigation_view'],
    fetch_event_types: ['navigation_views'],
  })
  await ada.call(api.addNavigationView, { fragment: 'inbox', is_pinned: true })
  await ada.call(api.addNavigationView, { fragment: 'narrow/x', is_pinned: true, name: 'X' })
  await ada.call(api.editNavigationView, { fragment: 'narrow/x', name: 'Y' })
  await watch.agreesWithFreshRegister()
  await ada.call(api.removeNavigationView, { fragment: 'inbox' })
  await watch.agreesWithFreshRegister()
})

test('reordering views at once keeps every client consistent', async ({ ada, ben }) => {
  const watch = await ada.registerWith({
    event_types: ['navigation_view'],
    fetch_event_types: ['navigation_views'],
  })
  for (const name of ['x', 'y', 'z'])
    await ada.call(api.addNavigationView, { fragment: `narrow/${name}`, is_pinned: name !== 'y', name })
  const names = async () => (await views(ada)).map(({ fragment }) => fragment)
  // ordering adds built-in views, and views left out come last
  await ada.call(api.orderNavigationViews, { order: ['narrow/z', 'inbox', 'narrow/y'] })
  assert.deepEqual(await views(ada), [
    { fragment: 'narrow/z', is_pinned: true, name: 'z' },
    { fragment: 'inbox', is_pinned: true, name: null },
    { fragment: 'narrow/y', is_pinned: false, name: 'y' },
    { fragment: 'narrow/x', is_pinned: true, name: 'x' },
  ])
  await watch.agreesWithFreshRegister()
  const before = (await watch.drain()).length
  await ada.call(api.orderNavigationViews, { order: ['narrow/z', 'inbox', 'narrow/y', 'narrow/z'] })
  assert.equal((await watch.drain()).length, before)
  // only moved views send events
  await ada.call(api.orderNavigationViews, { order: ['narrow/z', 'inbox', 'narrow/x'] })
  assert.deepEqual(await names(), ['narrow/z', 'inbox', 'narrow/x', 'narrow/y'])
  assert.equal((await watch.drain()).length, before + 4)
  await watch.agreesWithFreshRegister()
  await ada.refused(api.orderNavigationViews, { order: ['inbox', 'narrow/unknown'] }, api.noSuchView)
  await ben.refused(api.orderNavigationViews, { order: ['narrow/x'] }, api.noSuchView)
  assert.deepEqual(await names(), ['narrow/z', 'inbox', 'narrow/x', 'narrow/y'])
})

test('a fragment in a path can contain anything, with or without encoded slashes', async ({ ada }) => {
  const fragments = [
    'narrow/channel/5-x.20y/topic/a.2Fb/near/17',
    '50%/off',
    'a%2Fb',
    'a%252Fb',
    '/leading//double/',
    'räksmörgås/🍊 & co?x=1#y',
    'a+b c',
    '漢字'.repeat(100),
  ]
  for (const [index, fragment] of fragments.entries())
    await ada.call(api.addNavigationView, { fragment, is_pinned: false, name: `View ${index}` })
  for (const fragment of fragments) {
    await ada.call(api.editNavigationView, { fragment, is_pinned: true })
    // repeated slashes in a path count as one unless encoded
    const encoded = encodeURIComponent(fragment)
    const raw = /^\/|\/\//.test(fragment) ? encoded : encoded.replaceAll('%2F', '/')
    await ada.send('PATCH', `/navigation_views/${raw}`, { name: `${fragment.slice(0, 20)} again` })
    assert.deepEqual(
      (await views(ada)).find((view) => view.fragment === fragment),
      { fragment, is_pinned: true, name: `${fragment.slice(0, 20)} again` },
    )
    await ada.send('DELETE', `/navigation_views/${raw}`)
  }
  assert.deepEqual(await views(ada), [])
})

test('a malformed path and an unknown view are refused', async ({ ada }) => {
  await ada.refused(api.editNavigationView, { fragment: 'nothing', is_pinned: true }, api.noSuchView)
  await ada.refused(api.editNavigationView, { fragment: '  ', is_pinned: true }, api.noSuchView)
  await ada.refused(api.removeNavigationView, { fragment: 'inbox' }, api.noSuchView)
  assert.equal((await ada.refusedRaw('DELETE', '/navigation_views/a%zz')).code, 'BAD_REQUEST')
  assert.equal((await ada.refusedRaw('DELETE', '/navigation_views/')).status, 404)
})

test('built-in views have no custom names, and custom views need one', async ({ ada }) => {
  await ada.refused(api.addNavigationView, { fragment: starred, is_pinned: true, name: 'Stars' }, api.builtInHasName)
  await ada.refused(api.addNavigationView, { fragment: 'narrow/x', is_pinned: true }, api.customNeedsName)
  await ada.send('POST', '/navigation_views', { fragment: starred, is_pinned: true, name: null })
  for (const fragment of [starred, 'inbox'])
    await ada.refused(api.editNavigationView, { fragment, name: 'Stars' }, api.builtInHasName)
  assert.deepEqual(await views(ada), [{ fragment: starred, is_pinned: true, name: null }])
})

test('fragments and names are unique per user, and views are private', async ({ ada, ben }) => {
  await ada.call(api.addNavigationView, { fragment: 'narrow/x', is_pinned: true, name: 'X' })
  await ada.refused(api.addNavigationView, { fragment: 'narrow/x', is_pinned: true, name: 'Y' }, api.viewExists)
  await ada.refused(api.addNavigationView, { fragment: 'narrow/y', is_pinned: true, name: 'X' }, api.nameTaken)
  await ada.call(api.addNavigationView, { fragment: 'narrow/y', is_pinned: true, name: 'Y' })
  await ada.refused(api.editNavigationView, { fragment: 'narrow/y', name: 'X' }, api.nameTaken)
  await ben.refused(api.editNavigationView, { fragment: 'narrow/x', is_pinned: false }, api.noSuchView)
  await ben.refused(api.removeNavigationView, { fragment: 'narrow/x' }, api.noSuchView)
  await ben.call(api.addNavigationView, { fragment: 'narrow/x', is_pinned: false, name: 'X' })
  assert.equal((await views(ada)).length, 2)
  assert.equal((await views(ben)).length, 1)
})

test('an unchanged view sends no event', async ({ ada }) => {
  await ada.call(api.addNavigationView, { fragment: 'narrow/x', is_pinned: true, name: 'X' })
  const watch = await ada.register('navigation_view')
  await ada.call(api.editNavigationView, { fragment: 'narrow/x' })
  await ada.call(api.editNavigationView, { fragment: 'narrow/x', is_pinned: true, name: 'X' })
  assert.deepEqual(await watch.ops(), [])
})

test('invalid values are named and not stored', async ({ ada }) => {
  const good = { fragment: 'narrow/x', is_pinned: true, name: 'X' }
  const bad: [string, Record<string, unknown>][] = [
    ['fragment', { fragment: '' }],
    ['fragment', { fragment: ' \t' }],
    ['fragment', { fragment: 'x'.repeat(1_001) }],
    ['fragment', { fragment: 'a\u0000b' }],
    ['is_pinned', { is_pinned: 1 }],
    ['is_pinned', { is_pinned: '"true"' }],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
  ]
  for (const [name, change] of bad) {
    const error = await ada.refusedRaw('POST', '/navigation_views', { ...good, ...change })
    assert.deepEqual([error.status, error.code], [400, 'BAD_REQUEST'])
    assert.match(error.message, new RegExp(`^Invalid ${name}: `))
  }
  const { is_pinned: _, ...incomplete } = good
  assert.equal((await ada.refusedRaw('POST', '/navigation_views', incomplete)).code, 'REQUEST_VARIABLE_MISSING')
  assert.deepEqual(await views(ada), [])
})
