import { createDecipheriv, randomBytes } from 'node:crypto'
import { botTypes, roles } from '#contract'
import { assert, Person, TestOrganization } from '#test'
import type { Fetched } from '../../../../test/harness/files.ts'
import { keyIn, writtenMails } from '../../../../test/harness/mail.ts'
import { Browser, clientSecret, IdentityProvider } from '../../../../test/harness/oidc.ts'
import { getServerSettings, realmSettingsChanged } from '../../people/organization/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { deactivateUser, getOwnUser, reactivateUser, updateUser } from '../../people/users/api.ts'
import { fetchApiKey, regenerateOwnApiKey } from '../../people/users/key-api.ts'
import { passwordsDisabled } from '../../people/users/sign-in-errors.ts'
import { confirmAddress, requestPasswordReset } from '../accounts/api.ts'
import { createInviteLink, sendInvites } from '../invitations/api.ts'
import { noSuchToken, redeemToken } from './api.ts'
import { providerTest } from './fixture.ts'

const login = '/accounts/login/social/oidc/company'
/** To copy the API key into a program: the page shows who is signed in. */
const forKey = `${login}?show=api_key`
const signUp = '/accounts/register/social/oidc/company'

const log: string[] = []
const test = providerTest(
  () => IdentityProvider.start(),
  { oidcName: 'company', oidcDisplayName: 'The <Company>', logLevel: 'debug' },
  log,
)

const said = ({ body }: Fetched) => body.toString('utf8')
const person = (sub: string, email: string, more: object = {}) => ({
  sub,
  email,
  email_verified: true,
  name: sub,
  ...more,
})
const known = (society: TestOrganization, email: string) =>
  society.server.runtime.db.read(async (tx) =>
    tx
      .selectFrom('account')
      .select(['id', 'full_name', 'role'])
      .where('org_id', '=', society.org.id)
      .where('email', '=', email)
      .executeTakeFirst(),
  )

test('the server lists its sign-in methods', async ({ ada, society }) => {
  const settings = await ada.call(getServerSettings, {})
  assert.equal(settings.authentication_methods['openid connect'], true)
  assert.equal(settings.authentication_methods.password, true)
  assert.deepEqual(settings.external_authentication_methods, [
    {
      name: 'oidc:company',
      display_name: 'The <Company>',
      display_icon: null,
      login_url: login,
      signup_url: signUp,
    },
  ])
  const root = await society.server.http.inject({ url: '/api/v1/server_settings', headers: { host: 'loquat.test' } })
  assert.equal(root.json().authentication_methods['openid connect'], true)
  assert.deepEqual(root.json().external_authentication_methods, [], 'there is nobody to sign in to')
  const { initial } = await ada.register('realm')
  assert.deepEqual(initial.realm_authentication_methods, {
    Email: { enabled: true, available: true },
    Passkey: { enabled: true, available: true },
    'OpenID Connect': { enabled: true, available: true },
  })
  assert.doesNotMatch(JSON.stringify([settings, initial]), new RegExp(clientSecret))
  assert.match(said(await new Browser(society.server, society.org).get('/accounts/login')), /The &lt;Company&gt;/)
})

test('only clients that are too old get an error', async ({ browser }) => {
  const path = '/api/v1/server_settings'
  const isIncompatible = async (agent: string) =>
    (await browser.get(path, { 'user-agent': agent })).json.is_incompatible
  for (const agent of [
    'ZulipMobile/27.233 (iOS 17.5)',
    'ZulipElectron/4.0.3 (Linux)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ZulipElectron/4.0.3 Chrome/80 Electron/8 Safari/537.36',
  ])
    assert.equal(await isIncompatible(agent), true, agent)
  for (const agent of [
    'ZulipFlutter/30.0.274+274 (Android 15)',
    'ZulipMobile/flutter',
    'ZulipElectron/5.12.2 (Windows 11)',
    'ZulipTerminal/0.7.0 CPython (Linux; 6.8)',
    'ZulipPython/0.9.1 (Linux; 6.8)',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'go-zulip/1.0.0 (linux; 6.8)',
    'curl/8.5.0',
    '',
  ])
    assert.equal(await isIncompatible(agent), false, agent)
})

test('users with an address verified by the provider sign in and see their key', async ({ ben, browser, provider }) => {
  provider.person = person('ben-17', ben.email.toUpperCase())
  const page = await browser.signIn(forKey)
  assert.equal(page.status, 200, said(page))
  assert.match(said(page), /You’re signed in to Analytical Engine Society as Ben/)
  assert.ok(!said(page).includes(ben.apiKey))
  assert.match(String(page.headers['set-cookie']), /^loquat-sign-in=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/)
  const token = /name="token" value="([^"]+)"/.exec(said(page))?.[1] as string
  assert.ok(said(await browser.post('/accounts/api_key', { token })).includes(ben.apiKey))
  const again = await browser.post('/accounts/api_key', { token })
  assert.equal(again.status, 401)
  assert.ok(!said(again).includes(ben.apiKey))
})

test('users are emailed once when a provider is linked to their account', async ({
  cleo,
  provider,
  server,
  society,
}) => {
  provider.person = person('cleo-1', cleo.email)
  for (let time = 0; time < 2; time++) await new Browser(server, society.org).signIn(forKey)
  const told = (await writtenMails(server)).filter(({ headers }) => headers.get('to')?.includes(cleo.email))
  assert.equal(told.length, 1)
  assert.match(
    told[0]?.text ?? '',
    /signed in to your account in Analytical Engine Society with The <Company> for the first time/,
  )
})

test('a mobile app gets the key encrypted with its pad', async ({ ben, browser, provider, server, society }) => {
  provider.person = person('ben-18', ben.email)
  const pad = randomBytes(32)
  const { status, headers } = await browser.signIn(`${login}?mobile_flow_otp=${pad.toString('hex')}`)
  assert.equal(status, 302)
  const address = new URL(headers.location as string)
  assert.equal(`${address.protocol}//${address.host}`, 'zulip://login')
  const { realm, email, user_id, otp_encrypted_api_key } = Object.fromEntries(address.searchParams)
  assert.deepEqual([realm, email, Number(user_id)], [`http://${society.subdomain}.loquat.test`, ben.email, ben.id])
  const apiKey = Buffer.from(otp_encrypted_api_key as string, 'hex').map((byte, at) => byte ^ (pad[at] as number))
  const found = new Person(server, society.org, society.subdomain, {
    id: ben.id,
    deliveryEmail: email as string,
    apiKey: Buffer.from(apiKey).toString('latin1'),
  } as never)
  assert.equal((await found.call(getOwnUser, {})).user_id, ben.id)
})

test('a desktop app gets a token that works once', async ({ ben, browser, provider }) => {
  provider.person = person('ben-19', ben.email)
  const key = randomBytes(32)
  const page = await browser.signIn(`${login}?desktop_flow_otp=${key.toString('hex')}`)
  const sealed = Buffer.from(/id="token" readonly value="([0-9a-f]+)"/.exec(said(page))?.[1] as string, 'hex')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  const token = decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  assert.equal((await ben.call(redeemToken, { token })).api_key, ben.apiKey)
  await ben.refused(redeemToken, { token }, noSuchToken)
})

test('a token expires after some minutes', async ({ ben, browser, provider, server }) => {
  provider.person = person('ben-20', ben.email)
  const token = /name="token" value="([^"]+)"/.exec(said(await browser.signIn(forKey)))?.[1] as string
  server.clock.advance(6 * 60_000)
  await ben.refused(redeemToken, { token }, noSuchToken)
  server.clock.release()
})

test('a token is invalidated by a new key or role', async ({ ada, ben, browser, provider }) => {
  provider.person = person('ben-21', ben.email)
  const signIn = async () => /name="token" value="([^"]+)"/.exec(said(await browser.signIn(forKey)))?.[1] as string
  const first = await signIn()
  await ada.call(updateUser, { user_id: ben.id, role: roles.moderator })
  await ben.refused(redeemToken, { token: first }, noSuchToken)
  const second = await signIn()
  await ben.call(regenerateOwnApiKey)
  await ada.refused(redeemToken, { token: second }, noSuchToken)
})

test('invalid parameters from a program are reported before anything happens', async ({ browser }) => {
  for (const query of [
    'mobile_flow_otp=12',
    `desktop_flow_otp=${'g'.repeat(64)}`,
    `mobile_flow_otp=${'a'.repeat(64)}&desktop_flow_otp=${'b'.repeat(64)}`,
  ]) {
    const { status, headers } = await browser.get(`${login}?${query}`)
    assert.deepEqual([status, headers.location], [400, undefined])
  }
})

test('once linked, the subject identifies the account, not the address', async ({
  ben,
  browser,
  provider,
  society,
  server,
}) => {
  provider.person = person('ben-21', ben.email)
  await browser.signIn(forKey)
  provider.person = person('ben-21', 'ben.married@navy.example', { email_verified: false })
  assert.match(said(await new Browser(server, society.org).signIn(forKey)), /as Ben/)
  // the provider reassigned the address
  provider.person = person('somebody-else', ben.email)
  const other = await new Browser(server, society.org).signIn(forKey)
  assert.equal(other.status, 400)
  assert.match(said(other), /is linked to a different/)
})

test('an unverified address identifies no one', async ({ ada, ben, browser, provider, society, server }) => {
  await ada.call(updateOrganization, { invite_required: false })
  for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
    provider.person = person('liar', ben.email, claims)
    const page = await new Browser(server, society.org).signIn(forKey)
    assert.equal(page.status, 400)
    assert.match(said(page), /t verified your email address/)
  }
  provider.person = person('liar', 'new@navy.example', { email_verified: false })
  assert.equal((await browser.signIn(forKey)).status, 400)
  assert.equal(await known(society, 'new@navy.example'), undefined)
})

test("people without an account join by the organization's rules", async ({ ada, ben, provider, society, server }) => {
  const come = (sub: string, email: string, path = forKey, more: object = {}) => {
    provider.person = person(sub, email, more)
    return new Browser(server, society.org).signIn(path)
  }
  const uninvited = await come('dora', 'dora@navy.example')
  assert.equal(uninvited.status, 400)
  assert.match(said(uninvited), /need an invitation/)
  assert.equal(await known(society, 'dora@navy.example'), undefined)

  await ada.call(sendInvites, { invitee_emails: 'dora@navy.example', stream_ids: [], invite_as: roles.moderator })
  assert.match(said(await come('dora', 'Dora@navy.example', forKey, { name: ' Do*ra  <b>"@all" ' })), /signed in/)
  assert.deepEqual((await known(society, 'Dora@navy.example'))?.role, roles.moderator)
  assert.equal((await known(society, 'Dora@navy.example'))?.full_name, 'Do ra <b all')

  const { invite_link } = await ben.call(createInviteLink, {}).catch(() => ada.call(createInviteLink, {}))
  const key = invite_link.split('/').at(-1) as string
  assert.match(said(await new Browser(server, society.org).get(`/join/${key}`)), new RegExp(`${signUp}\\?key=${key}`))
  assert.match(said(await come('emil', 'emil@navy.example', `${signUp}?key=${key}&show=api_key`)), /signed in/)
  assert.match(
    said(await come('fay', 'fay@navy.example', `${signUp}?multiuse_object_key=${key}&show=api_key`)),
    /signed in/,
  )
  const stale = await new Browser(server, society.org).get(`${signUp}?key=nonsense`)
  assert.deepEqual([stale.status, stale.headers.location], [400, undefined])

  await ada.call(updateOrganization, { invite_required: false })
  assert.match(said(await come('gail', 'gail@navy.example')), /signed in/)
  assert.match(said(await come('hank', 'hank@mailinator.com')), /real email/)
  await ada.call(updateOrganization, { emails_restricted_to_domains: true })
  assert.match(said(await come('ivy', 'ivy@navy.example')), /Outside your domain/)
  for (const gone of ['hank@mailinator.com', 'ivy@navy.example']) assert.equal(await known(society, gone), undefined)

  await ada.call(updateOrganization, { emails_restricted_to_domains: false, require_unique_names: true })
  await come('jo-1', 'jo1@navy.example', forKey, { name: 'Jo' })
  await come('jo-2', 'jo2@navy.example', forKey, { name: 'jo' })
  assert.equal((await known(society, 'jo2@navy.example'))?.full_name, 'jo 2')
})

test('an emailed invitation works only for its own address', async ({ ada, provider, society, server }) => {
  await ada.call(sendInvites, { invitee_emails: 'kim@navy.example', stream_ids: [] })
  const key = keyIn((await writtenMails(server)).at(-1) as never)
  provider.person = person('lou', 'lou@navy.example')
  const page = await new Browser(server, society.org).signIn(`${signUp}?key=${key}`)
  assert.match(said(page), /The invitation is for kim@navy.example/)
  assert.equal(await known(society, 'lou@navy.example'), undefined)
})

test("deactivated users can't sign in, and are matched by address after a reactivation", async ({
  ada,
  ben,
  provider,
  society,
  server,
}) => {
  const come = () => new Browser(server, society.org).signIn(forKey)
  provider.person = person('ben-22', ben.email)
  await come()
  await ada.call(deactivateUser, { user_id: ben.id })
  const refused = await come()
  assert.equal(refused.status, 401)
  assert.match(said(refused), /deactivated/)
  await ada.call(reactivateUser, { user_id: ben.id })
  provider.person = person('ben-23', ben.email)
  assert.match(said(await come()), /as Ben/)
})

test("bots can't sign in", async ({ provider, society, browser }) => {
  const bot = await society.join('Botty', roles.member, { bot_type: botTypes.generic })
  provider.person = person('bot', bot.email)
  assert.match(said(await browser.signIn(forKey)), /is a bot/)
})

test('signing in to a deactivated organization fails', async ({ ben, browser, provider, society, server }) => {
  provider.person = person('ben-30', ben.email)
  const { headers } = await browser.get(login)
  const path = await browser.visit(headers.location as string)
  await society.org.transact(null, async ({ tx, org, now, emit }) => {
    await tx.updateTable('organization').set({ deactivated_at: now }).where('id', '=', org.id).execute()
    emit(realmSettingsChanged, { property: 'default', data: {} }, { everyone: true })
  })
  for (const page of [
    await browser.get(path),
    await new Browser(server, society.org).get(login),
    await browser.get('/accounts/login'),
  ]) {
    assert.equal(page.status, 401)
    assert.match(said(page), /has been deactivated/)
  }
})

test('a sign-in ends in the browser that started it', async ({ ben, provider, society, server, browser }) => {
  provider.person = person('ben-24', ben.email)
  const path = await browser.visit((await browser.get(login)).headers.location as string)
  // another browser, whose owner was sent the URL
  const victim = new Browser(server, society.org)
  for (const begun of [false, true]) {
    if (begun) await victim.get(login)
    const page = await victim.get(path)
    assert.equal(page.status, 400)
    assert.match(said(page), /started in another browser/)
    assert.doesNotMatch(said(page), /signed in to/)
  }
  const changed = new URL(path, 'http://x')
  changed.searchParams.set('state', 'something-else')
  await browser.get(login)
  assert.equal((await browser.get(changed.pathname + changed.search)).status, 400)
})

test('an old attempt has expired', async ({ ben, provider, server, browser }) => {
  provider.person = person('ben-25', ben.email)
  const path = await browser.visit((await browser.get(login)).headers.location as string)
  server.clock.advance(11 * 60_000)
  const page = await browser.get(path)
  server.clock.release()
  assert.equal(page.status, 400)
})

test('a sign-in is limited to one organization', async ({ ben, provider, server, browser }) => {
  provider.person = person('ben-26', ben.email)
  const other = await TestOrganization.found(server)
  const path = await browser.visit((await browser.get(login)).headers.location as string)
  const elsewhere = new Browser(server, other.org)
  for (const [origin, jar] of browser.cookies) elsewhere.cookies.set(origin, jar)
  assert.equal((await elsewhere.get(path)).status, 400)
})

test('a code works once', async ({ ben, provider, browser }) => {
  provider.person = person('ben-27', ben.email)
  const path = await browser.visit((await browser.get(forKey)).headers.location as string)
  const kept = new Map(browser.cookies.get('own'))
  assert.equal((await browser.get(path)).status, 200)
  browser.cookies.set('own', kept)
  const again = await browser.get(path)
  assert.equal(again.status, 400)
  assert.doesNotMatch(said(again), /signed in to/)
})

test('a canceled sign-in signs no one in', async ({ provider, browser }) => {
  provider.refuses = true
  const page = await browser.signIn(forKey)
  provider.refuses = false
  assert.equal(page.status, 400)
  assert.match(said(page), /You didn.*t complete the sign-in at The &lt;Company&gt;/)
})

test('redirects stay on the site', async ({ ben, provider, browser }) => {
  provider.person = person('ben-28', ben.email)
  for (const [next, to] of [
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/docs/', '/'],
    ['javascript:alert(1)', '/'],
    ['#narrow/channel/7-general', '/#narrow/channel/7-general'],
    [`#${'a'.repeat(2_001)}`, '/'],
    ['#a\r\nset-cookie: b=c', '/'],
  ] as const) {
    const { status, headers } = await browser.signIn(`${login}?next=${encodeURIComponent(next)}`)
    assert.deepEqual([status, headers.location], [302, to], next)
  }
})

test("methods that the organization turned off don't work", async ({
  ada,
  ben,
  provider,
  society,
  server,
  browser,
}) => {
  const watch = await ada.register('realm')
  await ada.call(updateOrganization, { authentication_methods: { 'OpenID Connect': false } })
  const settings = await ada.call(getServerSettings, {})
  assert.deepEqual(
    [settings.authentication_methods['openid connect'], settings.external_authentication_methods],
    [false, []],
  )
  assert.equal((await browser.get(login)).status, 400)
  await ada.refused(updateOrganization, { authentication_methods: { Email: false } })

  await ada.call(updateOrganization, { authentication_methods: { 'OpenID Connect': true, Email: false } })
  await watch.agreesWithFreshRegister()
  const now = await ada.call(getServerSettings, {})
  assert.deepEqual(
    [now.email_auth_enabled, now.authentication_methods.password, now.authentication_methods.email],
    [false, false, false],
  )
  await ada.refused(fetchApiKey, { username: ada.email, password: 'correct horse battery' }, passwordsDisabled)
  const page = said(await browser.get('/accounts/login'))
  assert.ok(page.includes(login) && !page.includes('type="password"'))
  assert.match(
    said(await browser.post('/accounts/login', { username: ada.email, password: 'correct horse battery' })),
    /Password sign-in is turned off/,
  )
  assert.equal((await browser.get('/accounts/password/reset')).status, 400)
  await ada.refused(requestPasswordReset, { email: ben.email }, passwordsDisabled)
  assert.equal((await browser.post('/accounts/password/reset', { email: ben.email })).status, 400)
  provider.person = person('ben-29', ben.email)
  assert.match(said(await new Browser(server, society.org).signIn(forKey)), /as Ben/)
})

test('with passwords turned off, people join through a provider', async ({
  ada,
  society,
  server,
  browser,
  provider,
}) => {
  const { invite_link } = await ada.call(createInviteLink, {})
  await ada.call(updateOrganization, { authentication_methods: { Email: false } })
  const key = invite_link.split('/').at(-1) as string
  const page = said(await browser.get(`/join/${key}`))
  assert.ok(page.includes(`${signUp}?key=${key}`) && !page.includes('<form'))
  assert.equal((await browser.post(`/join/${key}`, { email: 'dora@navy.example' })).status, 400)
  await ada.refused(confirmAddress, { email: 'dora@navy.example', key }, passwordsDisabled)
  provider.person = person('dora-2', 'dora@navy.example')
  assert.match(said(await new Browser(server, society.org).signIn(`${signUp}?key=${key}&show=api_key`)), /signed in/)
})

test('users with a password sign in on the page, also for a mobile app', async ({ ada, browser }) => {
  const pad = randomBytes(32).toString('hex')
  const shown = said(await browser.get(`/accounts/login/?mobile_flow_otp=${pad}`))
  assert.ok(
    shown.includes(`name="mobile_flow_otp" value="${pad}"`) && shown.includes(`${login}?mobile_flow_otp=${pad}`),
  )
  const right = { username: ada.email, password: 'correct horse battery' }
  assert.match(
    said(await browser.post('/accounts/login/', { ...right, mobile_flow_otp: pad })),
    /href="zulip:\/\/login\?realm=/,
  )
  assert.match(said(await browser.post('/accounts/login', { ...right, show: 'api_key' })), /Show my API key/)
  const { status, headers } = await browser.post('/accounts/login', { ...right, next: '#inbox' })
  assert.deepEqual([status, headers.location], [302, '/#inbox'])
  const wrong = await browser.post('/accounts/login', { ...right, password: '"><guess>' })
  assert.equal(wrong.status, 401)
  assert.match(said(wrong), /role="alert"/)
  assert.ok(!said(wrong).includes('guess'))
})

test('the log has no secrets', async ({ ben, provider, browser }) => {
  provider.person = person('ben-31', ben.email)
  await browser.signIn(`${login}?mobile_flow_otp=${'0'.repeat(64)}`)
  const text = log.join('\n')
  assert.match(text, /social\/oidc/)
  for (const secret of [
    clientSecret,
    ben.apiKey,
    Buffer.from(ben.apiKey).toString('hex'),
    'code=',
    'state=',
    'id_token',
  ])
    assert.ok(!text.includes(secret), secret)
})
