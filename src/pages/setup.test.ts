import { assert, startServer, TestOrganization, type TestServer, test } from '#test'
import { MailServer } from '../../test/harness/mail.ts'
import { pages } from './index.ts'
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

  async ask(url: string, form?: Record<string, string>, more: Record<string, string> = {}) {
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const { statusCode, headers, body } = await this.server.http.inject({
      method: form ? 'POST' : 'GET',
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
  full_name: 'Ada Lovelace',
  email: 'ada@navy.example',
  password: 'correct horse battery',
  channels: 'general, engines , Engines,, poetry',
  theme: 'dark',
  invite: '',
}
const sessionIn = (line: unknown) => /session=[\w-]{43}/.exec(String(line))?.[0] as string

test("a new server's setup link creates the organization and signs its owner in", async () => {
  const one = await NewServer.start()
  try {
    const page = await one.ask(one.path)
    assert.equal(page.status, 200)
    assert.match(page.body, /<h1>Set up your organization<\/h1>/)
    assert.deepEqual([page.headers['cache-control'], page.headers['referrer-policy']], ['no-store', 'same-origin'])
    const done = await one.ask(one.path, filled)
    assert.deepEqual([done.status, done.headers.location], [302, '/'])
    const cookie = sessionIn(done.headers['set-cookie'])
    const event_types = '["realm","user_settings","realm_user_settings_defaults","subscription"]'
    const told = await one.told(cookie, '/register', { event_types })
    assert.equal(told.realm_name, 'Analytical <Engines>')
    assert.equal(told.user_settings.color_scheme, 2)
    assert.deepEqual([told.user_settings.enter_sends, told.realm_user_settings_defaults.enter_sends], [true, true])
    const channels = told.subscriptions.map(({ name }: { name: string }) => name)
    assert.deepEqual(channels.sort(), ['engines', 'general', 'poetry'])
    const me = await one.told(cookie, '/users/me')
    assert.deepEqual([me.full_name, me.is_owner, me.delivery_email], ['Ada Lovelace', true, 'ada@navy.example'])

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
      [{ full_name: '' }, /Enter your name\./],
      [{ full_name: '<b>"x"</b>' }, /Names can’t contain/],
      [{ email: 'nobody' }, /Enter a valid email address\./],
      [{ password: 'short' }, /The password is too short/],
      [{ channels: 'c'.repeat(61) }, /is too long \(limit: 60 characters\)/],
      [{ channels: Array.from({ length: 21 }, (_, n) => `c${n}`).join() }, /up to 20 channels/],
    ]
    for (const [wrong, message] of wrongs) {
      const { status, body } = await one.ask(one.path, { ...filled, ...wrong })
      assert.equal(status, 400)
      assert.match(/<p role="alert">([^<]*)/.exec(body)?.[1] ?? '', message)
      assert.ok(!body.includes(filled.password))
      if (!wrong.organization)
        assert.ok(wrong.organization !== undefined || body.includes('Analytical &lt;Engines&gt;'))
      assert.match(body, /<option value="dark" selected>/)
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

test('without email, setup shows a working invite link', async () => {
  const one = await NewServer.start()
  try {
    const form = (await one.ask(one.path)).body
    assert.match(form, /type="checkbox" name="invite" value="link" checked/)
    assert.doesNotMatch(form, /<textarea/)
    const page = await one.ask(one.path, { ...filled, invite: 'link' })
    assert.equal(page.status, 200)
    assert.ok(sessionIn(page.headers['set-cookie']))
    const link = /value="http:\/\/loquat.test(\/join\/[^"]+)"/.exec(page.body)?.[1] as string
    assert.match((await one.ask(link)).body, /Join Analytical &lt;Engines&gt;/)
  } finally {
    await one.server.close()
  }
})

test('with email, setup sends invitations', async () => {
  const mail = await MailServer.start()
  const one = await NewServer.start({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const page = await one.ask(one.path, { ...filled, invite: 'ben@navy.example, cleo@navy.example' })
    assert.match(page.body, /Your invitations have been sent/)
    const invites = await one.told(sessionIn(page.headers['set-cookie']), '/invites')
    const invited = invites.invites.map(({ email }: { email: string }) => email)
    assert.deepEqual(invited.sort(), ['ben@navy.example', 'cleo@navy.example'])
  } finally {
    await one.server.close()
    await mail.close()
  }
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
