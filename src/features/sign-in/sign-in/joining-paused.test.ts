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

test('during a lockdown, single sign-on only creates accounts for people invited by administrators', async ({
  browser,
  provider,
  society,
}) => {
  const { owner, org } = society
  await owner.call(updateOrganization, { invite_required: false })
  const accounts = () => org.get(peopleCache).byId.size
  const signIn = (name: string) => {
    // or the provider would sign in the previous person
    browser.cookies.clear()
    provider.person = { sub: name, email: `${name}@navy.example`, email_verified: true, name }
    return browser.signIn(login)
  }
  assert.equal((await signIn('dora')).status, 302)
  await owner.call(startLockdown, { hours: 1 })
  const before = accounts()
  // existing users can still sign in
  assert.equal((await signIn('dora')).status, 302)
  const refused = await signIn('emil')
  assert.equal(refused.status, 400)
  assert.match(said(refused), /Joining is temporarily paused\. Try again after /)
  assert.equal(accounts(), before)
  await owner.call(sendInvites, { invitee_emails: 'fritz@navy.example', stream_ids: [] })
  assert.equal((await signIn('fritz')).status, 302)
  assert.equal(accounts(), before + 1)
  await owner.call(endLockdown, {})
  assert.equal((await signIn('emil')).status, 302)
})
