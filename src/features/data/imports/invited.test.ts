import { isGuest, mustBeAdministrator } from '#contract'
import { assert, test } from '#test'
import { writtenMails } from '../../../../test/harness/mail.ts'
import { updateOrganization } from '../../people/organization-settings/actions/settings.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { getInvites, inviteImportedUsers } from '../../sign-in/invitations/api.ts'
import { claimed, takeIn } from './fixture.ts'
import { smallExport } from './sources/zulip/fixture.ts'

const addresses = ['ada@old.example', 'ben@old.example', 'gus@old.example']

test('inviting imported people emails each of them once', async ({ server, society, ada }) => {
  await takeIn(server, society.org, smallExport())
  const first = await ada.call(inviteImportedUsers, {})
  assert.deepEqual(first, { invited: 3, already_invited: 0, not_allowed: 0, remaining: 0 })
  const { invites } = await ada.call(getInvites, {})
  assert.deepEqual(invites.map(({ email }) => email).sort(), addresses)
  const again = await ada.call(inviteImportedUsers, {})
  assert.deepEqual(again, { invited: 0, already_invited: 3, not_allowed: 0, remaining: 0 })
  assert.equal((await writtenMails(server)).length, 3)
})

test('an imported guest who is invited stays a guest', async ({ server, society, ada }) => {
  await takeIn(server, society.org, smallExport())
  const people = society.org.get(peopleCache)
  const gus = people.withDeliveryEmail('gus@old.example')
  assert.ok(gus && isGuest(gus))
  const user_ids = [gus.id, ada.id]
  assert.equal((await ada.call(inviteImportedUsers, { user_ids })).invited, 1)
  const { invites } = await ada.call(getInvites, {})
  assert.deepEqual(
    invites.map(({ email, invited_as }) => [email, invited_as]),
    [['gus@old.example', gus.role]],
  )
})

test('inviting imported people skips addresses that are not allowed', async ({ server, society, ada }) => {
  await takeIn(server, society.org, smallExport())
  await claimed(society, 'ben@old.example', 'Ben')
  await society.org.transact(ada.id, (mutation) =>
    updateOrganization(mutation, { emails_restricted_to_domains: true }, ''),
  )
  assert.deepEqual(await ada.call(inviteImportedUsers, {}), {
    ...{ invited: 0, already_invited: 0, not_allowed: 2, remaining: 0 },
  })
})

test('only administrators can invite imported people', async ({ server, society, ben }) => {
  await takeIn(server, society.org, smallExport())
  await ben.refused(inviteImportedUsers, {}, mustBeAdministrator)
})
