import { createHash } from 'node:crypto'
import { readConfig } from '#platform/config'
import { afterEach, assert, startServer, TestOrganization, test } from '#test'
import { raw } from '../../../../test/harness/files.ts'
import { WebServer } from '../../../../test/harness/web.ts'
import { options } from '../../../command/options.ts'
import { videoChatProviders } from '../../people/organization/register-constants.ts'
import { callsUnavailable, updateOrganization } from '../../people/organization-settings/api.ts'
import * as api from './api.ts'
import { meetingProvider } from './provider.ts'

const open: { close(): Promise<void> }[] = []
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const secret = 'hush-only-the-server-of-calls-knows'
async function societyWith(flags: Record<string, string>) {
  return TestOrganization.found(keep(await startServer(flags)))
}
const form = (values: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(values).toString()),
})

test('without a provider there is nothing to connect to', async ({ ada }) => {
  const { initial } = await ada.register('realm', 'video_calls')
  assert.deepEqual(initial.realm_available_video_chat_providers, {
    disabled: { id: 0, name: 'None' },
    jitsi_meet: { id: 1, name: 'Jitsi Meet' },
  })
  assert.equal(initial.server_jitsi_server_url, 'https://meet.jit.si')
  assert.equal(initial.has_meetingprovider_token, false)
  await ada.refused(api.createMeeting, {}, api.noProvider)
  await ada.refused(api.createZoomMeeting, {}, api.noProvider)
  await ada.refused(api.connectMeetingProvider, {}, api.noProvider)
  await ada.refused(api.createBigBlueButtonCall, { meeting_name: 'x' }, api.noBigBlueButton)
  await ada.call(api.disconnectMeetingProvider)
  await ada.refused(updateOrganization, { video_chat_provider: videoChatProviders.zoom.id }, callsUnavailable)
  await ada.call(updateOrganization, { video_chat_provider: videoChatProviders.disabled.id })
})

test('configured services are available', async () => {
  const { owner: ada } = await societyWith({
    meetingProvider: 'webex',
    meetingClientId: 'C1',
    meetingClientSecret: secret,
    bigBlueButtonUrl: 'https://bbb.example.org/bigbluebutton/',
    bigBlueButtonSecret: secret,
    jitsiServerUrl: 'https://jitsi.example.org/',
  })
  const watch = await ada.register('realm', 'video_calls')
  assert.deepEqual(Object.keys(watch.initial.realm_available_video_chat_providers as object), [
    'disabled',
    'jitsi_meet',
    'webex',
    'big_blue_button',
  ])
  assert.equal(watch.initial.server_jitsi_server_url, 'https://jitsi.example.org')
  assert.ok(!JSON.stringify(watch.initial).includes(secret))
  for (const id of [8, 4, 1]) await ada.call(updateOrganization, { video_chat_provider: id })
  await ada.refused(updateOrganization, { video_chat_provider: videoChatProviders.zoom.id }, callsUnavailable)
  await watch.agreesWithFreshRegister()
})

test('an incomplete provider configuration prevents startup, with secrets hidden', () => {
  const start = (flags: Record<string, string>) => () => meetingProvider(readConfig(options, flags, {}))
  const named = { meetingProvider: 'zoom', meetingClientId: 'C1' }
  const whole = { ...named, meetingProvider: 'custom', meetingClientSecret: secret }
  assert.throws(start({ meetingProvider: 'zoom', meetingClientSecret: secret }), /--meeting-client-id/)
  assert.throws(start(named), /--meeting-client-secret/)
  assert.throws(start({ ...named, meetingClientSecretFile: '/none' }), /\/none cannot be read \(ENOENT\)/)
  assert.throws(start(whole), /--meeting-authorize-url/)
  const plain = { ...whole, meetingAuthorizeUrl: 'http://example.org/', meetingTokenUrl: 'https://example.org/' }
  assert.throws(start(plain), /must begin with https/)
  assert.equal(JSON.stringify(start({ ...named, meetingClientSecret: secret })()).includes(secret), false)
})

test("anyone with a BigBlueButton call's URL joins under any name, and its creator moderates", async () => {
  const web = keep(
    await WebServer.start(
      (_request, response) => void response.end('<response><returncode>SUCCESS</returncode></response>'),
    ),
  )
  const {
    owner: ada,
    server,
    org,
  } = await societyWith({
    bigBlueButtonUrl: `${web.url}/bigbluebutton/`,
    bigBlueButtonSecret: secret,
  })
  const { url } = await ada.call(api.createBigBlueButtonCall, { meeting_name: 'Plans & <b>more</b>', voice_only: true })
  assert.match(url, /^\/calls\/bigbluebutton\/join\?meeting_id=loquat-[0-9a-f]{32}&name=/)
  const page = await raw(server, org, url)
  assert.equal(page.status, 200)
  const text = page.body.toString('utf8')
  assert.ok(text.includes('Plans &amp; &lt;b&gt;more&lt;/b&gt;') && !text.includes(secret))
  assert.equal(web.requests.length, 0)
  const values = Object.fromEntries(new URL(url, 'http://x').searchParams)
  const joined = await raw(server, org, '/calls/bigbluebutton/join', form({ ...values, who: 'Ben' }))
  const [, link = ''] = /<a href="([^"]+)">/.exec(joined.body.toString('utf8')) ?? []
  const to = new URL(link.replaceAll('&amp;', '&'))
  const [who, meeting, role] = ['fullName', 'meetingID', 'role'].map((name) => to.searchParams.get(name))
  assert.deepEqual(
    [to.origin, to.pathname, who, meeting, role],
    [web.url, '/bigbluebutton/api/join', 'Ben', values.meeting_id, 'VIEWER'],
  )
  for (const [action, search] of [
    ['join', to.search],
    ['create', new URL(web.requests[0]?.path ?? '', web.url).search],
  ] as const) {
    const [, query, checksum] = /^\?(.*)&checksum=(.*)$/.exec(search) ?? []
    assert.equal(createHash('sha256').update(`${action}${query}${secret}`).digest('hex'), checksum)
  }
  const { messages } = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  const [notice] = (messages as { content: string }[]).slice(-1)
  const [, own = ''] = /<a href="([^"]+)">/.exec(notice?.content ?? '') ?? []
  const moderating = new URL(own.replaceAll('&amp;', '&')).searchParams
  const led = await raw(
    server,
    org,
    '/calls/bigbluebutton/join',
    form({ ...Object.fromEntries(moderating), who: 'Ada' }),
  )
  assert.match(led.body.toString('utf8'), /role=MODERATOR/)
  assert.equal(moderating.get('meeting_id'), values.meeting_id)
  const changes: Record<string, string>[] = [
    { moderator: 'true' },
    { name: 'Other' },
    { meeting_id: 'other' },
    { checksum: 'x' },
    { voice_only: 'false' },
  ]
  for (const change of changes) {
    const query = new URLSearchParams({ ...values, ...change })
    assert.equal((await raw(server, org, `/calls/bigbluebutton/join?${query}`)).status, 400)
    assert.equal(
      (await raw(server, org, '/calls/bigbluebutton/join', form({ ...values, ...change, who: 'B' }))).status,
      400,
    )
  }
  web.answer = (_request, response) => void response.end('<returncode>FAILED</returncode>')
  assert.equal((await raw(server, org, '/calls/bigbluebutton/join', form({ ...values, who: 'Ben' }))).status, 502)
  await web.close()
  open.shift()
  const gone = await raw(server, org, '/calls/bigbluebutton/join', form({ ...values, who: 'Ben' }))
  assert.equal(gone.status, 502)
  assert.ok(!gone.body.toString('utf8').includes('checksum'))
})
