import { botTypes, dayMs, roles } from '#contract'
import { assert, test } from '#test'
import { getUser, reactivateUser } from '../../../people/users/api.ts'
import { getMessages } from '../../messages/api/fetch.ts'
import * as files from '../api.ts'
import * as api from './api.ts'

test.afterEach(({ server }) => server.clock.release())

test('a moderator bans a new account with its bots and messages', async ({ society, ada, momo, server }) => {
  const spammer = await society.join('Spammer')
  const bot = await society.join('Spam bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: spammer.id })
  await spammer.sends('Buy this', { channel: 'general', topic: 'spam' })
  const user_id = spammer.id
  const { deletion } = await momo.call(api.banUser, { user_id, delete_messages: 'day', note: 'Spam wave' })
  assert.equal(deletion?.period, 'day')
  await server.runtime.timer.wake()
  for (const { id } of [spammer, bot]) assert.equal((await momo.call(getUser, { user_id: id })).user.is_active, false)
  const file = await momo.call(files.getModerationFile, { user_id })
  assert.deepEqual(
    [file.notes.map(({ content }) => content), file.deletions.map(({ deleted_count }) => deleted_count)],
    [['Spam wave'], [1]],
  )
  const narrow = [{ operator: 'sender', operand: user_id }] as never
  const { messages } = await ada.call(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow })
  assert.deepEqual(messages, [])
  await momo.refused(api.banUser, { user_id }, files.alreadyBanned)
  await ada.call(reactivateUser, { user_id })
})

test('only administrators can ban older accounts, and bots and peers can’t be banned', async ({
  society,
  ada,
  ben,
  ines,
  momo,
  server,
}) => {
  const joined = Date.now()
  server.clock.set(new Date(joined + 31 * dayMs))
  await momo.refused(api.banUser, { user_id: ben.id, note: 'x' }, files.tooOldToBan)
  assert.deepEqual((await momo.call(files.getModerationFile, { user_id: ben.id })).notes, [])
  const mara = await society.join('Mara', roles.moderator)
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await momo.refused(api.banUser, { user_id: mara.id }, files.cannotRestrictRank)
  await momo.refused(api.banUser, { user_id: ada.id }, files.cannotRestrictRank)
  await ben.refused(api.banUser, { user_id: momo.id }, files.cannotRestrict)
  await ines.refused(api.banUser, { user_id: bot.id }, files.cannotBanBot)
  const { deletion } = await ines.call(api.banUser, { user_id: ben.id })
  assert.equal(deletion, null)
})
