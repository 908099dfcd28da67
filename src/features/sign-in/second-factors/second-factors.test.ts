import { assert, type Person, type TestOrganization, test } from '#test'
import { writtenMails } from '../../../../test/harness/mail.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import { givePassword } from '../../../../test/harness/password.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { wrongPassword } from '../../people/user-settings/api.ts'
import { noSuchUser } from '../../people/users/errors.ts'
import { fetchApiKey, regenerateOwnApiKey } from '../../people/users/key-api.ts'
import { secondFactorMissing, secondFactorNeeded, secondFactorWrong } from '../../people/users/sign-in-errors.ts'
import * as api from './api.ts'
import { codeOf, stepOf } from './one-time-code.ts'

const password = 'correct horse battery'
const login = '/accounts/login'

/** Sets up two-factor authentication with a stopped clock; returns the secret and the recovery codes. */
async function setUp(person: Person, society: TestOrganization) {
  const { clock } = society.server
  const { secret, setup_token } = await person.call(api.beginSecondFactor, { password })
  const code = codeOf(secret, clock.now())
  const { recovery_codes } = await person.call(api.enableSecondFactor, { setup_token, code })
  const next = () => {
    clock.advance(30_000)
    return codeOf(secret, clock.now())
  }
  return { secret, recovery_codes, code, next }
}

test('codes follow RFC 6238, with a drift of one step', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const at = (seconds: number) => new Date(seconds * 1000)
  const known = { 59: '287082', 1111111109: '081804', 1111111111: '050471', 1234567890: '005924', 2000000000: '279037' }
  for (const [seconds, code] of Object.entries(known)) assert.equal(codeOf(secret, at(Number(seconds))), code)
  const step = Math.floor(1111111111 / 30)
  for (const [seconds, found] of [
    [1111111111, step],
    [1111111111 + 30, step],
    [1111111111 - 30, step],
    [1111111111 + 60, undefined],
    [1111111111 - 60, undefined],
  ] as const)
    assert.equal(stepOf(secret, '050471', at(seconds), 0), found)
  assert.equal(stepOf(secret, '050471', at(1111111111), step), undefined)
})

test('two-factor authentication is set up, reported, moved, and turned off with codes', async ({
  ada,
  society,
  server,
}) => {
  server.clock.set(new Date())
  try {
    const watch = await ada.register('second_factor')
    await ada.refused(api.beginSecondFactor, {}, api.signInAgain)
    await ada.refused(api.beginSecondFactor, { password: 'wrong' }, wrongPassword)
    const begun = await ada.call(api.beginSecondFactor, { password })
    assert.match(
      begun.uri,
      new RegExp(`^otpauth://totp/[^:]+:${encodeURIComponent(ada.email)}\\?secret=${begun.secret}`),
    )
    assert.match(begun.qr_code.path, /^M\d/)
    const wrong = { setup_token: begun.setup_token, code: codeOf(begun.secret, new Date(0)) }
    await ada.refused(api.enableSecondFactor, wrong, secondFactorWrong)
    await ada.refused(api.enableSecondFactor, { ...wrong, setup_token: 'x' }, api.setupOver)
    const state = async () => (await ada.call(api.getSecondFactor)).second_factor
    assert.deepEqual(await state(), { is_on: false, date_enabled: null, recovery_codes_left: 0, is_required: false })
    const { recovery_codes, code, next } = await setUp(ada, society)
    assert.equal(new Set(recovery_codes).size, 10)
    assert.match(recovery_codes[0] ?? '', /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    assert.deepEqual([(await state()).is_on, (await state()).recovery_codes_left], [true, 10])
    // neither the password alone nor a used code is enough
    await ada.refused(api.disableSecondFactor, { password }, api.signInAgain)
    await ada.refused(api.renewRecoveryCodes, { code }, secondFactorWrong)
    const renewed = await ada.call(api.renewRecoveryCodes, { code: next() })
    await ada.refused(api.renewRecoveryCodes, { code: recovery_codes[0] ?? '' }, secondFactorWrong)
    const moved = await ada.call(api.beginSecondFactor, { code: renewed.recovery_codes[0] ?? '' })
    assert.equal((await state()).recovery_codes_left, 9)
    const other = codeOf(moved.secret, server.clock.now())
    await ada.call(api.enableSecondFactor, { setup_token: moved.setup_token, code: other })
    await ada.refused(api.enableSecondFactor, { setup_token: moved.setup_token, code: other }, secondFactorWrong)
    await ada.refused(api.disableSecondFactor, { code: next() }, secondFactorWrong)
    await ada.call(api.disableSecondFactor, { code: codeOf(moved.secret, server.clock.now()) })
    await ada.refused(api.disableSecondFactor, { password }, api.notSetUp)
    assert.deepEqual(await watch.ops(), ['update', 'update', 'update', 'update', 'update'])
    const { entries } = await ada.call(getAuditLog)
    const kept = entries.filter(({ action }) => action.includes('second_factor'))
    assert.deepEqual(
      kept.map(({ action }) => action),
      ['DELETE', 'POST', 'POST', 'POST'].map((method, place) =>
        place === 2 ? 'POST /second_factor/recovery_codes' : `${method} /second_factor`,
      ),
    )
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(`${code}|${moved.setup_token}`))
  } finally {
    server.clock.release()
  }
})

test('a program with only the password is refused with an explanation', async ({ ada, society, server }) => {
  server.clock.set(new Date())
  try {
    const { next, recovery_codes } = await setUp(ada, society)
    const given = { username: ada.email, password }
    await ada.refused(fetchApiKey, given, secondFactorNeeded)
    await ada.refused(fetchApiKey, { ...given, second_factor_code: '000000' }, secondFactorWrong)
    const second_factor_code = next()
    assert.equal((await ada.call(fetchApiKey, { ...given, second_factor_code })).api_key, ada.apiKey)
    await ada.refused(fetchApiKey, { ...given, second_factor_code }, secondFactorWrong)
    const spent = recovery_codes[3] ?? ''
    await ada.call(fetchApiKey, { ...given, second_factor_code: spent.toUpperCase().replaceAll('-', ' ') })
    await ada.refused(fetchApiKey, { ...given, second_factor_code: spent }, secondFactorWrong)
    // existing API keys keep working
    await ada.call(regenerateOwnApiKey)
  } finally {
    server.clock.release()
  }
})

test('the sign-in page asks for a code, which works once', async ({ ada, society, server }) => {
  server.clock.set(new Date())
  try {
    const { next, recovery_codes } = await setUp(ada, society)
    const browser = new Browser(server, society.org)
    const said = (page: { body: Buffer }) => page.body.toString('utf8')
    const ticketIn = (text: string) => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const first = await browser.post(login, { username: ada.email, password, next: '#inbox' })
    assert.match(said(first), /name="code"/)
    assert.equal((await browser.get('/api/v1/users/me', { 'x-loquat-web': '1' })).status, 401)
    const second = `${login}/second-factor`
    const form = { ticket: ticketIn(said(first)), next: '#inbox' }
    const wrong = await browser.post(second, { ...form, code: '000000' })
    assert.equal(wrong.status, 403)
    const code = next()
    const again = await browser.post(second, { ...form, ticket: ticketIn(said(wrong)), code: ` ${code} ` })
    assert.deepEqual([again.status, again.headers.location], [302, '/#inbox'])
    assert.equal((await browser.get('/api/v1/users/me', { 'x-loquat-web': '1' })).json.user_id, ada.id)
    // neither a used code, nor a ticket from before a new key, nor no ticket
    const other = new Browser(server, society.org)
    assert.equal((await other.post(second, { ...form, code })).status, 403)
    assert.equal((await other.post(second, { code: next() })).status, 401)
    assert.equal((await other.get(second)).headers.location, login)
    assert.equal((await other.post(second, { ...form, code: recovery_codes[0] ?? '' })).status, 302)
    // a complete sign-in needs no further proof for a while
    const headers = { 'x-loquat-web': '1', 'sec-fetch-site': 'same-origin' }
    assert.equal((await browser.post('/api/v1/second_factor/recovery_codes', {}, headers)).status, 200)
    server.clock.advance(11 * 60_000)
    const late = await browser.post('/api/v1/second_factor/recovery_codes', {}, headers)
    assert.equal(late.json.code, api.signInAgain.code)
    const stale = await browser.post(second, { ...form, code: recovery_codes[1] ?? '' })
    assert.equal(stale.status, 401)
  } finally {
    server.clock.release()
  }
})

test('an organization that requires two-factor authentication leads users to its setup', async ({
  ada,
  ben,
  society,
  server,
}) => {
  server.clock.set(new Date())
  try {
    await givePassword(ben, password)
    await ada.call(updateOrganization, { second_factor_required: 'administrators' })
    await ada.refused(fetchApiKey, { username: ada.email, password }, secondFactorMissing)
    await ben.call(fetchApiKey, { username: ben.email, password })
    await ada.call(updateOrganization, { second_factor_required: 'everybody' })
    const browser = new Browser(server, society.org)
    const page = (await browser.post(login, { username: ben.email, password, next: '#inbox' })).body.toString('utf8')
    const value = (name: string, text = page) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? ''
    assert.match(page, /<svg[^>]*aria-label/)
    const setup = `${login}/second-factor/setup`
    const form = { ticket: value('ticket'), setup_token: value('setup_token'), next: value('next') }
    assert.equal((await browser.post(setup, { ...form, code: '000000' })).status, 403)
    const done = await browser.post(setup, { ...form, code: codeOf(secret, server.clock.now()) })
    const shown = done.body.toString('utf8')
    const codes = [...shown.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code)
    assert.equal(codes.length, 10)
    // a replayed setup doesn't show the codes again
    const replay = await browser.post(setup, { ...form, code: codeOf(secret, server.clock.now()) })
    assert.doesNotMatch(replay.body.toString('utf8'), /<li><code>/)
    const goOn = { token: value('token', shown), next: '#inbox' }
    const inside = await browser.post(`${login}/second-factor/done`, goOn)
    assert.deepEqual([inside.status, inside.headers.location], [302, '/#inbox'])
    assert.equal((await browser.post(`${login}/second-factor/done`, goOn)).status, 401)
    await ben.refused(api.disableSecondFactor, { code: codes[0] ?? '' }, api.factorRequired)
    const { entries } = await ada.call(getAuditLog, { acting_user_id: ben.id })
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['POST /second_factor'],
    )
  } finally {
    server.clock.release()
  }
})

test('administrators turn off two-factor authentication of others; only owners that of owners', async ({
  ada,
  ben,
  ines,
  society,
  server,
}) => {
  server.clock.set(new Date())
  try {
    await givePassword(ben, password)
    await setUp(ben, society)
    await setUp(ada, society)
    assert.deepEqual(
      (await ines.call(api.getSecondFactors)).user_ids,
      [ada.id, ben.id].sort((a, b) => a - b),
    )
    assert.equal((await ben.refusedRaw('DELETE', `/users/${ada.id}/second_factor`)).code, 'UNAUTHORIZED_PRINCIPAL')
    assert.equal((await ines.refusedRaw('DELETE', `/users/${ada.id}/second_factor`)).code, 'UNAUTHORIZED_PRINCIPAL')
    await ada.refused(api.removeSecondFactor, { user_id: ada.id }, api.ownFactor)
    await ines.refused(api.removeSecondFactor, { user_id: 987654 }, noSuchUser)
    await ines.call(api.removeSecondFactor, { user_id: ben.id })
    const mails = (await writtenMails(server)).filter(({ headers }) => headers.get('to')?.includes(ben.email))
    assert.match(mails.at(-1)?.text ?? '', /turned off two-factor authentication/)
    assert.match(mails.at(-2)?.text ?? '', /also enter a one-time code/)
    await ines.refused(api.removeSecondFactor, { user_id: ben.id }, api.notSetUp)
    await ben.call(fetchApiKey, { username: ben.email, password })
  } finally {
    server.clock.release()
  }
})

test('neither the database nor the event log has a secret or a recovery code', async ({ ada, society, server }) => {
  const { secret, recovery_codes } = await setUp(ada, society)
  const kept = await server.runtime.db.read(async (tx) => [
    await tx.selectFrom('second_factor').selectAll().execute(),
    await tx.selectFrom('recovery_code').selectAll().execute(),
    await tx.selectFrom('event_log').selectAll().execute(),
  ])
  const text = JSON.stringify(kept)
  for (const one of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
    assert.ok(!text.includes(one))
})
