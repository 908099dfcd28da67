import { createHash } from 'node:crypto'
import { readConfig } from '#platform/config'
import { afterEach, assert, startServer, TestOrganization, test } from '#test'
import { WebServer } from '../../../../test/harness/web.ts'
import { options } from '../../../command/options.ts'
import { videoChatProviders } from '../../people/organization/register-constants.ts'
import { callsUnavailable, updateOrganization } from '../../people/organization-settings/api.ts'
import { createConstructorGroupsRoom, noConstructorGroups, providerFailed } from './api.ts'
import { constructorGroups } from './constructor-groups.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}

const constructorGroupsSecretKey = 'hush-only-the-service-knows'
const keys = { constructorGroupsAccessKey: 'K1', constructorGroupsSecretKey }

test("a room in Constructor Groups is created with the server's key", async () => {
  const room = 'https://groups.example.org/room/7'
  const answers: unknown[] = [{ data: { room: { url: room } } }]
  const web = keep(await WebServer.start(() => answers[0]))
  const flags = {
    ...keys,
    constructorGroupsUrl: `${web.url}/api/groups/xapi/rooms`,
    constructorGroupsRoom: '{"title":"{name}","guests":true}',
    constructorGroupsLinkField: 'data.room.url',
  }
  const { owner: ada } = await TestOrganization.found(keep(await startServer(flags)))
  await ada.call(updateOrganization, {
    name: 'The "$&" Society',
    video_chat_provider: videoChatProviders.constructor_groups.id,
  })
  const { initial } = await ada.register('realm')
  assert.ok('constructor_groups' in (initial.realm_available_video_chat_providers as object))
  assert.ok(!JSON.stringify(initial).includes(constructorGroupsSecretKey))
  assert.deepEqual(await ada.call(createConstructorGroupsRoom), { url: room })
  const [request] = web.requests
  assert.deepEqual([request?.method, request?.path], ['POST', '/api/groups/xapi/rooms'])
  const digest = createHash('sha256').update(`K1|${constructorGroupsSecretKey}`).digest('hex')
  assert.equal(request?.headers.authorization, `Bearer K1|${digest}`)
  assert.deepEqual(JSON.parse(request?.body ?? ''), { title: 'The "$&" Society', guests: true })
  for (const bad of [
    {},
    [],
    { data: 'x' },
    { data: { room: { url: 'javascript:alert(1)' } } },
    { data: { room: {} } },
  ]) {
    answers[0] = bad
    await ada.refused(createConstructorGroupsRoom, {}, providerFailed)
  }
  web.answer = (_request, response) => void response.writeHead(401).end(constructorGroupsSecretKey)
  const { message } = await ada.refused(createConstructorGroupsRoom, {}, providerFailed)
  assert.match(message, /status 401/)
  assert.ok(!message.includes(constructorGroupsSecretKey))
})

test("without Constructor Groups it isn't available", async () => {
  const { owner: ada } = await TestOrganization.found(keep(await startServer()))
  await ada.refused(createConstructorGroupsRoom, {}, noConstructorGroups)
  const { id } = videoChatProviders.constructor_groups
  await ada.refused(updateOrganization, { video_chat_provider: id }, callsUnavailable)
})

test('an incomplete Constructor Groups configuration prevents startup', async () => {
  const url = { constructorGroupsUrl: 'https://groups.example.org/api/groups/xapi/rooms' }
  const config = (flags: Record<string, string>) => readConfig(options, flags, {})
  assert.throws(() => constructorGroups(config({ ...url, constructorGroupsLinkField: 'url' })), /secret-key/)
  assert.throws(() => constructorGroups(config({ ...url, ...keys })), /--constructor-groups-link-field/)
  assert.throws(() => config({ ...url, ...keys, constructorGroupsRoom: '{' }), /not JSON/)
  await assert.rejects(startServer({ ...url, ...keys }), /--constructor-groups-link-field/)
})
