import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#platform/config'
import { assert, startServer, TestOrganization } from '#test'
import type { Fetched } from '../../../../test/harness/files.ts'
import { Browser, clientId, clientSecret, type Lies, LyingProvider } from '../../../../test/harness/oidc.ts'
import { options } from '../../../command/options.ts'
import { providerTest } from './fixture.ts'
import { oidcProviders } from './oidc-provider.ts'

const login = '/accounts/login/social/oidc/sso'

const log: string[] = []
const test = providerTest(
  () => LyingProvider.start(),
  { rateLimits: 'on', loginFailuresPerHalfHour: '3', logLevel: 'debug' },
  log,
)

const said = ({ body }: Fetched) => body.toString('utf8')

async function comeBack(browser: Browser, provider: LyingProvider, lies: Lies): Promise<Fetched> {
  provider.lies = {}
  const { headers } = await browser.get(`${login}?show=api_key`)
  const { searchParams } = new URL(headers.location as string)
  provider.nonce = searchParams.get('nonce') as string
  provider.lies = lies
  return browser.get(`${login}/callback?code=something&state=${searchParams.get('state')}`)
}

const honest = (email: string, more: object = {}) => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  ...more,
})

test('a truthful provider is trusted even with booleans as strings', async ({ ben, browser, provider }) => {
  const page = await comeBack(browser, provider, { claims: honest(ben.email, { email_verified: 'true' }) })
  assert.match(said(page), /as Ben/)
})

test('redirects carry state, nonce, challenge, and an encrypted cookie', async ({ browser, provider, society }) => {
  provider.lies = {}
  const { status, headers } = await browser.get(`${login}?mobile_flow_otp=${'ab'.repeat(32)}`)
  assert.equal(status, 302)
  const { origin, pathname, searchParams } = new URL(headers.location as string)
  const query = Object.fromEntries(searchParams)
  assert.equal(`${origin}${pathname}`, `${provider.issuer}/authorize`)
  assert.deepEqual(
    [query.client_id, query.response_type, query.scope, query.code_challenge_method, query.redirect_uri],
    [clientId, 'code', 'openid email profile', 'S256', `http://${society.subdomain}.loquat.test${login}/callback`],
  )
  assert.ok((query.state?.length ?? 0) >= 32 && (query.nonce?.length ?? 0) >= 32)
  const [cookie = ''] = headers['set-cookie'] ?? []
  assert.match(cookie, /^loquat-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  for (const secret of [query.state, query.nonce, 'ab'.repeat(32)])
    assert.ok(
      !Buffer.from(cookie.slice(15).split(';')[0] as string, 'base64url')
        .toString('latin1')
        .includes(secret as string),
    )
})

test('over TLS, the cookie is limited to this host', async ({ provider }) => {
  provider.lies = {}
  const flags = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }
  const server = await startServer({ ...flags, url: 'https://loquat.test' })
  try {
    const { org } = await TestOrganization.found(server)
    const browser = new Browser(server, org)
    const { headers } = await browser.get(login)
    assert.match(String(headers['set-cookie']), /^__Host-loquat-sign-in=[\w-]+; .*; Secure$/)
    const state = new URL(headers.location as string).searchParams.get('state')
    const cancelled = await browser.get(`${login}/callback?error=access_denied&state=${state}`)
    assert.match(said(cancelled), /complete the sign-in at/)
  } finally {
    await server.close()
  }
})

test('invalid claims sign no one in and leave nothing behind', async ({ ben, browser, provider, society, server }) => {
  const claims = honest(ben.email)
  const lies: Record<string, Lies> = {
    'another issuer': { issuer: 'https://evil.example' },
    'a token for another program': { audience: 'somebody-else' },
    'the nonce of another sign-in': { nonce: 'a-nonce-that-was-used-before-by-somebody' },
    'no nonce': { nonce: '' },
    'a token of yesterday': { expired: true },
    'a signature of somebody else': { forged: true },
    'no signature': { unsigned: true },
  }
  for (const [name, lie] of Object.entries(lies)) {
    const page = await comeBack(browser, provider, { ...lie, claims })
    assert.equal(page.status, 502, name)
    assert.match(said(page), /be verified, so you weren/, name)
    assert.ok(!said(page).includes('Ben'), name)
  }
  const { links, tokens } = await server.runtime.db.read(async (tx) => ({
    links: await tx.selectFrom('external_identity').selectAll().where('org_id', '=', society.org.id).execute(),
    tokens: await tx.selectFrom('sign_in_token').selectAll().where('org_id', '=', society.org.id).execute(),
  }))
  assert.deepEqual([links.length, tokens.length], [0, 0])
  // invalid claims don't count against the user's limit
  assert.match(said(await comeBack(browser, provider, { claims })), /as Ben/)
})

test('an empty, blank, overlong, or non-text subject is refused', async ({ ben, browser, provider }) => {
  for (const sub of ['', ' ', 'x'.repeat(256), 17, null]) {
    const page = await comeBack(browser, provider, { claims: { ...honest(ben.email), sub } })
    assert.equal(page.status, 502, JSON.stringify(sub))
    assert.ok(!said(page).includes('Ben'))
  }
})

test('tokens signed with the shared client secret are refused', async ({ ben, browser, provider }) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256' })}.${part({ ...honest(ben.email), iss: provider.issuer, aud: clientId })}`
  const token = `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`
  const page = await comeBack(browser, provider, { token })
  assert.equal(page.status, 502)
})

test('a failing provider is reported as such', async ({ ben, browser, provider }) => {
  const claims = honest(ben.email)
  for (const lie of [{ tokenStatus: 500 }, { tokenStatus: 503 }]) {
    const page = await comeBack(browser, provider, { ...lie, claims })
    assert.equal(page.status, 502)
    assert.match(said(page), /Single sign-on isn.*t responding/)
    assert.ok(!said(page).includes(clientSecret))
  }
  assert.match(said(await comeBack(browser, provider, { claims })), /as Ben/)
})

test('a silent or absent provider blocks no one', async ({ provider }) => {
  const flags = { oidcClientId: clientId, oidcClientSecret: clientSecret, oidcTimeoutSeconds: '0.5' }
  const lines: string[] = []
  const server = await startServer(
    { ...flags, oidcIssuer: provider.issuer, logLevel: 'debug' },
    { log: { write: (line) => void lines.push(line) } },
  )
  const elsewhere = await startServer({ ...flags, oidcIssuer: 'http://127.0.0.1:1', logLevel: 'silent' })
  try {
    provider.lies = {}
    const browser = new Browser(server, (await TestOrganization.found(server)).org)
    // on a busy machine even a working provider may time out
    while ((await browser.get(login)).status !== 302);
    const page = await comeBack(browser, provider, { silent: true })
    assert.equal(page.status, 502)
    assert.match(said(page), /Single sign-on isn.*t responding/)
    assert.match(lines.join(), /sign-in with sso: .* did not answer within 0.5 seconds/)
    const nowhere = new Browser(elsewhere, (await TestOrganization.found(elsewhere)).org)
    assert.match(said(await nowhere.get(login)), /Single sign-on isn.*t responding/)
  } finally {
    await server.close()
    await elsewhere.close()
  }
})

test("invalid metadata isn't used, and fetched again", async ({ provider }) => {
  const flags = {
    oidcIssuer: provider.issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    logLevel: 'silent',
  }
  const server = await startServer(flags)
  try {
    const browser = new Browser(server, (await TestOrganization.found(server)).org)
    for (const lie of [{ metadataStatus: 500 }, { metadataIssuer: 'https://evil.example' }]) {
      provider.lies = lie
      const page = await browser.get(login)
      assert.deepEqual(
        [page.status, page.headers.location, page.headers['set-cookie']],
        [502, undefined, ['loquat-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']],
      )
    }
    provider.lies = {}
    assert.equal((await browser.get(login)).status, 302)
  } finally {
    await server.close()
  }
})

test('a provider that expects the secret elsewhere gets it there', async ({ provider }) => {
  const flags = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }
  const server = await startServer(flags)
  try {
    const society = await TestOrganization.found(server)
    const browser = new Browser(server, society.org)
    for (let time = 0; time < 2; time++) {
      const lies = { onlyInBody: true, claims: honest(society.owner.email) }
      assert.match(said(await comeBack(browser, provider, lies)), /as Ada/)
    }
  } finally {
    await server.close()
  }
})

test('guessed codes are limited', async ({ ben, browser, provider }) => {
  const statuses: number[] = []
  for (let guess = 0; guess < 4; guess++)
    statuses.push((await comeBack(browser, provider, { tokenStatus: 400, tokenError: 'invalid_grant' })).status)
  assert.deepEqual(statuses, [400, 400, 400, 429])
  assert.equal((await comeBack(browser, provider, { claims: honest(ben.email) })).status, 429)
})

test("the log has the provider's error and no secrets", async ({ ben, browser, provider }) => {
  log.length = 0
  const claims = honest(ben.email)
  for (const lie of [{ expired: true }, { forged: true }, { nonce: 'of-another-sign-in' }, { tokenStatus: 500 }])
    await comeBack(browser, provider, { ...lie, claims })
  const text = log.join('\n')
  assert.match(text, /sign-in with sso: said what cannot be believed: OAUTH_JWT_CLAIM_COMPARISON_FAILED/)
  assert.match(text, /sign-in with sso: answered 500/)
  for (const secret of [clientSecret, 'opaque', 'code=', 'eyJ']) assert.ok(!text.includes(secret), secret)
})

test('a provider has an icon if the configured file is one', async ({ provider }) => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-icon-'))
  const icon = join(folder, 'icon')
  const flags = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcIcon: icon }
  const server = await startServer(flags)
  try {
    const browser = new Browser(server, (await TestOrganization.found(server)).org)
    const { json } = await browser.get('/api/v1/server_settings')
    const [{ display_icon }] = json.external_authentication_methods as [{ display_icon: string }]
    assert.equal(display_icon, `${login}/icon`)
    const picture = Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1')
    await writeFile(icon, picture)
    const shown = await browser.get(display_icon)
    assert.deepEqual([shown.status, shown.headers['content-type'], shown.body], [200, 'image/png', picture])
    for (const other of ['root:x:0:0', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
      await writeFile(icon, other)
      assert.equal((await browser.get(display_icon)).status, 404)
    }
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a provider can be configured in a file, with its secret in another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-oidc-'))
  try {
    const [secret, file] = [join(folder, 'secret'), join(folder, 'providers.json')]
    await writeFile(secret, `${clientSecret}\n`)
    const one = {
      name: 'two',
      display_name: 'Two',
      issuer: 'https://two.example',
      client_id: 'x',
      client_secret_file: secret,
    }
    await writeFile(file, JSON.stringify([one]))
    const first = { oidcIssuer: 'https://one.example', oidcClientId: 'y', oidcClientSecretFile: secret }
    const list = oidcProviders(readConfig(options, { ...first, oidcFile: file }, {}))
    assert.deepEqual(
      list.map(({ name, clientSecret: tell }) => [name, tell()]),
      [
        ['sso', clientSecret],
        ['two', clientSecret],
      ],
    )
    assert.ok(!JSON.stringify(list).includes(clientSecret))
    const refused = async (content: string, flags: Record<string, string>, message: RegExp) => {
      await writeFile(file, content)
      assert.throws(
        () => oidcProviders(readConfig(options, flags, {})),
        (error: Error) =>
          error instanceof ConfigError && message.test(error.message) && !error.message.includes(clientSecret),
      )
    }
    const ofFile = { oidcFile: file }
    await refused(`[{"client_secret": "${clientSecret}"`, ofFile, /is not JSON/)
    await refused(JSON.stringify([{ ...one, client_secrets: clientSecret }]), ofFile, /oidc-file: 0: .*client_secrets/)
    await refused(JSON.stringify([{ ...one, issuer: 'http://two.example' }]), ofFile, /issuer: must begin with https/)
    await refused(JSON.stringify([{ ...one, issuer: 'two.example' }]), ofFile, /oidc-file: 0\.issuer: /)
    await refused(JSON.stringify([one, one]), ofFile, /two OpenID Connect providers have the name two/)
    await refused('[]', { oidcIssuer: 'https://one.example', oidcClientId: 'y' }, /--oidc-client-secret: .*needs one/)
    await refused('[]', { ...first, oidcClientId: '' }, /--oidc-client-id/)
    await refused('[]', { ...first, oidcClientSecretFile: join(folder, 'none') }, /--oidc-client-secret-file: .*ENOENT/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
