import { assert } from '#test'
import type { Fetched } from '../../../../test/harness/files.ts'
import { IdentityProvider } from '../../../../test/harness/oidc.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { endLockdown, startLockdown } from '../../people/restrictions/lockdown/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { sendInvites } from '../invitations/api.ts'
import { providerTest } from './fixture.ts'

const login = '/accounts/login/social/oidc/company'
const test = providerTest(() => IdentityProvider.start(), { oidcName: 'company' })

const said = ({ body }: Fetched) => body.toString('utf8')
const person = (sub: string, email: string) => ({ sub, email, email_verified: true, name: sub })

test('a sign-in service creates no accounts during a lockdown, except for administrators’ invitations', async ({
  browser,
  provider,
  society,
}) => {
  const { owner, org } = society
  await owner.call(updateOrganization, { invite_required: false })
  const accounts = () => org.get(peopleCache).byId.size
  provider.person = person('dora', 'dora@navy.example')
  assert.equal((await browser.signIn(login)).status, 302)
  await owner.call(startLockdown, { hours: 1 })
  const before = accounts()
  // people with an account can sign in
  assert.equal((await browser.signIn(login)).status, 302)
  provider.person = person('emil', 'emil@navy.example')
  const refused = await browser.signIn(login)
  assert.equal(refused.status, 400)
  assert.match(said(refused), /Joining is paused for a while\. Try again after /)
  assert.equal(accounts(), before)
  await owner.call(sendInvites, { invitee_emails: 'fritz@navy.example', stream_ids: [] })
  provider.person = person('fritz', 'fritz@navy.example')
  assert.equal((await browser.signIn(login)).status, 302)
  assert.equal(accounts(), before + 1)
  await owner.call(endLockdown, {})
  provider.person = person('emil', 'emil@navy.example')
  assert.equal((await browser.signIn(login)).status, 302)
})
