import { afterEach, assert, startServer, TestOrganization, test } from '#test'
import { WebServer } from '../../../../test/harness/web.ts'
import { videoChatProviders } from '../../people/organization/register-constants.ts'
import { callsUnavailable, updateOrganization } from '../../people/organization-settings/api.ts'
import { createNextcloudTalkRoom, noNextcloudTalk, providerFailed } from './api.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}

const secret = 'hush-only-nextcloud-knows'

test('a Nextcloud Talk call is a conversation anyone with the URL can join', async () => {
  let answer = { status: 201, body: '{"ocs":{"meta":{"status":"ok"},"data":{"token":"d6zoa2zs"}}}' }
  const web = keep(
    await WebServer.start((_request, response) => void response.writeHead(answer.status).end(answer.body)),
  )
  const flags = { nextcloudUrl: `${web.url}/cloud/`, nextcloudUser: 'loquat', nextcloudPassword: secret }
  const { owner: ada } = await TestOrganization.found(keep(await startServer(flags)))
  await ada.call(updateOrganization, { video_chat_provider: videoChatProviders.nextcloud_talk.id })
  const { initial } = await ada.register('realm')
  assert.ok('nextcloud_talk' in (initial.realm_available_video_chat_providers as object))
  assert.ok(!JSON.stringify(initial).includes(secret))
  const { url } = await ada.call(createNextcloudTalkRoom, { room_name: ' Pläne 🍊 ' })
  assert.equal(url, `${web.url}/cloud/call/d6zoa2zs`)
  const [request] = web.requests
  assert.equal(request?.path, '/cloud/ocs/v2.php/apps/spreed/api/v4/room')
  assert.equal(request?.headers.authorization, `Basic ${Buffer.from(`loquat:${secret}`).toString('base64')}`)
  assert.equal(request?.headers['ocs-apirequest'], 'true')
  assert.deepEqual(JSON.parse(request?.body ?? ''), { roomType: 3, roomName: 'Pläne 🍊' })
  for (const bad of [
    { status: 401, body: secret },
    { status: 201, body: '<html>' },
    { status: 201, body: '{"ocs":{"data":{"token":"../evil"}}}' },
    { status: 200, body: '[]' },
  ]) {
    answer = bad
    const { message } = await ada.refused(createNextcloudTalkRoom, { room_name: 'x' }, providerFailed)
    assert.ok(!message.includes(secret))
  }
  await ada.refused(createNextcloudTalkRoom, { room_name: ' ' })
})

test("without Nextcloud it isn't available", async ({ ada }) => {
  await ada.refused(createNextcloudTalkRoom, { room_name: 'x' }, noNextcloudTalk)
  await ada.refused(updateOrganization, { video_chat_provider: videoChatProviders.nextcloud_talk.id }, callsUnavailable)
})
