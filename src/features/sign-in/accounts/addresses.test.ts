import { roles } from '#contract'
import { afterAll, assert, beforeAll, Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { keyIn, MailServer, type ReceivedMail } from '../../../../test/harness/mail.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { addDomain } from '../../people/realm-domains/api.ts'
import { addressesAreFixed, updateSettings } from '../../people/user-settings/api.ts'
import type { Account } from '../../people/users/account.ts'
import { getOwnUser, updateUser } from '../../people/users/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { emailTaken } from '../../people/users/errors.ts'
import { regenerateOwnApiKey } from '../../people/users/key-api.ts'
import { disposableAddress, domainNotAllowed } from '../invitations/errors.ts'
import { maxAddresses } from './actions/address-change.ts'
import {
  confirmAddressChange,
  confirmPasswordReset,
  noSuchKey,
  requestPasswordReset,
  stopAddressChange,
  tooManyAddresses,
} from './api.ts'

let smtp: MailServer
let server: TestServer
beforeAll(async () => {
  smtp = await MailServer.start()
  server = await startServer({ smtpUrl: smtp.url, mailFrom: 'chat@loquat.example' })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

/** An organization with an owner and a member, and the emails sent from now on. */
async function society() {
  const all = await TestOrganization.found(server)
  const ben = await all.join('Ben')
  await server.runtime.timer.wake()
  smtp.mails.length = 0
  return { all, ada: all.owner, ben }
}
/** The same person with the current address. */
const asNow = ({ org, subdomain }: TestOrganization, { id }: Person) =>
  new Person(server, org, subdomain, org.get(peopleCache).byId.get(id) as Account)
async function mails(): Promise<ReceivedMail[]> {
  await server.runtime.timer.wake()
  return smtp.mails
}
const mailTo = async (address: string) => (await mails()).filter(({ to }) => to[0] === address).at(-1) as ReceivedMail

test('opening the emailed link changes the address and notifies both', async () => {
  const { all, ada, ben } = await society()
  const old = ben.email
  const watch = await ada.register('realm_user')
  await ben.call(updateSettings, { email: 'ben@new.example' })
  assert.deepEqual(
    (await mails()).map(({ to }) => to),
    [['ben@new.example'], [old]],
  )
  assert.equal((await ben.call(getOwnUser, {})).delivery_email, old)
  assert.deepEqual(await watch.ops(), [])

  const browser = new Browser(server, all.org)
  const path = `/accounts/email/${keyIn(await mailTo('ben@new.example'))}`
  const page = await browser.get(path)
  assert.equal(page.status, 200)
  assert.ok(page.body.includes('ben@new.example') && page.body.includes(old))
  assert.equal((await ben.call(getOwnUser, {})).delivery_email, old, 'looking changes nothing')
  assert.match(String((await browser.post(path, {})).body), /is now ben@new\.example/)

  await watch.agreesWithFreshRegister()
  assert.match((await mailTo(old)).text, /changed from ben@.* to ben@new\.example/)
  assert.match((await mailTo('ben@new.example')).text, /now the email address of your account/)
  assert.equal((await browser.post(path, {})).status, 400)
  await ada.refused(confirmAddressChange, { key: path.split('/').at(-1) as string }, noSuchKey)
  assert.equal((await asNow(all, ben).call(getOwnUser, {})).delivery_email, 'ben@new.example')
})

test("the old address can't use links that were sent to it", async () => {
  const { ben } = await society()
  await ben.call(requestPasswordReset, { email: ben.email })
  const reset = keyIn(await mailTo(ben.email))
  await ben.call(updateSettings, { email: 'ben2@new.example' })
  await ben.call(updateSettings, { email: 'ben3@new.example' })
  const [second, third] = [keyIn(await mailTo('ben2@new.example')), keyIn(await mailTo('ben3@new.example'))]
  await ben.call(confirmAddressChange, { key: third })
  for (const key of [second, third]) await ben.refused(confirmAddressChange, { key }, noSuchKey)
  await ben.refused(confirmPasswordReset, { key: reset, new_password: 'a lovely day' }, noSuchKey)
})

test('the rules apply when the link is sent, and again when it is opened', async () => {
  const { all, ada, ben } = await society()
  await ben.refused(updateSettings, { email: ada.email }, emailTaken)
  await ben.refused(updateSettings, { email: 'ben@mailinator.com' }, disposableAddress)
  await ben.refusedRaw('PATCH', '/settings', { email: 'nonsense' })
  await ben.refused(updateSettings, { email: 'ben4@new.example', web_font_size_px: -1 } as never)
  assert.deepEqual(await mails(), [])

  await ben.call(updateSettings, { email: 'ben4@new.example' })
  const key = keyIn(await mailTo('ben4@new.example'))
  await ada.call(updateOrganization, { email_changes_disabled: true })
  await ben.refused(updateSettings, { email: 'ben5@new.example' }, addressesAreFixed)
  await ben.refused(confirmAddressChange, { key }, addressesAreFixed)
  await ada.call(updateSettings, { email: 'ada@new.example' })
  await ada.call(confirmAddressChange, { key: keyIn(await mailTo('ada@new.example')) })

  const owner = asNow(all, ada)
  await owner.call(addDomain, { domain: 'elsewhere.example', allow_subdomains: false })
  await owner.call(updateOrganization, { email_changes_disabled: false, emails_restricted_to_domains: true })
  await ben.refused(updateSettings, { email: 'ben5@new.example' }, domainNotAllowed)
  await ben.refused(confirmAddressChange, { key }, domainNotAllowed)
  await owner.call(updateOrganization, { emails_restricted_to_domains: false })
  const cleo = await owner.send('POST', '/users', {
    email: 'ben4@new.example',
    full_name: 'Cleo',
    password: 'a lovely day',
  })
  assert.ok(cleo.user_id)
  await ben.refused(confirmAddressChange, { key }, emailTaken)
})

test("an older link can't override an address set by someone else", async () => {
  const { ada, ben } = await society()
  await ben.call(updateSettings, { email: 'ben6@new.example' })
  const key = keyIn(await mailTo('ben6@new.example'))
  await ada.call(updateUser, { user_id: ben.id, new_email: 'ben@by-ada.example' })
  await ben.refused(confirmAddressChange, { key }, noSuchKey)
})

test('emails to an address are limited', async () => {
  const { all, ben } = await society()
  for (let time = 0; time < 3; time++) await ben.call(updateSettings, { email: 'stranger@new.example' })
  const written = async () => (await mails()).filter(({ to }) => to[0] !== ben.email).length
  assert.equal(await written(), 1)
  for (let number = 1; number < maxAddresses; number++)
    await ben.call(updateSettings, { email: `stranger${number}@new.example` })
  await ben.refused(updateSettings, { email: 'one-more@new.example' }, tooManyAddresses)
  assert.equal(await written(), maxAddresses)
  // nor if the earlier requests were canceled
  const { api_key } = await ben.call(regenerateOwnApiKey)
  assert.ok(api_key)
  await asNow(all, ben).refused(updateSettings, { email: 'one-more@new.example' }, tooManyAddresses)
  assert.equal(await written(), maxAddresses)
  // setting the current address again is no change
  await asNow(all, ben).call(updateSettings, { email: ben.email })
})

/** Links requested by someone who had Ben's API key for a while. */
async function theft(ben: Person): Promise<{ change: string; reset: string }> {
  await ben.call(updateSettings, { email: 'thief@elsewhere.example' })
  const change = keyIn(await mailTo('thief@elsewhere.example'))
  await ben.call(requestPasswordReset, { email: ben.email })
  return { change, reset: keyIn(await mailTo(ben.email)) }
}

async function refusesAll(ben: Person, { change, reset }: { change: string; reset: string }): Promise<void> {
  await ben.refused(confirmAddressChange, { key: change }, noSuchKey)
  await ben.refused(confirmPasswordReset, { key: reset, new_password: 'the thief was here' }, noSuchKey)
}

test("a new password revokes the account's emailed links, and no others", async () => {
  const { all, ada, ben } = await society()
  const cleo = await all.join('Cleo')
  await cleo.call(updateSettings, { email: 'cleo@new.example' })
  await ben.call(requestPasswordReset, { email: ben.email })
  await ben.call(confirmPasswordReset, { key: keyIn(await mailTo(ben.email)), new_password: 'a lovely day' })
  server.clock.advance(61_000)
  const now = asNow(all, ben)
  const links = await theft(now)
  const old_password = 'a lovely day'
  await now.call(updateSettings, { old_password, new_password: 'a lovelier day', email: 'ben7@new.example' })
  await refusesAll(now, links)
  await ada.call(confirmAddressChange, { key: keyIn(await mailTo('cleo@new.example')) })
  await now.call(confirmAddressChange, { key: keyIn(await mailTo('ben7@new.example')) })
  server.clock.release()
})

test("a new API key revokes the account's emailed links", async () => {
  const { all, ben } = await society()
  const links = await theft(ben)
  await ben.call(regenerateOwnApiKey)
  await refusesAll(asNow(all, ben), links)
})

test("a role change revokes the account's emailed links", async () => {
  const { ada, ben } = await society()
  const links = await theft(ben)
  await ada.call(updateUser, { user_id: ben.id, role: roles.moderator })
  await refusesAll(ben, links)
})

test('the current address is notified of a requested change, with a link to stop it', async () => {
  const { all, ben } = await society()
  await ben.call(updateSettings, { email: 'thief2@elsewhere.example' })
  const change = keyIn(await mailTo('thief2@elsewhere.example'))
  const told = await mailTo(ben.email)
  assert.match(told.text, /thief2@elsewhere\.example/)
  const path = `/accounts/email/stop/${keyIn(told)}`
  const browser = new Browser(server, all.org)
  assert.equal((await browser.get(path)).status, 200)
  await ben.refused(stopAddressChange, { key: change }, noSuchKey)
  assert.equal((await browser.post(path, {})).status, 200)
  await ben.refused(confirmAddressChange, { key: change }, noSuchKey)
  assert.equal((await browser.post(path, {})).status, 400)
  assert.equal((await ben.call(getOwnUser, {})).delivery_email, ben.email)
})
