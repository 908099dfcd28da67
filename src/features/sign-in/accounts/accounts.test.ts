import { invalidApiKey, roles } from '#contract'
import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { keyIn, writtenMails } from '../../../../test/harness/mail.ts'
import { getOwnUser, getUser } from '../../people/users/api.ts'
import { emailTaken, nameTaken } from '../../people/users/errors.ts'
import { fetchApiKey } from '../../people/users/key-api.ts'
import { wrongCredentials } from '../../people/users/sign-in-errors.ts'
import * as invitations from '../invitations/api.ts'
import * as api from './api.ts'

const password = 'a lovely long day'
const dora = { full_name: 'Dora', password }
const invite = (
  by: Person,
  invitee_emails: string,
  more: Partial<{
    stream_ids: number[]
    invite_as: (typeof roles)[keyof typeof roles]
    group_ids: number[]
    welcome_message_custom_text: string
    include_realm_default_subscriptions: boolean
  }> = {},
) => by.call(invitations.sendInvites, { invitee_emails, stream_ids: [], ...more })

const lastKey = async (server: TestServer): Promise<string> => {
  const mail = (await writtenMails(server)).at(-1)
  assert.ok(mail)
  return keyIn(mail)
}

test("an invited user joins with the emailed link and gets the invitation's role and channels", async ({
  ada,
  ben,
  server,
  society,
}) => {
  const plans = await makeChannel(society.org, 'plans', [ben])
  const { group_id } = await ben.send('POST', '/user_groups/create', { name: 'crew', description: '', members: [] })
  const people = await ada.register('realm_user', 'user_group', 'subscription', 'stream')
  const group_ids = [group_id as number]
  const invitation = { stream_ids: [plans], group_ids, invite_as: roles.guest, welcome_message_custom_text: 'Ahoy!' }
  await invite(ben, 'Dora@navy.example', invitation)
  const key = await lastKey(server)
  const shown = await ada.call(api.lookAtInvitation, { key })
  assert.deepEqual(
    [shown.organization, shown.email, shown.invited_as, shown.needs_confirmation],
    ['Analytical Engine Society', 'Dora@navy.example', roles.guest, false],
  )
  const joined = await ada.call(api.registerAccount, { key, ...dora, timezone: 'Europe/Prague' })
  assert.equal(joined.email, 'Dora@navy.example')
  const signedIn = await ada.call(fetchApiKey, { username: 'dora@navy.example', password })
  assert.deepEqual([signedIn.api_key, signedIn.user_id], [joined.api_key, joined.user_id])
  const { user } = await ada.call(getUser, { user_id: joined.user_id })
  assert.deepEqual([user.full_name, user.role, user.timezone], ['Dora', roles.guest, 'Europe/Prague'])
  const { subscribers } = await ben.send('GET', `/streams/${plans}/members`)
  assert.ok((subscribers as number[]).includes(joined.user_id))
  const general = (await ada.send('GET', '/get_stream_id', { stream: 'general' })).stream_id
  const inGeneral = (await ada.send('GET', `/streams/${general}/members`)).subscribers as number[]
  assert.ok(!inGeneral.includes(joined.user_id))
  const { members } = await ada.send('GET', `/user_groups/${group_id}/members`)
  assert.deepEqual((members as number[]).includes(joined.user_id), true)
  const { messages } = await ben.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
  })
  assert.match(JSON.stringify(messages), /accepted your invitation/)
  assert.deepEqual((await ben.call(invitations.getInvites)).invites, [])
  await ada.refused(api.registerAccount, { key, ...dora }, api.noSuchKey)
  await people.agreesWithFreshRegister()
})

test('of two concurrent uses of a link, one creates the account', async ({ ada, ben, server }) => {
  await invite(ben, 'dora@navy.example')
  const key = await lastKey(server)
  const tries = ['Dora', 'Eve', 'Fay'].map((full_name) => ada.call(api.registerAccount, { key, full_name, password }))
  const outcomes = await Promise.allSettled(tries)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.match(String(outcome.reason), /invalid or has expired/)
})

test('an expired, revoked, replaced, or foreign link is refused', async ({ ada, ben, server }) => {
  const refused = async (key: string) => {
    await ada.refused(api.lookAtInvitation, { key }, api.noSuchKey)
    await ada.refused(api.registerAccount, { key, ...dora }, api.noSuchKey)
  }
  await refused('nonsense')
  server.clock.set(new Date('2031-05-01T00:00:00Z'))
  await invite(ben, 'dora@navy.example')
  const first = await lastKey(server)
  const [{ id }] = (await ben.call(invitations.getInvites)).invites as [invitations.Invite]
  await ben.call(invitations.resendEmailInvite, { invite_id: id })
  const second = await lastKey(server)
  assert.notEqual(first, second)
  await refused(first)
  await ada.call(api.lookAtInvitation, { key: second })
  // invitations can't set a password
  await ada.refused(api.confirmPasswordReset, { key: second, new_password: password }, api.noSuchKey)
  server.clock.advance(10 * 86_400_000)
  await refused(second)
  server.clock.release()
  await invite(ben, 'eve@navy.example')
  const third = await lastKey(server)
  const [{ id: revoked }] = (await ben.call(invitations.getInvites)).invites.slice(-1) as [invitations.Invite]
  await ben.call(invitations.revokeEmailInvite, { invite_id: revoked })
  await refused(third)
})

test('a reusable link requires a confirmed address, and works for several people', async ({ ada, server }) => {
  const { invite_link } = await ada.call(invitations.createInviteLink, { include_realm_default_subscriptions: true })
  const link = invite_link.split('/').at(-1) as string
  const shown = await ada.call(api.lookAtInvitation, { key: link })
  assert.deepEqual([shown.email, shown.needs_confirmation], [null, true])
  await ada.refused(api.registerAccount, { key: link, ...dora }, api.noSuchKey)
  await ada.refused(api.confirmAddress, { email: 'dora@navy.example' }, api.invitationNeeded)
  await ada.refused(api.confirmAddress, { email: 'dora@navy.example', key: 'nonsense' }, api.noSuchKey)
  for (const name of ['Dora', 'Eve']) {
    await ada.call(api.confirmAddress, { email: `${name}@navy.example`, key: link })
    const key = await lastKey(server)
    const { user_id } = await ada.call(api.registerAccount, { key, full_name: name, password })
    assert.equal((await ada.call(getUser, { user_id })).user.role, roles.member)
  }
  await ada.call(api.confirmAddress, { email: 'fay@navy.example', key: link })
  const key = await lastKey(server)
  const [{ id }] = (await ada.call(invitations.getInvites)).invites as [invitations.Invite]
  await ada.call(invitations.revokeInviteLink, { invite_id: id })
  await ada.refused(api.registerAccount, { key, full_name: 'Fay', password }, api.noSuchKey)
})

test('without required invitations a confirmed address is enough, and all rules still apply', async ({
  ada,
  server,
}) => {
  await ada.send('PATCH', '/realm', { invite_required: false, require_unique_names: true })
  const before = (await writtenMails(server)).length
  await ada.refused(api.confirmAddress, { email: 'x@mailinator.com' })
  await ada.call(api.confirmAddress, { email: 'dora@navy.example' })
  // at most one email per minute
  await ada.call(api.confirmAddress, { email: 'Dora@navy.example' })
  assert.equal((await writtenMails(server)).length, before + 1)
  const key = await lastKey(server)
  for (const bad of [
    { full_name: ' ' },
    { full_name: 'a'.repeat(101) },
    { password: 'short' },
    { password: 'x'.repeat(101) },
  ])
    await ada.refused(api.registerAccount, { key, ...dora, ...bad })
  await ada.refused(api.registerAccount, { key, full_name: 'ada', password }, nameTaken)
  await ada.send('PATCH', '/realm', { invite_required: true })
  await ada.refused(api.registerAccount, { key, ...dora }, api.invitationNeeded)
  await ada.send('PATCH', '/realm', { invite_required: false })
  await ada.send('POST', '/users', { email: 'dora@navy.example', full_name: 'First', password })
  await ada.refused(api.registerAccount, { key, ...dora }, emailTaken)
  // an existing account is only mentioned in the email
  server.clock.advance(120_000)
  await ada.call(api.confirmAddress, { email: ada.email })
  const mail = (await writtenMails(server)).at(-1)
  assert.match(mail?.headers.get('subject') ?? '', /You already have an account/)
  server.clock.release()
})

test('the emailed link replaces a forgotten password once, and resets the API key', async ({
  ada,
  ben,
  gus,
  server,
}) => {
  await ada.send('DELETE', `/users/${gus.id}`)
  const before = (await writtenMails(server)).length
  for (const email of ['nobody@navy.example', gus.email]) await ada.call(api.requestPasswordReset, { email })
  assert.equal((await writtenMails(server)).length, before)
  await ada.call(api.requestPasswordReset, { email: ben.email.toUpperCase() })
  await ada.call(api.requestPasswordReset, { email: ben.email })
  const mails = (await writtenMails(server)).slice(before)
  assert.deepEqual(
    mails.map(({ headers }) => headers.get('to')),
    [`Ben <${ben.email}>`],
  )
  const key = await lastKey(server)
  await ada.refused(api.registerAccount, { key, ...dora }, api.noSuchKey)
  await ada.refused(api.confirmPasswordReset, { key, new_password: 'short' })
  await ada.call(api.confirmPasswordReset, { key, new_password: password })
  await ada.refused(api.confirmPasswordReset, { key, new_password: `${password}!` }, api.noSuchKey)
  const { api_key } = await ada.call(fetchApiKey, { username: ben.email, password })
  assert.notEqual(api_key, ben.apiKey)
  await ben.refused(getOwnUser, {}, invalidApiKey)
  await ada.refused(fetchApiKey, { username: ben.email, password: `${password}!` }, wrongCredentials)
})

test('a password link expires after an hour, or with the account or address', async ({ ada, ben, cleo, server }) => {
  server.clock.set(new Date('2031-07-01T00:00:00Z'))
  const ask = async ({ email }: Person) => {
    await ada.call(api.requestPasswordReset, { email })
    return lastKey(server)
  }
  const late = await ask(ben)
  server.clock.advance(3_600_000)
  await ada.refused(api.confirmPasswordReset, { key: late, new_password: password }, api.noSuchKey)
  const moved = await ask(ben)
  await ada.send('PATCH', `/users/${ben.id}`, { new_email: 'ben@new.example' })
  await ada.refused(api.confirmPasswordReset, { key: moved, new_password: password }, api.noSuchKey)
  const gone = await ask(cleo)
  await ada.send('DELETE', `/users/${cleo.id}`)
  await ada.refused(api.confirmPasswordReset, { key: gone, new_password: password }, api.noSuchKey)
  server.clock.release()
})

test('the database stores only hashes of emailed tokens', async ({ ada, ben, society, server }) => {
  await invite(ben, 'dora@navy.example')
  const keys = [await lastKey(server)]
  await ada.call(api.requestPasswordReset, { email: ben.email })
  keys.push(await lastKey(server))
  const rows = await server.runtime.db.read(async (tx) => [
    await tx.selectFrom('invitation').selectAll().where('org_id', '=', society.org.id).execute(),
    await tx.selectFrom('mailed_link').selectAll().where('org_id', '=', society.org.id).execute(),
    await tx.selectFrom('outgoing_mail').selectAll().execute(),
  ])
  const stored = JSON.stringify(rows)
  for (const key of keys) assert.ok(!stored.includes(key))
})
