import { assert, Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { keyIn, writtenMails } from '../../../../../test/harness/mail.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { startLockdown } from '../../../people/restrictions/lockdown/api.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { registerAccount } from '../../../sign-in/accounts/api.ts'
import { ask } from '../../../sign-in/accounts/fixture.ts'
import { createInviteLink, sendInvites } from '../../../sign-in/invitations/api.ts'
import { getMessages } from '../../messages/api/fetch.ts'
import { sendMessage } from '../../messages/api/send.ts'
import { getHeldMessages } from '../../messages/held-messages/api.ts'
import { createModerationRule } from '../../messages/moderation-rules/api.ts'
import { changeNewcomers, getNewcomers } from '../newcomers/api.ts'

/** The settings of the “Public community” preset. */
const community = {
  ...{ newcomer_links_per_message: 2, newcomer_files_allowed: false, newcomer_mentions_per_message: 2 },
  ...{ newcomer_topics_per_day: 5, newcomer_messages_per_minute: 5 },
  ...{ newcomer_direct_conversations_per_day: 3, newcomer_held_messages: 1, waiting_period_threshold: 3 },
}

async function moderationChannel(ada: Person) {
  const id = await makeChannel(ada.org, 'requests', [ada], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: id })
  return async () => {
    const narrow = [{ operator: 'channel', operand: id }] as never
    const { messages } = await ada.call(getMessages, { anchor: 'newest', num_before: 99, num_after: 0, narrow })
    return messages.filter(({ subject }) => subject === 'possible raid').map(({ content }) => content)
  }
}

async function joinByLink(society: TestOrganization, path: string, at: number): Promise<Account> {
  const email = `raider${at}@spam.example`
  const form = { email, full_name: `Raider ${at}`, password: 'a lovely day' }
  assert.equal((await ask(society, path, form)).statusCode, 302)
  return society.org.get(peopleCache).withDeliveryEmail(email) as Account
}

const linkOf = async (ada: Person) => new URL((await ada.call(createInviteLink, {})).invite_link).pathname

test('an unusual number of joins suggests a lockdown once', async ({ ada, momo, society }) => {
  const notices = await moderationChannel(ada)
  const path = await linkOf(ada)
  for (let at = 0; at < 9; at++) await joinByLink(society, path, at)
  assert.deepEqual(await notices(), [])
  for (let at = 9; at < 13; at++) await joinByLink(society, path, at)
  const [notice, ...more] = await notices()
  assert.deepEqual(more, [])
  assert.match(notice as string, /10 people joined.*href="#organization\/community-safety"/)
  await momo.call(startLockdown, { hours: 1 })
  assert.equal((await ask(society, path, { email: 'x@spam.example' })).statusCode, 400)
  assert.equal((await notices()).length, 1)
})

test('accounts that administrators created or invited by email don’t suggest a lockdown', async ({
  ada,
  server,
  society,
}) => {
  const notices = await moderationChannel(ada)
  for (let at = 0; at < 12; at++) await society.join(`Weaver ${at}`)
  const emails = Array.from({ length: 12 }, (_, at) => `invited${at}@navy.example`)
  await ada.call(sendInvites, { invitee_emails: emails.join(), stream_ids: [] })
  const mails = (await writtenMails(server)).slice(-emails.length)
  for (const mail of mails)
    await ada.call(registerAccount, { key: keyIn(mail) as string, full_name: 'Dora', password: 'a lovely day' })
  for (const email of emails) assert.ok(society.org.get(peopleCache).withDeliveryEmail(email))
  assert.deepEqual(await notices(), [])
})

test('held and refused messages from many new members suggest a lockdown', async ({ ada, society }) => {
  const notices = await moderationChannel(ada)
  const people: Person[] = []
  for (let at = 0; at < 20; at++) people.push(await society.join(`Weaver ${at}`))
  await ada.call(updateOrganization, { ...community, newcomer_links_per_message: 0 })
  const [first, ...others] = people as [Person, ...Person[]]
  const link = { type: 'channel', to: 'general', topic: 'x', content: 'https://loom.example' } as const
  for (let count = 0; count < 25; count++) await first.refused(sendMessage, link)
  for (const one of others.slice(1)) await one.refused(sendMessage, { ...link, content: 'spam' })
  assert.deepEqual(await notices(), [])
  await (others[0] as Person).refused(sendMessage, { ...link, content: 'spam' })
  assert.equal((await notices()).length, 1)
})

test('messages refused by rules count toward the alert', async ({ ada, society }) => {
  const notices = await moderationChannel(ada)
  const condition = { kind: 'words', words: ['spam'] } as const
  const rule = { name: 'Spam', applies_to: 'members', action: 'refuse' } as const
  await ada.call(createModerationRule, { ...rule, condition: { ...condition, words: [...condition.words] } })
  for (let at = 0; at < 20; at++) {
    assert.deepEqual(await notices(), [])
    const person = await society.join(`Weaver ${at}`)
    await person.refused(sendMessage, { type: 'channel', to: 'general', topic: 'x', content: 'spam' })
  }
  assert.equal((await notices()).length, 1)
})

/** All of them post before a moderator reacts: fewer than 20 messages get through, and one action removes them all. */
test('a 200-account raid gets few messages through and is removed in bulk', { timeout: 600_000 }, async ({
  ada,
  momo,
  society,
  server,
}) => {
  const notices = await moderationChannel(ada)
  await ada.call(updateOrganization, community)
  const channels: number[] = []
  for (let at = 0; at < 10; at++) channels.push(await makeChannel(ada.org, `room ${at}`, [ada]))
  const path = await linkOf(ada)
  const accounts: Account[] = []
  for (let at = 0; at < 200; at++) accounts.push(await joinByLink(society, path, at))
  const raiders = accounts.map((account) => new Person(server, society.org, society.subdomain, account))
  let seen = 0
  for (const [at, raider] of raiders.entries()) {
    const posts = channels.map((to) => ({ type: 'channel', to, topic: 'looms', content: `Buy ${at}` }) as const)
    const sent = await Promise.allSettled(posts.map((post) => raider.call(sendMessage, post)))
    seen += sent.filter(({ status }) => status === 'fulfilled').length
  }
  assert.ok(seen < 20, `${seen} messages were seen`)
  assert.equal((await notices()).length, 1)
  await momo.call(startLockdown, { hours: 1 })
  const [first] = raiders as [Person]
  const { code } = await first.refused(sendMessage, { type: 'channel', to: 'general', topic: 'x', content: 'x' })
  assert.equal(code, 'LOCKDOWN')
  const { people } = await momo.call(getNewcomers, { limit: 500 })
  const ids = people.filter(({ held_count }) => held_count > 0).map(({ user_id }) => user_id as never)
  assert.equal(ids.length, 200)
  // the web client sends both requests on one click
  for (const user_ids of [ids.slice(0, 100), ids.slice(100)]) {
    const { done, refused } = await momo.call(changeNewcomers, { user_ids, action: 'remove' })
    assert.deepEqual([done.length, refused], [100, []])
  }
  await server.runtime.timer.wake()
  assert.deepEqual((await momo.call(getHeldMessages, {})).held_messages, [])
  const isActive = ({ id }: Account) => society.org.get(peopleCache).byId.get(id)?.isActive
  assert.equal(accounts.filter(isActive).length, 0)
})
