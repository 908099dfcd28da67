import { assert, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { keyIn, writtenMails } from '../../../../../test/harness/mail.ts'
import { getMessages } from '../../../messages/messages/api/fetch.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { createUser } from '../../../people/users/api.ts'
import { createInviteLink, sendInvites } from '../../invitations/api.ts'
import { confirmAddress, lookAtInvitation, registerAccount, tooManyJoins } from '../api.ts'
import { approveApplication } from '../applications/api.ts'
import { accountOf, idOf, requireApproval, submitApplication } from '../applications/fixture.ts'
import { ask } from '../fixture.ts'

const hourMs = 3_600_000

test.afterEach(({ server }) => server.clock.release())

const joiner = (society: TestOrganization, path: string) => (email: string) =>
  ask(society, path, { full_name: 'Dora', password: 'a lovely day', email })

test('after as many people as allowed joined within an hour, others wait', async ({ ada, ben, server, society }) => {
  const start = new Date('2031-05-06T10:00:00Z')
  server.clock.set(start)
  const moderation = await makeChannel(society.org, 'moderation', [ada], { invite_only: true })
  await ada.call(updateOrganization, { joins_per_hour: 2, moderation_request_channel_id: moderation })
  const { invite_link } = await ada.call(createInviteLink, {})
  const path = new URL(invite_link).pathname
  const join = joiner(society, path)
  assert.equal((await join('one@navy.example')).statusCode, 302)
  server.clock.set(new Date(start.getTime() + hourMs / 2))
  // two at once for the last place
  const both = await Promise.all(['two@navy.example', 'three@navy.example'].map(join))
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [302, 400])
  const page = await ask(society, path)
  assert.equal(page.statusCode, 400)
  assert.match(page.body, /<h1>Join .*Too many people are joining right now\. Try again after .*11:00/s)
  const key = path.slice('/join/'.length)
  const { status, code, fields } = await ben.refused(lookAtInvitation, { key }, tooManyJoins)
  assert.deepEqual([status, code, fields.until], [400, 'JOINS_LIMITED', start.getTime() / 1000 + 3600])
  await ben.refused(confirmAddress, { email: 'x@navy.example', key }, tooManyJoins)
  const { messages } = await ada.call(getMessages, {
    ...{ anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'channel', operand: 'moderation' }],
  })
  const notices = messages.filter(({ subject }) => subject === 'joining paused')
  assert.equal(notices.length, 1)
  assert.match(notices[0]?.content ?? '', /^2 people joined within an hour.*<time:2031-05-06T11:00:00\.000Z>/)
  // the first one joined an hour ago
  server.clock.set(new Date(start.getTime() + hourMs))
  assert.equal((await join('four@navy.example')).statusCode, 302)
  assert.equal((await join('five@navy.example')).statusCode, 400)
  await ada.call(updateOrganization, { joins_per_hour: 'unlimited' as never })
  assert.equal((await join('five@navy.example')).statusCode, 302)
})

test('administrators’ invitations and accounts that they create aren’t limited', async ({
  ada,
  ben,
  server,
  society,
}) => {
  server.clock.set(new Date('2031-05-06T10:00:00Z'))
  await ada.call(updateOrganization, { joins_per_hour: 1 })
  const keys: string[] = []
  for (const [inviter, invitee_emails] of [
    [ada, 'dora@navy.example'],
    [ben, 'emil@navy.example'],
  ] as const) {
    await inviter.call(sendInvites, { invitee_emails, stream_ids: [] })
    keys.push(keyIn((await writtenMails(server)).at(-1) as never) as string)
  }
  await ada.call(createUser, { email: 'fritz@navy.example', full_name: 'Fritz', password: 'a lovely day' })
  const [byAdministrator, byMember] = keys as [string, string]
  const person = { full_name: 'Dora', password: 'a lovely day' }
  await ada.call(registerAccount, { key: byAdministrator, ...person })
  await ada.refused(registerAccount, { key: byMember, ...person }, tooManyJoins)
  assert.match((await ask(society, `/join/${byMember}`)).body, /Too many people are joining/)
})

test('people apply while others have to wait, and join once a moderator approves', async ({ ada, momo, society }) => {
  await requireApproval(ada)
  await ada.call(updateOrganization, { joins_per_hour: 1 })
  await ada.call(createUser, { email: 'fritz@navy.example', full_name: 'Fritz', password: 'a lovely day' })
  await submitApplication(society, 'dora@navy.example')
  await momo.call(approveApplication, { application_id: await idOf(momo, 'dora@navy.example') })
  assert.equal(accountOf(society, 'dora@navy.example')?.isActive, true)
})
