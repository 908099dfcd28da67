import { roles } from '#contract'
import { assert, test } from '#test'
import { agentFor } from '../../../../test/harness/agent.ts'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { fetchAs, upload } from '../../../../test/harness/files.ts'
import { updateChannel } from '../../channels/channels/api.ts'
import { getAgentChanges, notUndoable, undoAgentChange } from '../../integrations/agents/changes/api.ts'
import { updateMessage } from '../messages/api/edit.ts'
import { getModerationFile } from '../moderation/api.ts'
import { deleteMessagesOf, undoDeletion } from '../moderation/deletions/api.ts'
import * as api from './api.ts'
import { exists, noticesTo, openCommunity, place, report, reportsOf, welcome } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date()))
test.afterEach(({ server }) => server.clock.release())

test('undoing a report by an agent can’t delete the notices to moderators', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const agent = await agentFor(society, cleo, { name: 'Watcher' })
  await report(agent, await ben.sends('Buy this loom', place))
  const [act] = (await cleo.call(getAgentChanges)).acts
  await cleo.refused(undoAgentChange, { act_id: act?.id as number }, notUndoable)
  const { messages } = await momo.send('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 20, num_after: 0 },
    narrow: [{ operator: 'channel', operand: 'moderation' }],
  })
  const notices = (messages as { content: string }[]).filter(({ content }) => content.includes('reported'))
  assert.equal(notices.length, 2)
})

test('someone whose report was dismissed can’t report the same text again to hide it', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
  server,
}) => {
  const { dora, emil } = await openCommunity(society, { ada, momo })
  await welcome(momo, [cleo, dora, emil])
  const [first, second] = [await ben.sends('My loom', place), await ben.sends('Your loom', place)]
  for (const id of [first, second]) {
    await report(cleo, id)
    const report_id = (await reportsOf(momo))[0]?.id as number
    await momo.call(api.changeMessageReport, { report_id, state: 'dismissed' })
    await report(cleo, id)
    await report(dora, id)
    assert.equal(await exists(ben, id), true)
  }
  await report(emil, first)
  assert.equal(await exists(ben, first), false)
  server.clock.advance(1_000)
  await ben.call(updateMessage, { message_id: second, content: 'Buy a loom' })
  await report(cleo, second)
  assert.equal(await exists(ben, second), false)
})

test('reports don’t hide a message again after a bulk deletion was undone', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
  server,
}) => {
  const { dora } = await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo, dora])
  const [kept, edited] = [await ben.sends('My loom', place), await ben.sends('Your loom', place)]
  for (const id of [kept, edited]) await report(cleo, id)
  const user_id = ben.id
  const { deletion } = await momo.call(deleteMessagesOf, { user_id, period: 'all' })
  const state = async () => (await momo.call(getModerationFile, { user_id })).deletions[0]?.state
  while ((await state()) === 'deleting') await server.runtime.timer.wake()
  // forgets decisions about messages that are gone for good
  const other = await ben.sends('Another loom', place)
  await report(cleo, other)
  await momo.call(undoDeletion, { user_id, deletion_id: deletion.id })
  while ((await state()) === 'restoring') await server.runtime.timer.wake()
  for (const id of [kept, edited]) await report(dora, id)
  assert.deepEqual([await exists(ben, kept), await exists(ben, edited), await exists(ben, other)], [true, true, false])
  server.clock.advance(1_000)
  await ben.call(updateMessage, { message_id: edited, content: 'Buy a loom' })
  await report(dora, edited)
  assert.equal(await exists(ben, edited), false)
})

test('moderators can’t open files of hidden messages from before they joined a channel', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const mara = await society.join('Mara', roles.moderator)
  const stream_id = await makeChannel(society.org, 'plaza', [ben, cleo, ada])
  const { url } = await upload(ben, 'loom.txt', 'x')
  await report(cleo, await ben.sends(`Buy [this](${url})`, { channel: 'plaza', topic: 'x' }))
  await ada.call(updateChannel, { stream_id, is_private: true, history_public_to_subscribers: false })
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'plaza' }], principals: [mara.id] })
  assert.deepEqual([(await fetchAs(mara, url)).status, (await fetchAs(ada, url)).status], [404, 200])
})

test('restoring doesn’t tell its author the new name of a channel that became private', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const stream_id = await makeChannel(society.org, 'plaza', [cleo, ada, momo])
  const id = await ben.sends('Buy this loom', { channel: 'plaza', topic: 'x' })
  await report(cleo, id)
  await ada.call(updateChannel, { stream_id, is_private: true, new_name: 'layoffs' })
  await momo.call(api.restoreReportedMessage, { report_id: (await reportsOf(momo))[0]?.id as number })
  assert.equal(await exists(ada, id), true)
  assert.match((await noticesTo(ben)).at(-1) ?? '', /^Members reported your message in #\*\*plaza/)
})
