import { assert } from '#test'
import { IdentityProvider } from '../../../../test/harness/oidc.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { createInviteLink, sendInvites } from '../invitations/api.ts'
import { providerTest } from './fixture.ts'

const test = providerTest(() => IdentityProvider.start(), { oidcName: 'company' })

test('a provider doesn’t create accounts if moderators approve new members', async ({ browser, provider, society }) => {
  const { owner, org } = society
  await owner.call(updateOrganization, { invite_required: false })
  const has = (name: string) => org.get(peopleCache).withDeliveryEmail(`${name}@navy.example`) !== undefined
  const signIn = (name: string, path = '/accounts/login/social/oidc/company') => {
    // otherwise, the provider would sign in the previous person
    browser.cookies.clear()
    provider.person = { sub: name, email: `${name}@navy.example`, email_verified: true, name }
    return browser.signIn(path)
  }
  assert.equal((await signIn('dora')).status, 302)
  await owner.call(updateOrganization, { join_gate: 'approval' })
  // existing users still sign in
  assert.equal((await signIn('dora')).status, 302)
  const { invite_link } = await owner.call(createInviteLink, {})
  const key = new URL(invite_link).pathname.slice('/join/'.length)
  for (const path of [undefined, `/accounts/register/social/oidc/company?key=${key}`]) {
    const refused = await signIn('emil', path)
    assert.equal(refused.status, 400)
    assert.match(
      refused.body.toString('utf8'),
      /You need a moderator(?:'|’|&#39;)s approval to join this organization\./,
    )
    assert.ok(!has('emil'))
  }
  await owner.call(sendInvites, { invitee_emails: 'fritz@navy.example', stream_ids: [] })
  assert.equal((await signIn('fritz')).status, 302)
  assert.ok(has('fritz'))
})
