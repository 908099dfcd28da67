import { roles } from '#contract'
import { assert, type TestOrganization } from '#test'
import type { Fetched } from '../../../../test/harness/files.ts'
import { Browser, IdentityProvider } from '../../../../test/harness/oidc.ts'
import { updateRules } from '../../people/community-rules/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { createInviteLink } from '../invitations/api.ts'
import { providerTest } from './fixture.ts'

const login = '/accounts/login/social/oidc/company'
const signUp = '/accounts/register/social/oidc/company'
const form = '/accounts/register/rules'

const test = providerTest(() => IdentityProvider.start(), { oidcName: 'company' })

const said = ({ body }: Fetched) => body.toString('utf8')
const person = (sub: string, email: string) => ({ sub, email, email_verified: true, name: `<${sub}>` })
const ticketIn = (page: Fetched) => /name="ticket" value="([^"]+)"/.exec(said(page))?.[1] ?? ''

const accepted = (society: TestOrganization, email: string) =>
  society.server.runtime.db.read((tx) =>
    tx
      .selectFrom('account')
      .leftJoin('accepted_rules', 'accepted_rules.user_id', 'account.id')
      .select(['account.role', 'accepted_rules.version'])
      .where('account.org_id', '=', society.org.id)
      .where('account.email', '=', email)
      .execute(),
  )

async function requireRules({ owner }: TestOrganization): Promise<void> {
  await owner.call(updateRules, { text: 'Be kind.' })
  await owner.call(updateOrganization, { join_gate: 'rules', invite_required: false })
}

test('a provider’s new users accept the rules before they have an account', async ({ browser, provider, society }) => {
  await requireRules(society)
  const email = 'dora@navy.example'
  provider.person = person('dora', email)
  const page = await browser.signIn(`${login}?next=${encodeURIComponent('#inbox')}`)
  assert.equal(page.status, 200)
  assert.match(said(page), /You’re creating an account in .* as dora@navy\.example\./)
  assert.match(said(page), /name="accepted_rules" value="1" required/)
  assert.ok(!said(page).includes('session='))
  assert.deepEqual(await accepted(society, email), [])
  const ticket = ticketIn(page)
  const refused = await browser.post(form, { ticket })
  assert.equal(refused.status, 400)
  assert.match(said(refused), /role="alert">Accept the community rules to create an account\./)
  assert.deepEqual(await accepted(society, email), [])
  const joined = await browser.post(form, { ticket: ticketIn(refused), accepted_rules: '1' })
  assert.deepEqual([joined.status, joined.headers.location], [302, '/#inbox'])
  assert.match(String(joined.headers['set-cookie']), /session=/)
  assert.deepEqual(await accepted(society, email), [{ role: roles.member, version: 1 }])
  // from now on, the provider signs the person in
  const again = await browser.signIn(login)
  assert.deepEqual([again.status, again.headers.location], [302, '/'])
})

test('the form with the rules can’t sign anyone in to an existing account', async ({
  ben,
  browser,
  provider,
  server,
  society,
}) => {
  await requireRules(society)
  provider.person = person('emil', 'emil@navy.example')
  const ticket = ticketIn(await browser.signIn(login))
  assert.equal((await browser.post(form, { ticket, accepted_rules: '1' })).status, 302)
  const stranger = new Browser(server, society.org)
  const replayed = await stranger.post(form, { ticket, accepted_rules: '1' })
  assert.ok(replayed.status >= 400)
  assert.equal(replayed.headers['set-cookie']?.includes('session='), false)
  for (const forged of ['', 'x', ticket.slice(0, -2), ticket.replace(/^./, 'A')])
    assert.ok((await stranger.post(form, { ticket: forged, accepted_rules: '1' })).status >= 400, forged)
  provider.person = person('late', 'late@navy.example')
  const late = ticketIn(await browser.signIn(login))
  server.clock.advance(11 * 60_000)
  assert.ok((await browser.post(form, { ticket: late, accepted_rules: '1' })).status >= 400)
  server.clock.release()
  assert.deepEqual(await accepted(society, 'late@navy.example'), [])
  assert.ok(
    (await browser.post(form, { ticket: late, accepted_rules: '1' }, { origin: 'http://evil.example' })).status >= 400,
  )
  // people with an account are never asked
  provider.person = person('ben', ben.email)
  assert.equal((await browser.signIn(login)).status, 302)
})

test('an invitation’s role survives the page with the rules', async ({ browser, provider, society, ada }) => {
  await requireRules(society)
  await ada.call(updateOrganization, { invite_required: true })
  const { invite_link } = await ada.call(createInviteLink, { invite_as: roles.guest })
  const key = new URL(invite_link).pathname.split('/').at(-1) as string
  provider.person = person('greta', 'greta@navy.example')
  // without an invitation, the rules don't matter
  assert.match(said(await browser.signIn(login)), /You need an invitation/)
  const page = await browser.signIn(`${signUp}?key=${key}`)
  assert.equal((await browser.post(form, { ticket: ticketIn(page), accepted_rules: '1' })).status, 302)
  assert.deepEqual(await accepted(society, 'greta@navy.example'), [{ role: roles.guest, version: 1 }])
})
