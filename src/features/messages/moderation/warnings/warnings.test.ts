import { botTypes, roles } from '#contract'
import { assert, test } from '#test'
import { restrictUser } from '../../../people/restrictions/api.ts'
import { deactivateUser } from '../../../people/users/api.ts'
import * as files from '../api.ts'
import * as api from './api.ts'

const content = 'Please stop **advertising**'

test('a warning reaches all clients of a person, who acknowledges it once', async ({ ada, ben, momo, cleo }) => {
  const user_id = ben.id
  const watch = await ben.register()
  const moderators = await ada.register('moderation_file')
  const { warning } = await momo.call(api.warnUser, { user_id, content })
  assert.deepEqual([warning.author_id, warning.content, warning.acknowledged_at], [momo.id, content, null])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().own_warnings, [{ id: warning.id, content, created_at: warning.created_at }])
  const { messages } = await ben.send('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'is', operand: 'dm' }],
  })
  const [{ content: text, sender_full_name }] = messages as [{ content: string; sender_full_name: string }]
  assert.equal(text, `Moderators have sent you a warning:\n\n\`\`\`quote\n${content}\n\`\`\``)
  assert.equal(sender_full_name, 'Notification Bot')
  // works while read-only, too
  await momo.call(restrictUser, { user_id, kind: 'read_only', until: null, reason: 'Spam' })
  await cleo.refused(api.acknowledgeWarning, { warning_id: warning.id }, files.noSuchWarning)
  await ben.call(api.acknowledgeWarning, { warning_id: warning.id })
  const [listed] = (await momo.call(files.getModerationFile, { user_id })).warnings
  assert.equal(typeof listed?.acknowledged_at, 'number')
  await ben.call(api.acknowledgeWarning, { warning_id: warning.id })
  assert.deepEqual((await momo.call(files.getModerationFile, { user_id })).warnings, [listed])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().own_warnings, [])
  assert.equal((await moderators.of('moderation_file')).length, 2)
})

test('a warning can be withdrawn until it’s acknowledged', async ({ society, ben, momo, ines }) => {
  const mara = await society.join('Mara', roles.moderator)
  const user_id = ben.id
  const watch = await ben.register('own_warnings')
  const [first, second] = [
    (await momo.call(api.warnUser, { user_id, content: 'one' })).warning.id,
    (await momo.call(api.warnUser, { user_id, content: 'two' })).warning.id,
  ]
  await mara.call(api.withdrawWarning, { user_id, warning_id: first })
  await mara.refused(api.withdrawWarning, { user_id, warning_id: first }, files.noSuchWarning)
  await watch.agreesWithFreshRegister()
  await ben.refused(api.acknowledgeWarning, { warning_id: first }, files.noSuchWarning)
  await ben.call(api.acknowledgeWarning, { warning_id: second })
  await ines.refused(api.withdrawWarning, { user_id, warning_id: second }, files.alreadyAcknowledged)
})

test('warnings are limited, and bots and deactivated users can’t be warned', async ({
  society,
  ada,
  ben,
  cleo,
  momo,
}) => {
  const user_id = ben.id
  for (const bad of ['', ' ', 'x'.repeat(2_001)]) await momo.refused(api.warnUser, { user_id, content: bad })
  for (let at = 0; at < 10; at++) await momo.call(api.warnUser, { user_id, content: `warning ${at}` })
  await momo.refused(api.warnUser, { user_id, content }, files.tooManyWarnings)
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: cleo.id })
  await momo.refused(api.warnUser, { user_id: bot.id, content }, files.cannotWarn)
  await ada.call(deactivateUser, { user_id: cleo.id })
  await momo.refused(api.warnUser, { user_id: cleo.id, content }, files.cannotWarn)
  await momo.refused(api.warnUser, { user_id: ada.id, content }, files.cannotRestrictRank)
  await ben.refused(api.warnUser, { user_id: momo.id, content }, files.cannotRestrict)
  await ada.call(deactivateUser, { user_id, actions: { delete_profile: true } })
  assert.deepEqual((await momo.call(files.getModerationFile, { user_id })).warnings, [])
})
