import { mustBeAdministrator } from '#contract'
import { assert, TestOrganization, test } from '#test'
import * as api from './api.ts'

const lean = { name: 'Live', pygments_language: 'Lean', url_template: 'https://live.example.org/#code={code}' }

test('code playgrounds are added and removed, and clients follow', async ({ ada, gus }) => {
  const watch = await gus.register('realm_playgrounds')
  const { id: first } = await ada.call(api.addPlayground, lean)
  const { id: second } = await ada.call(api.addPlayground, { ...lean, pygments_language: 'C++' })
  const events = await watch.of('realm_playgrounds')
  assert.deepEqual(events.at(-1)?.realm_playgrounds, [
    { id: first, ...lean },
    { id: second, ...lean, pygments_language: 'C++' },
  ])
  await ada.call(api.removePlayground, { playground_id: first })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (watch.reduced().realm_playgrounds as { id: number }[]).map(({ id }) => id),
    [second],
  )
})

test('code playgrounds are changed and sorted; new ones come last', async ({ ada, gus }) => {
  const watch = await gus.register('realm_playgrounds')
  const { id: first } = await ada.call(api.addPlayground, lean)
  const { id: second } = await ada.call(api.addPlayground, { ...lean, name: 'Other' })
  await ada.call(api.reorderPlaygrounds, { order: [second, first] })
  await ada.call(api.updatePlayground, { playground_id: first, name: 'Web' })
  const { id: third } = await ada.call(api.addPlayground, { ...lean, name: 'Third' })
  assert.deepEqual((await watch.of('realm_playgrounds')).at(-1)?.realm_playgrounds, [
    { id: second, ...lean, name: 'Other' },
    { id: first, ...lean, name: 'Web' },
    { id: third, ...lean, name: 'Third' },
  ])
  await watch.agreesWithFreshRegister()
})

test('an invalid change or an incomplete order changes nothing', async ({ ada, ben }) => {
  const { id: first } = await ada.call(api.addPlayground, lean)
  const { id: second } = await ada.call(api.addPlayground, { ...lean, name: 'Other' })
  const watch = await ada.register('realm_playgrounds')
  await ada.refused(api.updatePlayground, { playground_id: second, name: lean.name }, api.playgroundTaken)
  await ada.refused(api.updatePlayground, { playground_id: 4_711, name: 'x' }, api.noSuchPlayground)
  await ada.refused(api.updatePlayground, { playground_id: first, url_template: 'https://x.org' }, api.badUrlTemplate)
  for (const order of [[first], [first, first], [first, second, 4_711], []])
    await ada.refused(api.reorderPlaygrounds, { order }, api.incompleteOrder)
  await ben.refused(api.updatePlayground, { playground_id: first, name: 'x' }, mustBeAdministrator)
  await ben.refused(api.reorderPlaygrounds, { order: [second, first] }, mustBeAdministrator)
  await ada.call(api.updatePlayground, { playground_id: first, name: lean.name })
  await ada.call(api.reorderPlaygrounds, { order: [first, second] })
  assert.deepEqual(await watch.ops(), [])
})

test('invalid playgrounds are refused and not stored', async ({ ada, server }) => {
  const { id: playground_id } = await ada.call(api.addPlayground, lean)
  const watch = await ada.register('realm_playgrounds')
  const cases: [object, string][] = [
    [{ name: ' ' }, 'Invalid name: '],
    [{ pygments_language: '<b>' }, 'Invalid pygments_language: '],
    [{ url_template: 'https://x.org/' }, "Invalid url_template: must have the variable 'code'"],
    [{ url_template: 'https://x.org/{code}{id}' }, "Invalid url_template: must have the variable 'code'"],
    [{ url_template: 'https://x.org/{code' }, 'Invalid url_template: not a URL template'],
    [{ url_template: 'javascript:{code}' }, 'Invalid url_template: must begin with'],
    [{ url_template: '{+code}' }, 'Invalid url_template: must begin with'],
  ]
  for (const [wrong, message] of cases) {
    const { message: said } = await ada.refusedRaw('POST', '/realm/playgrounds', { ...lean, name: 'Other', ...wrong })
    assert.ok(said.startsWith(message), said)
  }
  await ada.refused(api.addPlayground, lean, api.playgroundTaken)
  await ada.refused(api.removePlayground, { playground_id: playground_id + 1_000 }, api.noSuchPlayground)
  const { owner } = await TestOrganization.found(server)
  await owner.refused(api.removePlayground, { playground_id }, api.noSuchPlayground)
  assert.deepEqual(await watch.ops(), [])
  await watch.agreesWithFreshRegister()
})

test('only administrators change code playgrounds', async ({ ada, ben, momo, ines }) => {
  const { id: playground_id } = await ines.call(api.addPlayground, lean)
  for (const person of [ben, momo]) {
    await person.refused(api.addPlayground, { ...lean, name: 'Other' }, mustBeAdministrator)
    await person.refused(api.removePlayground, { playground_id }, mustBeAdministrator)
  }
  await ada.call(api.removePlayground, { playground_id })
})
