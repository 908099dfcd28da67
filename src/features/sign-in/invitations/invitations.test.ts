import { insufficientPermission, mustBeAdministrator, mustBeOwner, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { writtenMails } from '../../../../test/harness/mail.ts'
import { addDomain } from '../../people/realm-domains/api.ts'
import { updateSettings } from '../../people/user-settings/api.ts'
import { updateUser } from '../../people/users/api.ts'
import { regenerateOwnApiKey } from '../../people/users/key-api.ts'
import { lookAtInvitation, noSuchKey } from '../accounts/api.ts'
import * as api from './api.ts'

const to = (invitee_emails: string) => ({ invitee_emails, stream_ids: [] as number[] })

test('people are invited by email once each, and managers get an event', async ({ ada, ben, cleo, server }) => {
  const before = (await writtenMails(server)).length
  const [admin, inviter, other] = [
    await ada.register('invites_changed'),
    await ben.register('invites_changed'),
    await cleo.register('invites_changed'),
  ]
  await ben.call(api.sendInvites, to(' dora@navy.example,\n Eve <eve@navy.example>\nDORA@navy.example,'))
  const mails = (await writtenMails(server)).slice(before)
  assert.deepEqual(
    mails.map(({ headers }) => headers.get('to')),
    ['DORA@navy.example', 'eve@navy.example'],
  )
  assert.match(mails[0]?.headers.get('subject') ?? '', /^Ben invited you to Analytical Engine Society$/)
  const { invites } = await ben.call(api.getInvites)
  assert.equal(invites.length, 2)
  const [, { id: _, invited, expiry_date, ...rest }] = invites as [api.Invite, api.Invite]
  assert.deepEqual(rest, {
    invited_by_user_id: ben.id,
    invited_as: roles.member,
    email: 'eve@navy.example',
    notify_referrer_on_join: true,
    is_multiuse: false,
  })
  assert.equal(expiry_date, invited + 10 * 86_400)
  assert.deepEqual((await ada.call(api.getInvites)).invites, invites)
  assert.deepEqual((await cleo.call(api.getInvites)).invites, [])
  assert.deepEqual(
    [await admin.ops(), await inviter.ops(), await other.ops()],
    [['invites_changed'], ['invites_changed'], []],
  )
  await admin.agreesWithFreshRegister()
})

test("if an address can't join, no one is invited", async ({ ada, ben, server }) => {
  const before = (await writtenMails(server)).length
  for (const bad of ['nobody', 'a@b@c', 'a b@c.example', 'x@mailinator.com', 'x@sub.mailinator.com', 'x@y.example>']) {
    const error = await ben.refused(api.sendInvites, to(`good@navy.example, ${bad}`), api.invalidAddresses)
    assert.deepEqual(Object.keys(error.fields).sort(), [
      'daily_limit_reached',
      'errors',
      'license_limit_reached',
      'sent_invitations',
    ])
    const [[email, , deactivated]] = error.fields.errors as [[string, string, boolean]]
    assert.deepEqual([email, deactivated, error.fields.sent_invitations], [bad, false, false])
  }
  await ben.refused(api.sendInvites, to(' , \n'), api.noAddresses)
  await ben.refused(
    api.sendInvites,
    to(Array.from({ length: 501 }, (_, at) => `a${at}@b.example`).join()),
    api.tooManyAddresses,
  )
  await ada.send('PATCH', '/realm', { emails_restricted_to_domains: true })
  await ben.refused(api.sendInvites, to('good@navy.example'), api.invalidAddresses)
  await ada.call(addDomain, { domain: 'army.example', allow_subdomains: true })
  await ben.refused(api.sendInvites, to('fine@army.example, good@navy.example'), api.invalidAddresses)
  await ada.send('PATCH', '/realm', { emails_restricted_to_domains: false, disallow_disposable_email_addresses: false })
  assert.deepEqual((await ada.call(api.getInvites)).invites, [])
  assert.equal((await writtenMails(server)).length, before)
  await ben.call(api.sendInvites, to('x@mailinator.com'))
  await ada.send('PATCH', '/realm', { emails_restricted_to_domains: true })
  await ben.call(api.sendInvites, to('fine@army.example, fine@north.Army.example'))
})

test('people with an account are skipped, and the others are invited', async ({ ada, ben, cleo }) => {
  await ada.send('DELETE', `/users/${cleo.id}`)
  const addresses = `${ada.email.toUpperCase()}, ${cleo.email}`
  const { fields } = await ben.refused(api.sendInvites, to(addresses), api.allHaveAccounts)
  assert.equal(fields.sent_invitations, false)
  const error = await ben.refused(api.sendInvites, to(`${addresses}, new@navy.example`), api.someHaveAccounts)
  assert.equal(error.fields.sent_invitations, true)
  assert.deepEqual(
    (error.fields.errors as [string, string, boolean][]).map(([email, , gone]) => [email, gone]),
    [
      [ada.email.toUpperCase(), false],
      [cleo.email, true],
    ],
  )
  const { invites } = await ben.call(api.getInvites)
  assert.deepEqual(
    invites.map(({ email }) => email),
    ['new@navy.example'],
  )
})

test('permissions and roles decide who can invite, and as what', async ({ ada, ines, momo, ben, gus }) => {
  await gus.refused(api.sendInvites, to('a@b.example'), insufficientPermission)
  for (const person of [momo, ben, gus]) await person.refused(api.createInviteLink, {}, insufficientPermission)
  const can = { owner: ada, administrator: ines, moderator: momo, member: ben }
  const least = { ...roles, moderator: roles.member }
  for (const [name, person] of Object.entries(can))
    for (const invite_as of Object.values(roles)) {
      const invitation = { ...to(`${name}${invite_as}@b.example`), invite_as }
      if (invite_as >= least[name as keyof typeof least]) await person.call(api.sendInvites, invitation)
      else
        await person.refused(api.sendInvites, invitation, invite_as === roles.owner ? mustBeOwner : mustBeAdministrator)
    }
  // an administrator sees every invitation except those for owners
  const { invites } = await ines.call(api.getInvites)
  assert.deepEqual([...new Set(invites.map(({ invited_as }) => invited_as))].sort(), [
    roles.administrator,
    roles.moderator,
    roles.member,
    roles.guest,
  ])
  await ada.send('PATCH', '/realm', {
    can_invite_users_group: { new: { direct_members: [momo.id], direct_subgroups: [] } },
  })
  await ben.refused(api.sendInvites, to('b@b.example'), insufficientPermission)
  await ines.refused(api.sendInvites, to('b@b.example'), insufficientPermission)
  await momo.call(api.sendInvites, to('b@b.example'))
})

test('an invitation can contain only channels and groups that the inviter can add people to', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const secret = await makeChannel(society.org, 'secret', [cleo], { invite_only: true })
  const open = await makeChannel(society.org, 'open', [cleo])
  const invitation = (stream_ids: number[]) => ({ ...to('dora@b.example'), stream_ids })
  await ben.refused(api.sendInvites, invitation([secret]), api.invalidInviteChannel)
  await ben.refused(api.sendInvites, invitation([987_654]), api.invalidInviteChannel)
  await ben.call(api.sendInvites, invitation([open]))
  await ada.send('PATCH', '/realm', {
    can_add_subscribers_group: { new: { direct_members: [], direct_subgroups: [] } },
  })
  await ben.refused(api.sendInvites, invitation([open]), api.cannotSubscribeOthers)
  const { group_id } = await cleo.send('POST', '/user_groups/create', { name: 'inner', description: '', members: [] })
  await ben.refused(api.sendInvites, { ...to('d@b.example'), group_ids: [group_id as number] }, insufficientPermission)
  await ben.refused(api.sendInvites, { ...to('d@b.example'), group_ids: [987_654] })
  await cleo.call(api.sendInvites, { ...to('d@b.example'), group_ids: [group_id as number] })
  for (const bad of [
    { invite_as: roles.owner + 50 },
    { invite_expires_in_minutes: 0 },
    { invite_expires_in_minutes: 1.5 },
    { welcome_message_custom_text: 'x'.repeat(8_001) },
    { stream_ids: 'x' },
  ])
    await ben.refusedRaw('POST', '/invites', { ...to('e@b.example'), ...bad })
})

test("invitations of others aren't found; administrators manage all", async ({ ada, ben, cleo, server }) => {
  await ben.call(api.sendInvites, to('dora@navy.example'))
  const { invite_link } = await ada.call(api.createInviteLink, { invite_expires_in_minutes: null })
  const { invites } = await ada.call(api.getInvites)
  const [mail, link] = invites as [api.Invite, api.Invite]
  assert.deepEqual([link.link_url, link.expiry_date, link.is_multiuse], [invite_link, null, true])
  for (const endpoint of [api.resendEmailInvite, api.revokeEmailInvite, api.revokeInviteLink])
    for (const { id } of invites) await cleo.refused(endpoint, { invite_id: id }, api.noSuchInvitation)
  await ada.refused(api.revokeEmailInvite, { invite_id: link.id }, api.noSuchInvitation)
  await ada.refused(api.resendEmailInvite, { invite_id: link.id }, api.noSuchInvitation)
  await ada.refused(api.revokeInviteLink, { invite_id: mail.id }, api.noSuchInvitation)
  const before = (await writtenMails(server)).length
  await ben.call(api.resendEmailInvite, { invite_id: mail.id })
  assert.equal((await writtenMails(server)).length, before + 1)
  await ada.call(api.revokeEmailInvite, { invite_id: mail.id })
  await ada.call(api.revokeInviteLink, { invite_id: link.id })
  await ada.refused(api.revokeInviteLink, { invite_id: link.id }, api.noSuchInvitation)
  assert.deepEqual((await ada.call(api.getInvites)).invites, [])
})

test("an invitation expires by the server's clock", async ({ ben, server }) => {
  server.clock.set(new Date('2031-03-01T12:00:00Z'))
  await ben.call(api.sendInvites, { ...to('dora@navy.example'), invite_expires_in_minutes: 60 })
  const [{ id }] = (await ben.call(api.getInvites)).invites as [api.Invite]
  server.clock.advance(3_599_000)
  await ben.call(api.resendEmailInvite, { invite_id: id })
  server.clock.advance(1_000)
  assert.deepEqual((await ben.call(api.getInvites)).invites, [])
  await ben.refused(api.resendEmailInvite, { invite_id: id }, api.noSuchInvitation)
  server.clock.release()
})

test("invitations end with the inviter's account or permissions", async ({ ada, ines, ben }) => {
  await ben.call(api.sendInvites, to('dora@navy.example'))
  await ines.call(api.sendInvites, { ...to('eve@navy.example'), invite_as: roles.administrator })
  await ines.call(api.sendInvites, to('fay@navy.example'))
  const watch = await ada.register('invites_changed')
  await ada.send('DELETE', `/users/${ben.id}`)
  await ada.call(updateUser, { user_id: ines.id, role: roles.member })
  const { invites } = await ada.call(api.getInvites)
  assert.deepEqual(
    invites.map(({ email }) => email),
    ['fay@navy.example'],
  )
  assert.equal((await watch.ops()).length, 2)
})

test('a new password or key ends invitations to roles above member', async ({ ada, ines }) => {
  const inviteAll = async (by: Person) => {
    await by.call(api.sendInvites, { ...to('eve@navy.example'), invite_as: roles.administrator })
    await by.call(api.sendInvites, to('fay@navy.example'))
    const { invite_link } = await by.call(api.createInviteLink, { invite_as: roles.moderator })
    return new URL(invite_link).pathname.split('/').at(-1) as string
  }
  const left = async () => (await ada.call(api.getInvites)).invites.map(({ email }) => email)
  const watch = await ada.register('invites_changed')
  const key = await inviteAll(ines)
  assert.equal((await ada.call(lookAtInvitation, { key })).invited_as, roles.moderator)
  await ines.call(regenerateOwnApiKey)
  assert.deepEqual(await left(), ['fay@navy.example'])
  await ada.refused(lookAtInvitation, { key }, noSuchKey)
  assert.equal((await watch.ops()).length, 4)
  const again = await inviteAll(ada)
  await ada.call(updateSettings, { old_password: 'correct horse battery', new_password: 'a lovely long day' })
  assert.deepEqual(await left(), ['fay@navy.example', 'fay@navy.example'])
  await ada.refused(lookAtInvitation, { key: again }, noSuchKey)
})
