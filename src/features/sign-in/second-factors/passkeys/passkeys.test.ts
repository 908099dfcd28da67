import { assert, type Person, type TestOrganization, test } from '#test'
import { Authenticator } from '../../../../../test/harness/authenticator.ts'
import type { Fetched } from '../../../../../test/harness/files.ts'
import { writtenMails } from '../../../../../test/harness/mail.ts'
import { Browser } from '../../../../../test/harness/oidc.ts'
import { givePassword } from '../../../../../test/harness/password.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { maxPerUser, tooManyKept } from '../../../people/organization/totals.ts'
import { noMethodLeft, updateOrganization } from '../../../people/organization-settings/api.ts'
import * as secondFactors from '../api.ts'
import { codeOf } from '../one-time-code.ts'
import * as api from './api.ts'

const password = 'correct horse battery'
const page = '/accounts/login/passkey'

const originOf = ({ server, subdomain }: TestOrganization) => new URL(server.runtime.organizationUrl(subdomain)).origin
const deviceFor = (society: TestOrganization) => new Authenticator(originOf(society))
const asked = async (person: Person) => (await person.call(api.beginPasskey, { password })).options

async function registered(society: TestOrganization, person: Person, name = 'Laptop') {
  const device = deviceFor(society)
  const credential_response = device.creates(await asked(person))
  const { passkey } = await person.call(api.createPasskey, { name, credential_response })
  return { device, passkey }
}

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const optionsIn = ({ body }: Fetched) =>
  JSON.parse(unescaped(/data-options="([^"]+)"/.exec(body.toString('utf8'))?.[1] ?? '')) as {
    challenge: string
    allowCredentials: { id: string }[]
  }
const ticketIn = ({ body }: Fetched) => /name="ticket" value="([^"]+)"/.exec(body.toString('utf8'))?.[1] ?? ''

test('a passkey is registered, listed with its last use, renamed, and removed', async ({
  ada,
  ben,
  society,
  server,
}) => {
  const watch = await ada.register('passkey')
  await ada.refused(api.beginPasskey, {}, secondFactors.signInAgain)
  const { device, passkey } = await registered(society, ada, ' Laptop ')
  assert.deepEqual([passkey.name, passkey.last_used], ['Laptop', null])
  const passkey_id = passkey.id
  // the same device again, another user's challenge, and a used one
  const again = { name: 'x', credential_response: device.creates(await asked(ada)) }
  await ada.refused(api.createPasskey, again, api.passkeyKnown)
  await ada.refused(api.createPasskey, again, api.passkeyRefused)
  const other = { name: 'x', credential_response: deviceFor(society).creates(await asked(ada)) }
  await ben.refused(api.createPasskey, other, api.passkeyRefused)
  await ada.refused(api.createPasskey, { name: 'x', credential_response: '{}' }, api.passkeyRefused)
  for (const lies of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { unverified: true }]) {
    const credential_response = deviceFor(society).creates(await asked(ada), lies)
    await ada.refused(api.createPasskey, { name: 'x', credential_response }, api.passkeyRefused)
  }
  const totals: { passkeys: number } = maxPerUser
  const before = totals.passkeys
  totals.passkeys = 1
  try {
    const credential_response = deviceFor(society).creates(await asked(ada))
    await ada.refused(api.createPasskey, { name: 'x', credential_response }, tooManyKept)
  } finally {
    totals.passkeys = before
  }
  const browser = new Browser(server, society.org)
  await browser.post(page, { answer: device.signs(optionsIn(await browser.get(page))) })
  const listed = (await ada.call(api.getPasskeys)).passkeys
  assert.ok(listed[0]?.last_used)
  await ada.call(api.renamePasskey, { passkey_id, name: 'Old laptop' })
  await ben.refused(api.renamePasskey, { passkey_id, name: 'mine' }, api.noSuchPasskey)
  await ben.refused(api.removePasskey, { passkey_id }, api.noSuchPasskey)
  await ada.call(api.removePasskey, { passkey_id })
  assert.deepEqual((await ada.call(api.getPasskeys)).passkeys, [])
  assert.deepEqual(await watch.ops(), ['add', 'update', 'update', 'remove'])
  assert.equal((await browser.post(page, { answer: device.signs(optionsIn(await browser.get(page))) })).status, 403)
  const { entries } = await ada.call(getAuditLog)
  assert.deepEqual(
    entries.filter(({ action }) => action.includes('passkey')).map(({ action }) => action),
    ['DELETE /passkeys/{passkey_id}', 'POST /passkeys'],
  )
  const mails = (await writtenMails(server)).filter(({ headers }) => headers.get('to')?.includes(ada.email))
  assert.ok(mails.some(({ text }) => text.includes('“Laptop” was added')))
  assert.ok(mails.some(({ text }) => text.includes('“Old laptop” was removed from your account')))
})

test('signing in with a passkey alone works, and each response counts once', async ({ ada, society, server }) => {
  const { device } = await registered(society, ada)
  const browser = new Browser(server, society.org)
  assert.match((await browser.get('/accounts/login?next=%23inbox')).body.toString(), /\/passkey\?next=%23inbox/)
  const shown = await browser.get(`${page}?next=%23inbox`)
  // the page's own script is the only one allowed
  assert.match(String(shown.headers['content-security-policy']), /script-src 'sha256-[^']+';/)
  assert.deepEqual(optionsIn(shown).allowCredentials, [])
  const answer = device.signs(optionsIn(shown))
  const inside = await browser.post(page, { answer, next: '#inbox' })
  assert.deepEqual([inside.status, inside.headers.location], [302, '/#inbox'])
  assert.equal((await browser.get('/api/v1/users/me', { 'x-loquat-web': '1' })).json.user_id, ada.id)
  const stranger = new Browser(server, society.org)
  const tries = async (made: string) => (await stranger.post(page, { answer: made })).status
  assert.equal(await tries(answer), 403)
  const challenge = async () => optionsIn(await stranger.get(page))
  assert.equal(await tries(device.signs({ challenge: 'bWFkZSB1cA' })), 403)
  assert.equal(await tries(device.signs(await challenge(), { origin: 'https://evil.example' })), 403)
  assert.equal(await tries(device.signs(await challenge(), { rpId: 'evil.example' })), 403)
  assert.equal(await tries(device.signs(await challenge(), { unverified: true })), 403)
  assert.equal(await tries(device.signs(await challenge(), { counter: 1 })), 403)
  assert.equal(await tries(deviceFor(society).signs(await challenge())), 403)
  // neither a challenge for another purpose nor an expired one
  assert.equal(await tries(device.signs(await asked(ada))), 403)
  const late = device.signs(await challenge(), { counter: 40 })
  server.clock.advance(5 * 60_000)
  assert.equal(await tries(late), 403)
  server.clock.release()
  assert.equal(await tries(device.signs(await challenge(), { counter: 50 })), 302)
})

test('a passkey replaces the two-factor code for its own account only', async ({ ada, ben, society, server }) => {
  const { device } = await registered(society, ada)
  const browser = new Browser(server, society.org)
  const enters = () => browser.post('/accounts/login', { username: ada.email, password })
  // a passkey by itself doesn't turn on two-factor authentication
  assert.equal((await enters()).status, 302)
  const { secret, setup_token } = await ada.call(secondFactors.beginSecondFactor, { password })
  await ada.call(secondFactors.enableSecondFactor, { setup_token, code: codeOf(secret, server.clock.now()) })
  const step = '/accounts/login/second-factor/passkey'
  const ask = async () => browser.post(step, { ticket: ticketIn(await enters()) })
  const first = await ask()
  assert.deepEqual(
    optionsIn(first).allowCredentials.map(({ id }) => id),
    [device.id.toString('base64url')],
  )
  const ticket = ticketIn(first)
  const passwordless = optionsIn(await browser.get(page))
  assert.equal((await browser.post(step, { ticket, answer: device.signs(passwordless) })).status, 403)
  assert.equal((await browser.post(step, { ticket, answer: device.signs(optionsIn(await ask())) })).status, 302)
  // another user's passkey, although it works for their own account
  await givePassword(ben, password)
  const { device: outsider } = await registered(society, ben)
  assert.equal((await browser.post(step, { ticket, answer: outsider.signs(optionsIn(await ask())) })).status, 403)
})

test('an organization without passwords has passkeys only if they are turned on', async ({ ada, society, server }) => {
  const { device } = await registered(society, ada)
  const browser = new Browser(server, society.org)
  const asking = optionsIn(await browser.get(page))
  // with passkeys unset, no method would be left
  await ada.refused(updateOrganization, { authentication_methods: { Email: false } }, noMethodLeft)
  await ada.call(updateOrganization, { authentication_methods: { Email: false, Passkey: true } })
  assert.equal((await browser.get(page)).status, 200)
  await ada.call(updateOrganization, { authentication_methods: { Email: true, Passkey: false } })
  assert.equal((await browser.get(page)).status, 400)
  assert.doesNotMatch((await browser.get('/accounts/login')).body.toString(), /passkey/)
  assert.equal((await browser.post(page, { answer: device.signs(asking) })).status, 400)
  await ada.refused(api.beginPasskey, { password }, api.passkeysOff)
})
