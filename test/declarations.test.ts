import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import type { Decoder, Endpoint } from '#contract'
import { roles } from '#contract'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, test } from '#test'
import { allStates } from '../client/states.ts'
import { policies } from '../src/features/channels/user-topics/api.ts'
import { fieldTypes } from '../src/features/people/profile-fields/field-types.ts'

type Exports = Record<string, unknown>

const features = readdirSync(join(projectRoot, 'src/features'), { recursive: true }) as string[]
const files = [
  'client/states.ts',
  'client/session.ts',
  ...features
    .filter((name) => /((^|\/|-)api\.ts|\/api\/[\w-]+\.ts)$/.test(name))
    .map((name) => join('src/features', name)),
]
let folder: string

// as the browser has it: what stands in for zod is chosen when the client is built
beforeAll(async () => {
  folder = await mkdtemp(join(projectRoot, 'dist/declarations-'))
  const build = await rolldown({
    input: Object.fromEntries(files.map((name, index) => [`file${index}`, join(projectRoot, name)])),
    platform: 'node',
    resolve: { alias: { zod: join(projectRoot, 'web/declarations/zod.ts') } },
    logLevel: 'silent',
  })
  await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await build.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const checking = (file: string): Promise<Exports> => import(pathToFileURL(join(projectRoot, file)).href)
const inBrowser = (file: string): Promise<Exports> =>
  import(pathToFileURL(join(folder, `file${files.indexOf(file)}.mjs`)).href)

const isEndpoint = (one: unknown): one is Endpoint => typeof one === 'object' && one !== null && 'decoders' in one
const formOf = ({ schema: _, ...form }: Decoder) => form

test('endpoints are called with the names and forms of values that are checked elsewhere', async () => {
  const formsOf = async (load: (file: string) => Promise<Exports>) => {
    const all = await Promise.all(files.map(load))
    return all
      .flatMap((one) => Object.values(one).filter(isEndpoint))
      .map(({ method, path, decoders }) => ({ method, path, forms: decoders.map(formOf) }))
      .sort((a, b) => (`${a.method} ${a.path}` < `${b.method} ${b.path}` ? -1 : 1))
  }
  const expected = await formsOf(checking)
  assert.ok(expected.length > 150)
  assert.deepEqual(await formsOf(inBrowser), expected)
})

test('the parts of the register answer have the same keys and follow the same events', async () => {
  const keysOf = (states: unknown) =>
    (states as typeof allStates).map(({ fetch, schema, reducers }) => [
      fetch,
      Object.keys(schema.shape),
      [...reducers.keys()],
    ])
  assert.ok(allStates.length > 40)
  assert.deepEqual(keysOf((await inBrowser('client/states.ts')).allStates), keysOf(allStates))
})

test('events of all kinds make the same of a state as where values are checked', async ({ ada, ben, gus }) => {
  const watch = await ada.register()
  const begun = { told: watch.initial, lastEventId: watch.lastEventId }
  const client = ada.client as never
  const { Session } = (await inBrowser('client/session.ts')) as typeof import('../client/session.ts')
  const session = Session.adopt({ client, userId: ada.id }, begun)

  const channel = { name: 'orchard', description: 'Trees' }
  await ben.send('POST', '/users/me/subscriptions', { subscriptions: [channel], principals: [ada.id, ben.id] })
  const { stream_id } = await ada.send('GET', '/get_stream_id', { stream: 'orchard' })
  const say = (content: string, to: unknown = stream_id, type = 'channel') =>
    ben.send('POST', '/messages', { type, to: [to], topic: 'pears', content }).then(({ id }) => id as number)
  const [first, second] = [await say('Pears @**Ada**'), await say('More pears')]
  await say('Only for you', ada.id, 'direct')
  await ada.send('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' })
  await ada.send('POST', '/messages/flags', { messages: [second], op: 'add', flag: 'starred' })
  await ada.send('POST', '/messages/flags', { messages: [first], op: 'remove', flag: 'read' })
  await ada.send('PATCH', `/messages/${second}`, { topic: 'apples', propagate_mode: 'change_one' })
  await ada.send('DELETE', `/messages/${first}`)
  await ada.send('POST', '/user_topics', { stream_id, topic: 'apples', visibility_policy: policies.followed })
  await ada.send('PATCH', `/streams/${stream_id}`, { description: 'Trees and fruit', new_name: 'garden' })
  await ada.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property: 'is_muted', value: true }],
  })
  await ada.send('POST', '/default_streams', { stream_id })
  await ada.send('POST', `/users/me/muted_users/${ben.id}`)
  await ada.send('POST', '/users/me/alert_words', { alert_words: ['plum'] })
  await ada.send('POST', '/users/me/status', { status_text: 'away' })
  await ben.send('POST', '/users/me/status', { status_text: 'here', emoji_name: 'tada' })
  await ada.send('POST', '/users/me/presence', { status: 'active', ping_only: false })
  await ada.send('PATCH', '/settings', { twenty_four_hour_time: true, full_name: 'Ada L.' })
  await ada.send('PATCH', '/realm', { description: 'A society', name: 'The Society' })
  await ada.send('PATCH', `/users/${gus.id}`, { role: roles.member })
  await ada.send('DELETE', `/users/${gus.id}`)
  await ada.send('POST', `/users/${gus.id}/reactivate`)
  await ada.send('POST', '/user_groups/create', { name: 'pickers', description: '', members: [ben.id] })
  await ada.send('POST', '/saved_snippets', { title: 'Hello', content: 'Hello!' })
  await ada.send('POST', '/drafts', {
    drafts: [{ type: 'stream', to: [stream_id], topic: 'pears', content: 'not yet', timestamp: 1 }],
  })
  await ada.send('POST', '/channel_folders/create', { name: 'Fruit' })
  await ada.send('POST', '/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.example/{id}' })
  await ada.send('POST', '/realm/profile_fields', { name: 'Tree', field_type: fieldTypes.SHORT_TEXT.id })
  await ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['garden'] })

  const events = await watch.drain()
  const kinds = new Set(events.map(({ type, op }) => `${type} ${op}`))
  assert.ok(kinds.size > 25, `only ${[...kinds].join(', ')}`)
  const { changed } = session.receive({ after: begun.lastEventId, last: watch.lastEventId, events })
  assert.ok(changed.size > 20)
  assert.deepEqual(session.told, watch.reduced())
})
