import { assert, startServer, TestOrganization, type TestServer, test } from '#test'
import { pages } from './index.ts'
import { nameFromAddress } from './name-from-address.ts'
import { isOnThisMachine } from './same-machine.ts'
import { FirstRun } from './setup.ts'

/** A new server, as a browser sees it. */
class NewServer {
  readonly firstRun = new FirstRun()
  server!: TestServer
  readonly log: string[] = []

  static async start(flags: Record<string, string> = {}): Promise<NewServer> {
    const one = new NewServer()
    one.server = await startServer(
      { logLevel: 'info', ...flags },
      {
        pages: (app, runtime) => pages(app, runtime, { firstRun: one.firstRun }),
        log: { write: (line) => void one.log.push(line) },
      },
    )
    return one
  }

  get path(): string {
    return `/setup/${this.firstRun.code}`
  }

  async ask(
    url: string,
    form?: Record<string, string>,
    more: Record<string, string> = {},
    method: 'GET' | 'POST' | 'DELETE' = form ? 'POST' : 'GET',
  ) {
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const { statusCode, headers, body } = await this.server.http.inject({
      method,
      url,
      headers: { host: 'loquat.test', ...type, ...more },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    })
    return { status: statusCode, headers, body }
  }

  /** What the web client with that cookie receives. */
  async told(cookie: string, path: string, form?: Record<string, string>) {
    const { status, body } = await this.ask(`/api/v1${path}`, form, { cookie, 'x-loquat-web': '1' })
    assert.equal(status, 200, body)
    return JSON.parse(body)
  }
}

const filled = {
  organization: 'Analytical <Engines>',
  email: 'ada.lovelace@navy.example',
  password: 'correct horse battery',
}
const sessionIn = (line: unknown) => /session=[\w-]{43}/.exec(String(line))?.[0] as string

test('setup takes three fields, signs the owner in, and opens a conversation', async () => {
  const one = await NewServer.start()
  try {
    const page = await one.ask(one.path)
    assert.equal(page.status, 200)
    assert.match(page.body, /<h1>Set up your organization<\/h1>/)
    assert.deepEqual([page.headers['cache-control'], page.headers['referrer-policy']], ['no-store', 'same-origin'])
    const asked = [...page.body.matchAll(/<(?:input|textarea|select)(?![^>]* type="hidden")[^>]* name="([^"]+)"/g)].map(
      ([, name]) => name,
    )
    assert.deepEqual(asked, ['organization', 'email', 'password'])
    const done = await one.ask(one.path, filled)
    assert.equal(done.status, 302)
    assert.match(String(done.headers.location), /^\/#narrow\/channel\/\d+-general\/topic\/say\.20hello\/with\/\d+$/)
    const cookie = sessionIn(done.headers['set-cookie'])
    const parts = [
      'realm',
      'subscription',
      'message',
      'update_message_flags',
      'user_settings',
      'realm_user_settings_defaults',
    ]
    const told = await one.told(cookie, '/register', { event_types: JSON.stringify(parts) })
    assert.equal(told.realm_name, 'Analytical <Engines>')
    assert.deepEqual([told.user_settings.enter_sends, told.realm_user_settings_defaults.enter_sends], [true, true])
    const channels = told.subscriptions.map(({ name }: { name: string }) => name)
    assert.deepEqual(channels.sort(), ['general', 'random'])
    const me = await one.told(cookie, '/users/me')
    assert.deepEqual([me.full_name, me.is_owner, me.delivery_email], ['Ada Lovelace', true, filled.email])
    assert.equal(told.unread_msgs.count, 0, 'nothing by bots is unread')

    const used = await one.ask(one.path)
    const wrong = await one.ask(`/setup/${'A'.repeat(22)}`)
    assert.deepEqual([used.status, used.body], [404, wrong.body])
    assert.equal((await one.ask(one.path, { ...filled, email: 'eve@navy.example' })).body, used.body)
    assert.ok(!one.log.join('').includes(one.firstRun.code), 'the log does not tell the way in')
  } finally {
    await one.server.close()
  }
})

test('a wrong setup code and a finished setup get the same response', async () => {
  const one = await NewServer.start()
  try {
    const wrong = await one.ask('/setup/guess')
    assert.equal(wrong.status, 404)
    assert.match(wrong.body, /This link isn’t valid/)
    assert.equal((await one.ask('/setup/guess', filled)).body, wrong.body)
    const { org } = await TestOrganization.found(one.server)
    assert.equal((await one.ask(one.path)).body, wrong.body)
    await one.server.runtime.db.transaction((tx) =>
      tx.updateTable('organization').set({ deactivated_at: new Date() }).where('id', '=', org.id).execute(),
    )
    assert.equal((await one.ask(one.path, filled)).body, wrong.body, 'also when it was deactivated')
  } finally {
    await one.server.close()
  }
})

test('invalid setup fields show errors and keep the input except the password', async () => {
  const one = await NewServer.start()
  try {
    const wrongs: [Partial<typeof filled>, RegExp][] = [
      [{ organization: ' ' }, /Enter an organization name\./],
      [{ organization: 'x'.repeat(41) }, /The organization name is too long/],
      [{ email: 'nobody' }, /Enter a valid email address\./],
      [{ password: 'short' }, /The password is too short/],
    ]
    for (const [wrong, message] of wrongs) {
      const { status, body } = await one.ask(one.path, { ...filled, ...wrong })
      assert.equal(status, 400)
      assert.match(/<p role="alert">([^<]*)/.exec(body)?.[1] ?? '', message)
      assert.ok(!body.includes(filled.password))
      if (wrong.organization === undefined) assert.ok(body.includes('Analytical &lt;Engines&gt;'))
    }
    assert.equal((await one.ask(one.path)).status, 200, 'and the link still works')
    assert.equal((await one.ask(one.path, filled, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await one.ask(one.path, filled, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await one.ask(one.path, filled, { origin: 'http://loquat.test:8080' })).status, 302)
  } finally {
    await one.server.close()
  }
})

test('of two concurrent setup requests, one creates the organization', async () => {
  const one = await NewServer.start()
  try {
    const both = await Promise.all([
      one.ask(one.path, filled),
      one.ask(one.path, { ...filled, email: 'b@navy.example' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [302, 404])
  } finally {
    await one.server.close()
  }
})

test('setup leaves an invite link, and a new member has nothing unread', async () => {
  const one = await NewServer.start()
  try {
    const founder = sessionIn((await one.ask(one.path, filled)).headers['set-cookie'])
    const { invites } = await one.told(founder, '/invites')
    assert.deepEqual(
      invites.map(({ is_multiuse, invited_as }: Record<string, unknown>) => [is_multiuse, invited_as]),
      [[true, 400]],
    )
    const link = new URL(invites[0].link_url).pathname
    const page = await one.ask(link)
    assert.match(page.body, /Join Analytical &lt;Engines&gt;/)
    const form = { email: 'ben@navy.example', full_name: 'Ben', password: 'another long day' }
    const weak = await one.ask(link, { ...form, password: 'password' })
    assert.deepEqual([weak.status, /too easy to guess/.test(weak.body)], [400, true])
    const joined = await one.ask(link, form)
    assert.match(String(joined.headers.location), /^\/#narrow\/channel\/\d+-general\/topic\/say\.20hello\/with\/\d+$/)
    const ben = await one.told(sessionIn(joined.headers['set-cookie']), '/register', {
      event_types: '["message","update_message_flags"]',
    })
    const ada = await one.told(founder, '/register', { event_types: '["message","update_message_flags"]' })
    assert.deepEqual([ben.unread_msgs.count, ada.unread_msgs.count], [0, 0])
    const again = await one.ask(link, form)
    assert.match(again.body, /There’s already an account with this email address\./)
  } finally {
    await one.server.close()
  }
})

test('removing the sample topics leaves replies, and only administrators can', async () => {
  const one = await NewServer.start()
  try {
    const founder = sessionIn((await one.ask(one.path, filled)).headers['set-cookie'])
    const { invites } = await one.told(founder, '/invites')
    const link = new URL(invites[0].link_url).pathname
    const form = { email: 'ben@navy.example', full_name: 'Ben', password: 'another long day' }
    const ben = sessionIn((await one.ask(link, form)).headers['set-cookie'])
    const reply = { type: 'channel', to: '"general"', topic: 'say hello', content: 'Hello!' }
    await one.told(ben, '/messages', reply)
    const contents = async () => {
      const query = new URLSearchParams({
        anchor: 'oldest',
        num_before: '0',
        num_after: '20',
        narrow: '[{"operator":"channel","operand":"general"}]',
      })
      const { messages } = await one.told(founder, `/messages?${query}`)
      return messages.map(({ subject, sender_full_name: by }: Record<string, string>) => [subject, by])
    }
    const samples = [
      ['try it out', 'Welcome Bot'],
      ['how topics work', 'Welcome Bot'],
      ['say hello', 'Welcome Bot'],
    ]
    assert.deepEqual(await contents(), [...samples, ['say hello', 'Ben']])
    const remove = (cookie: string) =>
      one.ask('/api/v1/sample_topics', undefined, { cookie, 'x-loquat-web': '1' }, 'DELETE')
    assert.equal((await remove(ben)).status, 400)
    assert.equal((await remove(founder)).status, 200)
    assert.deepEqual(await contents(), [['say hello', 'Ben']])
    assert.equal((await remove(founder)).status, 200, 'and again')
  } finally {
    await one.server.close()
  }
})

test('the first page leads to setup on the same machine, and elsewhere to the link', async () => {
  const one = await NewServer.start({ url: 'http://localhost:9991' })
  try {
    const here = await one.ask('/', undefined, { host: 'localhost:9991' })
    assert.deepEqual([here.status, here.headers.location], [302, one.path])
    const proxied = await one.ask('/', undefined, { host: 'localhost:9991', 'x-forwarded-for': '203.0.113.9' })
    assert.equal(proxied.status, 200)
    assert.ok(!proxied.body.includes(one.firstRun.code))
    assert.match(proxied.body, /open the setup link that the server printed/)
    await one.ask(one.path, filled)
    assert.notEqual((await one.ask('/', undefined, { host: 'localhost:9991' })).headers.location, one.path)
  } finally {
    await one.server.close()
  }
})

test('callers are on this machine only without any sign of a proxy', () => {
  const direct = { host: 'localhost:9991' }
  const asked = (
    headers: Record<string, string>,
    { remoteAddress = '127.0.0.1', httpVersion = '1.1', trustProxy = 'off', url }: Record<string, string> = {},
  ) => isOnThisMachine({ socket: { remoteAddress }, headers, httpVersion }, { trustProxy, url } as never)
  for (const host of ['localhost', 'localhost:9991', '127.0.0.1:80', '[::1]:9991']) assert.ok(asked({ host }), host)
  assert.ok(asked(direct, { remoteAddress: '::1' }))
  assert.ok(asked(direct, { remoteAddress: '::ffff:127.0.0.1' }))
  assert.ok(asked(direct, { url: 'http://127.0.0.1:9991' }))
  for (const remoteAddress of ['192.168.1.7', '172.17.0.1', '::ffff:10.0.0.1', ''])
    assert.ok(!asked(direct, { remoteAddress }))
  for (const host of ['chat.example.com', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0', ''])
    assert.ok(!asked({ host }), host)
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'forwarded',
    'via',
    'cf-ray',
  ])
    assert.ok(!asked({ ...direct, [name]: 'x' }), name)
  assert.ok(!asked(direct, { httpVersion: '1.0' }))
  assert.ok(!asked(direct, { trustProxy: 'loopback' }))
  assert.ok(!asked(direct, { url: 'https://chat.example.com' }))
})

test('the initial name comes from the email address', () => {
  const names = ['ada@x', 'ada.lovelace@x', 'jean-luc_picard+chat@x', 'öykü@x', '***@x'].map(nameFromAddress)
  assert.deepEqual(names, ['Ada', 'Ada Lovelace', 'Jean Luc Picard', 'Öykü', 'Owner'])
})

test('guesses at setup codes are limited', async () => {
  const one = await NewServer.start({ rateLimits: 'on', addressRequestsPerMinute: '3' })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await one.ask(`/setup/guess${n}`)).status)
    assert.deepEqual(statuses, [404, 404, 404, 429, 429])
  } finally {
    await one.server.close()
  }
})
