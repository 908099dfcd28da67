import { afterAll, assert, beforeAll, test as plain } from '#test'
import { Browser } from '../../../../test/harness/oidc.ts'
import { givePassword } from '../../../../test/harness/password.ts'
import { Mailing } from '../../notifications/email-notifications/fixture.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { regenerateOwnApiKey } from '../../people/users/key-api.ts'
import { beginSecondFactor, enableSecondFactor } from '../second-factors/api.ts'
import { codeOf } from '../second-factors/one-time-code.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

const asks = '/accounts/login/link'
const said = ({ body }: { body: Buffer }) => body.toString('utf8')
const pathIn = ({ text }: { text: string }) => /\/accounts\/login\/link\/[\w-]+(?:\?[^\s>]*)?/.exec(text)?.[0] ?? ''

plain('a sign-in link works once, after a button press', async () => {
  const { society, ben, cleo } = await mailing.people()
  const browser = new Browser(mailing.server, society.org)
  assert.match(said(await browser.get('/accounts/login?next=%23inbox')), /\/accounts\/login\/link\?next=%23inbox/)
  const answer = said(await browser.post(asks, { email: ben.email, next: '#inbox' }))
  // the response doesn't reveal who has an account
  const other = said(await browser.post(asks, { email: 'nobody@society.example' }))
  assert.equal(other.replaceAll('nobody@society.example', ben.email), answer)
  // ignore emails of other organizations at that time
  const toOurs = async () =>
    (await mailing.pass(1)).filter(({ to }) => [ben.email, 'nobody@society.example'].includes(to[0] as string))
  const [mail, ...more] = await toOurs()
  assert.deepEqual([mail?.to, more.length], [[ben.email], 0])
  assert.equal(mail?.headers.get('subject'), 'Your sign-in link for Analytical Engine Society')
  const path = pathIn(mail as { text: string })
  // once in a minute
  await browser.post(asks, { email: ben.email })
  assert.deepEqual(await toOurs(), [])
  // in another browser, after a mail scanner opened it
  const elsewhere = new Browser(mailing.server, society.org)
  for (let times = 0; times < 2; times++) assert.match(said(await elsewhere.get(path)), /as Ben/)
  assert.equal((await elsewhere.get('/api/v1/users/me', { 'x-loquat-web': '1' })).status, 401)
  const inside = await elsewhere.post(path.replace(/\?.*/, ''), { next: '#inbox' })
  assert.deepEqual([inside.status, inside.headers.location], [302, '/#inbox'])
  assert.equal((await elsewhere.get('/api/v1/users/me', { 'x-loquat-web': '1' })).json.user_id, ben.id)
  assert.equal((await elsewhere.post(path, {})).status, 400)
  assert.equal((await elsewhere.get(path)).status, 400)
  assert.equal((await browser.post(asks, { email: 'no address' })).status, 400)
  // expired, and from before a new key
  await mailing.pass(60)
  const linkTo = async () => {
    await mailing.pass(60)
    await browser.post(asks, { email: cleo.email })
    return pathIn((await mailing.pass(1, cleo)).at(-1) as { text: string })
  }
  const late = await linkTo()
  await mailing.pass(15 * 60)
  assert.equal((await elsewhere.post(late, {})).status, 400)
  const ended = await linkTo()
  await cleo.call(regenerateOwnApiKey)
  assert.equal((await elsewhere.post(ended, {})).status, 400)
})

plain("a sign-in link doesn't replace two-factor authentication", async () => {
  const { society, ada } = await mailing.people()
  await givePassword(ada, 'correct horse battery')
  const begun = await ada.call(beginSecondFactor, { password: 'correct horse battery' })
  const code = codeOf(begun.secret, mailing.server.clock.now())
  await ada.call(enableSecondFactor, { setup_token: begun.setup_token, code })
  const browser = new Browser(mailing.server, society.org)
  await browser.post(asks, { email: ada.email })
  const mails = (await mailing.pass(1, ada)).filter(({ text }) => pathIn({ text }) !== '')
  const half = await browser.post(pathIn(mails.at(-1) as { text: string }), {})
  assert.match(said(half), /name="code"/)
  assert.equal((await browser.get('/api/v1/users/me', { 'x-loquat-web': '1' })).status, 401)
})

plain('organizations can turn sign-in links off; by default, they follow passwords', async () => {
  const { society, ada } = await mailing.people()
  const browser = new Browser(mailing.server, society.org)
  await browser.post(asks, { email: ada.email })
  const path = pathIn((await mailing.pass(1, ada)).at(-1) as { text: string })
  await ada.call(updateOrganization, { authentication_methods: { Email: false, Passkey: true } })
  for (const page of [asks, path]) assert.equal((await browser.get(page)).status, 400)
  assert.equal((await browser.post(path, {})).status, 400)
  await ada.call(updateOrganization, { authentication_methods: { 'Email link': true } })
  assert.equal((await browser.post(path, {})).status, 302)
  await ada.call(updateOrganization, { authentication_methods: { Email: true, 'Email link': false } })
  assert.equal((await browser.get(asks)).status, 400)
  assert.doesNotMatch(said(await browser.get('/accounts/login')), /login\/link/)
})
