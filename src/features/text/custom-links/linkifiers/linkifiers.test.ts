import { mustBeAdministrator } from '#contract'
import { assert, type Person, TestOrganization, test } from '#test'
import * as api from './api.ts'

const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.org/{id}' }
const repo = {
  pattern: '(?P<repo>[a-z]+)#(?P<id>[0-9]+)',
  url_template: 'https://git.example.org/{repo}/{id}',
}
const plain = { example_input: null, reverse_template: null, alternative_url_templates: [] }

const add = async (person: Person, wanted: typeof ticket & Record<string, unknown>) =>
  (await person.call(api.addLinkifier, wanted)).id
const all = async (person: Person) => (await person.call(api.getLinkifiers)).linkifiers

test('linkifiers are added, changed, reordered, and removed with events for everyone', async ({ ada, ines, gus }) => {
  const watch = await gus.register('realm_linkifiers')
  const first = await add(ada, ticket)
  const second = await add(ines, { ...repo, example_input: 'core#3', reverse_template: '{repo}#{id}' })
  const both = [
    { id: first, ...ticket, ...plain },
    { id: second, ...repo, ...plain, example_input: 'core#3', reverse_template: '{repo}#{id}' },
  ]
  assert.deepEqual(await all(gus), both)
  await ada.call(api.reorderLinkifiers, { ordered_linkifier_ids: [second, first] })
  assert.deepEqual(await all(gus), both.toReversed())
  await ada.call(api.updateLinkifier, { filter_id: second, ...repo, alternative_url_templates: ['https://x.org/{id}'] })
  assert.deepEqual((await all(gus))[0], { ...both[1], alternative_url_templates: ['https://x.org/{id}'] })
  await ada.call(api.updateLinkifier, { filter_id: second, ...repo, example_input: '', reverse_template: '' })
  assert.deepEqual((await all(gus))[0], {
    id: second,
    ...repo,
    ...plain,
    alternative_url_templates: ['https://x.org/{id}'],
  })
  await ada.call(api.removeLinkifier, { filter_id: first })
  assert.deepEqual(
    (await all(gus)).map(({ id }) => id),
    [second],
  )
  assert.deepEqual(await watch.ops(), Array(6).fill('realm_linkifiers'))
  await watch.agreesWithFreshRegister()
})

test('an unchanged linkifier sends no event', async ({ ada }) => {
  const filter_id = await add(ada, ticket)
  const watch = await ada.register('realm_linkifiers')
  await ada.call(api.updateLinkifier, { filter_id, ...ticket })
  await ada.call(api.reorderLinkifiers, { ordered_linkifier_ids: [filter_id] })
  assert.deepEqual(await watch.ops(), [])
})

test('clients without support for URL templates get no linkifiers', async ({ ada }) => {
  await add(ada, ticket)
  const types = ['realm_linkifiers', 'realm_filters']
  const watch = await ada.registerWith({ event_types: types, client_capabilities: {} })
  assert.deepEqual([watch.initial.realm_linkifiers, watch.initial.realm_filters], [[], []])
  await add(ada, repo)
  assert.deepEqual(await watch.ops(), [])
  await watch.agreesWithFreshRegister()
})

test('only administrators change linkifiers', async ({ ada, ben, gus, momo }) => {
  const filter_id = await add(ada, ticket)
  for (const person of [ben, gus, momo]) {
    await person.refused(api.addLinkifier, repo, mustBeAdministrator)
    await person.refused(api.updateLinkifier, { filter_id, ...repo }, mustBeAdministrator)
    await person.refused(api.removeLinkifier, { filter_id }, mustBeAdministrator)
    await person.refused(api.reorderLinkifiers, { ordered_linkifier_ids: [filter_id] }, mustBeAdministrator)
  }
  assert.deepEqual(await all(ben), [{ id: filter_id, ...ticket, ...plain }])
})

test('an invalid linkifier is refused with the reason and not stored', async ({ ada }) => {
  const filter_id = await add(ada, ticket)
  const watch = await ada.register('realm_linkifiers')
  const before = await all(ada)
  const url = 'https://x.org/{id}'
  const cases: [object, string][] = [
    [{ pattern: '', url_template: url }, 'Invalid pattern: cannot be blank'],
    [{ pattern: 'x'.repeat(1_001), url_template: url }, 'Invalid pattern: is too long'],
    [{ pattern: '(?P<id>[0-9]', url_template: url }, 'Invalid pattern: .*missing closing'],
    [{ pattern: '(?P<id>x)(?=y)', url_template: url }, 'Invalid pattern: .*unsupported'],
    [{ pattern: '(?P<id>x)(?P=id)', url_template: url }, 'Invalid pattern: '],
    [{ pattern: '(?P<id>x)|y)(z', url_template: url }, 'Invalid pattern: '],
    [{ pattern: '(?P<id>x)(?:\\pL{300}){3}', url_template: url }, 'Invalid pattern: the pattern is too large'],
    [{ pattern: 'T[0-9]+', url_template: url }, "Invalid url_template: the pattern has no group 'id'"],
    [{ pattern: '(?P<id>x)(?P<n>y)', url_template: url }, "Invalid url_template: it has no variable 'n'"],
    [{ pattern: '(?P<id>x)', url_template: 'https://x.org/{id' }, 'Invalid url_template: not a URL template'],
    [{ pattern: '(?P<id>x)', url_template: 'javascript:f({id})' }, 'Invalid url_template: must begin with'],
    [{ pattern: '(?P<id>x)', url_template: '' }, 'Invalid url_template: cannot be blank'],
    [{ pattern: '(?P<id>x)', url_template: url, example_input: 'y' }, 'Invalid example_input: does not match'],
    [{ pattern: '(?P<id>x)', url_template: url, reverse_template: '{id}' }, 'Invalid reverse_template: needs an exam'],
    [
      { pattern: '(?P<id>x)', url_template: url, example_input: 'x', reverse_template: '{id' },
      'Invalid reverse_template: braces',
    ],
    [
      { pattern: '(?P<id>x)', url_template: url, example_input: 'x', reverse_template: '{n}' },
      "Invalid reverse_template: the pattern has no group 'n'",
    ],
    [
      { pattern: '(?P<id>x)', url_template: url, alternative_url_templates: ['}'] },
      'Invalid alternative_url_templates: not a URL template',
    ],
    [
      { pattern: '(?P<id>x)', url_template: url, alternative_url_templates: ['https://x.org/{n}'] },
      "Invalid alternative_url_templates: the pattern has no group 'n'",
    ],
    [{ pattern: '(?P<id>x)', url_template: url, alternative_url_templates: 'x' }, 'Malformed JSON in'],
  ]
  for (const [wanted, message] of cases)
    for (const [method, path] of [
      ['POST', '/realm/filters'],
      ['PATCH', `/realm/filters/${filter_id}`],
    ] as const) {
      const { message: said } = await ada.refusedRaw(method, path, { ...wanted })
      assert.match(said, new RegExp(`^${message}`), JSON.stringify(wanted))
    }
  await ada.refused(api.addLinkifier, ticket, api.patternTaken)
  const other = await add(ada, repo)
  await ada.refused(api.updateLinkifier, { filter_id: other, ...ticket }, api.patternTaken)
  await ada.refused(api.updateLinkifier, { filter_id: other + 1_000, ...ticket }, api.noSuchLinkifier)
  await ada.refused(api.removeLinkifier, { filter_id: other + 1_000 }, api.noSuchLinkifier)
  for (const ordered_linkifier_ids of [[], [other], [other, other], [other, filter_id, filter_id], [filter_id, 0]])
    await ada.refused(api.reorderLinkifiers, { ordered_linkifier_ids }, api.incompleteOrder)
  await ada.call(api.removeLinkifier, { filter_id: other })
  assert.deepEqual(await all(ada), before)
  assert.equal((await watch.ops()).length, 2)
})

test("another organization's linkifier is not found", async ({ ada, server }) => {
  const filter_id = await add(ada, ticket)
  const { owner } = await TestOrganization.found(server)
  await owner.refused(api.updateLinkifier, { filter_id, ...ticket }, api.noSuchLinkifier)
  await owner.refused(api.removeLinkifier, { filter_id }, api.noSuchLinkifier)
  await owner.refused(api.reorderLinkifiers, { ordered_linkifier_ids: [filter_id] }, api.incompleteOrder)
  assert.deepEqual(await all(owner), [])
})

test('an empty reverse template needs no example, and doubled braces are literal', async ({ ada }) => {
  const wanted = { ...ticket, example_input: '#7', reverse_template: '{{#{id}}}' }
  const filter_id = await add(ada, wanted)
  await ada.refused(api.updateLinkifier, { filter_id, ...ticket, example_input: '' }, api.badReverseTemplate)
  assert.deepEqual(await all(ada), [{ id: filter_id, ...plain, ...wanted }])
})
