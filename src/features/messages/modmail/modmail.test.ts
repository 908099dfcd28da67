import { botTypes, roles } from '#contract'
import { assert, test } from '#test'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { restrictUser } from '../../people/restrictions/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { updateMessage } from '../messages/api/edit.ts'
import { sendMessage } from '../messages/api/send.ts'
import * as api from './api.ts'
import { directMessages, moderationChannel } from './fixture.ts'

test('a restricted person writes to the moderators, who reply without their names', async ({ ada, ben, momo }) => {
  const { posts } = await moderationChannel(ada)
  const restriction = { user_id: ben.id, until: null, reason: 'Spam' }
  await momo.call(restrictUser, { ...restriction, kind: 'read_only' })
  await momo.call(restrictUser, { ...restriction, kind: 'no_direct_messages' })
  const moderators = await momo.register('modmail')
  const own = await ben.register('own_modmail')
  const { modmail_id, message_id } = await ben.call(api.messageModerators, { content: ' Why am I read-only? ' })
  assert.equal((await moderators.of('modmail'))[0]?.modmail_id, modmail_id)
  assert.equal((await own.of('own_modmail'))[0]?.modmail_id, modmail_id)

  const { modmail, waiting } = await momo.call(api.getModmail)
  assert.equal(waiting, 1)
  assert.deepEqual(
    modmail.map(({ user_id, state, unanswered, messages }) => ({ user_id, state, unanswered, messages })),
    [
      {
        ...{ user_id: ben.id, state: 'open', unanswered: 1 },
        messages: [
          {
            ...{ id: message_id, from_moderators: false, author_id: ben.id, content: 'Why am I read-only?' },
            sent_at: modmail[0]?.messages[0]?.sent_at as number,
          },
        ],
      },
    ],
  )
  await momo.call(api.replyToModmail, { modmail_id, content: 'You posted 30 links.', last_message_id: message_id })
  assert.equal((await momo.call(api.getModmail)).waiting, 0)
  const sent = await ben.call(api.getOwnModmail)
  assert.deepEqual(
    sent.messages.map(({ from_moderators, content }) => [from_moderators, content]),
    [
      [true, 'You posted 30 links.'],
      [false, 'Why am I read-only?'],
    ],
  )
  assert.equal(sent.open_modmail_id, modmail_id)
  const notice = (await directMessages(ben)).at(-1)
  assert.match(
    notice?.content ?? '',
    /^The moderators replied .*#settings\/message-moderators\).*```quote\nYou posted 30 links\.\n```$/s,
  )
  for (const text of [JSON.stringify(sent), notice?.content ?? '']) {
    assert.ok(!text.includes('Momo'))
    assert.ok(!text.includes('author_id'))
  }
  const second = await ben.call(api.messageModerators, { content: 'I won’t do it again.' })
  assert.equal(second.modmail_id, modmail_id)
  const topics = new Set((await posts()).map(({ subject }) => subject))
  assert.deepEqual([...topics], [`modmail: Ben (${modmail_id})`])
  assert.match(
    (await posts()).map(({ content }) => content).join('\n\n'),
    /@_\*\*Ben\|.*Why am I.*@_\*\*Momo\|.*30 links.*again/s,
  )
  const { entries } = await ada.call(getAuditLog)
  assert.equal(entries.filter(({ action }) => action === 'POST /modmail/{modmail_id}/reply').length, 1)
})

test('everyone signed in can write to the moderators, but only moderators can read it', async ({
  ben,
  cleo,
  gus,
  momo,
  society,
}) => {
  const { modmail_id } = await gus.call(api.messageModerators, { content: 'Hello' })
  for (const person of [ben, gus]) {
    await person.refused(api.getModmail, {})
    await person.refused(api.getModmailMessages, { modmail_id })
    await person.refused(api.replyToModmail, { modmail_id, content: 'Hi' })
    await person.refused(api.updateModmail, { modmail_id, state: 'closed' })
  }
  assert.deepEqual((await cleo.call(api.getOwnModmail)).messages, [])
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await bot.refused(api.messageModerators, { content: 'Hello' })
  await momo.refused(api.replyToModmail, { modmail_id: modmail_id + 1_000, content: 'Hi' }, api.noSuchConversation)
  await momo.refused(api.getModmailMessages, { modmail_id: modmail_id + 1_000 }, api.noSuchConversation)
})

test('a moderator who hasn’t seen the newest message can’t reply', async ({ society, ben, momo }) => {
  const mara = await society.join('Mara', roles.moderator)
  const { modmail_id, message_id } = await ben.call(api.messageModerators, { content: 'Help' })
  await mara.call(api.replyToModmail, { modmail_id, content: 'Sure', last_message_id: message_id })
  const late = { modmail_id, content: 'No', last_message_id: message_id }
  await momo.refused(api.replyToModmail, late, api.conversationChanged)
  assert.equal((await ben.call(api.getOwnModmail)).messages.length, 2)
})

test('a closed conversation can be reopened, and the person’s next message starts another', async ({ ben, momo }) => {
  const { modmail_id } = await ben.call(api.messageModerators, { content: 'Help' })
  await momo.call(api.replyToModmail, { modmail_id, content: 'Done', close: true })
  await momo.refused(api.replyToModmail, { modmail_id, content: 'More' }, api.conversationClosed)
  assert.equal((await ben.call(api.getOwnModmail)).open_modmail_id, null)
  await momo.call(api.updateModmail, { modmail_id, state: 'open' })
  await momo.call(api.updateModmail, { modmail_id, state: 'open' })
  assert.equal((await ben.call(api.getOwnModmail)).open_modmail_id, modmail_id)
  await momo.call(api.updateModmail, { modmail_id, state: 'closed' })
  const next = await ben.call(api.messageModerators, { content: 'Something else' })
  assert.notEqual(next.modmail_id, modmail_id)
  await momo.refused(api.updateModmail, { modmail_id, state: 'open' }, api.hasOpenConversation)
  const { modmail: closed } = await momo.call(api.getModmail, { state: 'closed' })
  assert.deepEqual(
    closed.map(({ id, closed_by }) => [id, closed_by]),
    [[modmail_id, momo.id]],
  )
})

test('a conversation stays in its topic after moderators rename the topic', async ({ ada, ben, momo }) => {
  const { id, posts } = await moderationChannel(ada)
  const { modmail_id } = await ben.call(api.messageModerators, { content: 'Help' })
  const notice = (await posts())[0] as unknown as { id: number }
  await ada.call(updateMessage, { message_id: notice.id as never, topic: 'ben asks', propagate_mode: 'change_all' })
  await momo.call(api.replyToModmail, { modmail_id, content: 'Yes?' })
  const topics = (await posts()).filter(({ content }) => content.includes('```')).map(({ subject }) => subject)
  assert.deepEqual(topics, ['ben asks', 'ben asks'])
  // what moderators write in the topic isn’t sent to the person
  await ada.call(sendMessage, { type: 'channel', to: id, topic: 'ben asks', content: 'Just between us' })
  assert.equal((await ben.call(api.getOwnModmail)).messages.length, 2)
})

test('older messages of a conversation are fetched in pages', async ({ ben, momo }) => {
  const { modmail_id } = await ben.call(api.messageModerators, { content: 'first' })
  for (let at = 0; at < 11; at++) await momo.call(api.replyToModmail, { modmail_id, content: `reply ${at}` })
  const [listed] = (await momo.call(api.getModmail)).modmail
  assert.deepEqual([listed?.messages.length, listed?.has_more_messages], [10, true])
  assert.equal(listed?.messages[0]?.content, 'reply 1')
  const before = listed?.messages[0]?.id as number
  const { messages, has_more } = await momo.call(api.getModmailMessages, { modmail_id, before })
  assert.deepEqual([messages.map(({ content }) => content), has_more], [['reply 0', 'first'], false])
})

test('deleting someone’s profile deletes their conversations with the moderators', async ({ ada, ben, momo }) => {
  const { modmail_id } = await ben.call(api.messageModerators, { content: 'My address is 1 Loom Street' })
  await ada.call(deactivateUser, { user_id: ben.id })
  await momo.refused(api.replyToModmail, { modmail_id, content: 'Hi' }, api.personDeactivated)
  await ada.call(deactivateUser, { user_id: ben.id, actions: { delete_profile: true } })
  assert.deepEqual((await momo.call(api.getModmail)).modmail, [])
})
