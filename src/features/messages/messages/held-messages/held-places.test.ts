import type { Viewer } from '#platform/viewer'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { heldBy, hold } from '../../../../../test/harness/held.ts'
import { updateChannel } from '../../../channels/channels/api.ts'
import { cannotMakePublicYet } from '../../../channels/channels/errors.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { compose, composeContext } from '../actions/compose.ts'
import { updateMessage } from '../api/edit.ts'
import { sendMessage } from '../api/send.ts'
import type { Message } from '../wire.ts'
import { needsReview } from './access.ts'
import * as api from './api.ts'
import { minNoticeIntervalMs } from './limits.ts'
import { heldMessageChanged } from './states.ts'
import { insert } from './store.ts'

test.afterEach(({ server }) => server.clock.release())

const post = (content: string) => ({ type: 'channel', to: 'general', topic: 'looms', content }) as const
const direct = ({ id }: Person) => ({ type: 'direct' as const, to: [id], content: 'Hi' })

/** How many notices about held messages are in a channel. */
async function noticesIn(channel: number, reader: Person): Promise<number> {
  const narrow = [{ operator: 'channel', operand: channel }]
  const wanted = { anchor: 'newest', num_before: 50, num_after: 0, narrow }
  const { messages } = await reader.send('GET', '/messages', wanted)
  return (messages as Message[]).filter(({ content }) => /waiting for a moderator/.test(content)).length
}

test('direct messages, private channels, and moderators’ messages aren’t held', async ({ ada, ben, cleo, momo }) => {
  const secret = await makeChannel(ada.org, 'council', [ada, ben], { invite_only: true })
  await hold(ada)
  await ben.call(sendMessage, direct(cleo))
  await ben.call(sendMessage, { ...post('Hi'), to: secret })
  await momo.call(sendMessage, post('Hi'))
})

test('a rejected message reveals no private channels or hidden people', async ({ ada, ben, cleo, momo }) => {
  await makeChannel(ada.org, 'council', [ada, momo], { invite_only: true })
  await hold(ada)
  const held_id = await heldBy(ben, `#**council** @**${cleo.name}** \`\`\`\n@**${momo.name}**`)
  const watch = await ben.register('message')
  await momo.call(api.rejectHeldMessage, { held_id, reason: 'See #**council**' })
  const [notice] = await watch.of('message')
  const content = (notice?.message as Message | undefined)?.content ?? ''
  assert.match(content, /See #<strong>council/)
  assert.doesNotMatch(content, /data-stream-id|data-user-id/)
})

test('messages in private channels can’t get around reviews', async ({ ada, ben, momo }) => {
  await hold(ada)
  const secret = await makeChannel(ada.org, 'looms of Ben', [ben], { invite_only: true })
  const looms = await makeChannel(ada.org, 'looms', [ben])
  const inSecret = () => ben.sends('Hi', { channel: secret, topic: 'looms' })
  await inSecret()
  await inSecret()
  const message_id = await inSecret()
  const held_id = await heldBy(ben, 'Still held')
  const move = { message_id, stream_id: looms, propagate_mode: 'change_all' } as const
  await ben.refused(updateMessage, move, api.cannotHold)
  await ben.refused(updateChannel, { stream_id: secret, is_private: false }, cannotMakePublicYet)
  await ben.call(updateChannel, { stream_id: secret, description: 'Looms', is_private: true })
  await momo.call(api.releaseHeldMessage, { held_id })
  await ben.call(updateMessage, move)
  await ben.call(updateChannel, { stream_id: secret, is_private: false })
})

test('edits in public channels can’t get around reviews', async ({ ada, ben, momo }) => {
  const secret = await makeChannel(ada.org, 'council', [ada, ben], { invite_only: true })
  await hold(ada, 2)
  const held_id = await heldBy(ben, 'Hello')
  const { message_id } = await momo.call(api.releaseHeldMessage, { held_id })
  const edit = { message_id, content: 'Buy this' } as const
  const { fields } = await ben.refused(updateMessage, edit, api.cannotEditYet)
  assert.equal(fields.rule, 'held')
  const inSecret = await ben.sends('Hi', { channel: secret, topic: 'looms' })
  await ben.call(updateMessage, { message_id: inSecret, content: 'Hi, all' })
  await ada.call(updateOrganization, { newcomer_held_messages: 1 })
  await ben.call(updateMessage, edit)
})

test('the current privacy of a channel decides whether a message is held', async ({ ada, ben }) => {
  const { org } = ada
  const stream_id = await makeChannel(org, 'looms', [ada, ben], { invite_only: true })
  await hold(ada)
  const place = { type: 'channel', to: stream_id, topic: 'x' } as const
  const author = composeContext(org, org.viewer(ben.id) as Viewer)
  const outgoing = await compose(author, { place, content: 'x', client: 'test' })
  const isHeld = () => org.transact(ben.id, (mutation) => needsReview(mutation, outgoing))
  assert.equal(await isHeld(), false)
  await ada.call(updateChannel, { stream_id, is_private: false })
  assert.equal(await isHeld(), true)
})

test('closing a channel returns its held messages to their authors', async ({ ada, ben, momo }) => {
  await ada.call(updateOrganization, { waiting_period_threshold: 3 })
  for (const change of [{ is_private: true }, { is_archived: true }]) {
    const looms = await makeChannel(ada.org, `looms ${Object.keys(change)}`, [ben])
    const other = await makeChannel(ada.org, `other ${Object.keys(change)}`, [ben])
    await hold(ada)
    await heldBy(ben, 'First 🧵', 'x', looms)
    await heldBy(ben, 'Second 🧵', 'x', looms)
    const held_id = await heldBy(ben, 'Elsewhere', 'x', other)
    const author = await ben.register()
    await ada.call(updateChannel, { stream_id: looms, slow_mode_seconds: 0, description: 'Looms' })
    assert.equal((await momo.call(api.getHeldMessages)).held_messages.length, 3)
    await ben.call(updateChannel, { stream_id: looms, ...change })
    await author.agreesWithFreshRegister()
    const returned = (await author.of('message')).map(({ message }) => (message as Message).content)
    assert.match(returned.filter((text) => /archived or made private/.test(text)).join(), /First 🧵[\s\S]*Second 🧵/)
    assert.deepEqual(
      (await momo.call(api.getHeldMessages)).held_messages.map(({ id }) => id),
      [held_id],
    )
    await ben.call(api.withdrawHeldMessage, { held_id })
  }
})

test('moderators get one notice when messages start to wait', async ({ ada, ben, cleo, momo }) => {
  const channel = await makeChannel(ada.org, 'requests', [ada, momo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: channel })
  await hold(ada)
  await heldBy(ben, '1')
  await heldBy(cleo, '2')
  assert.equal(await noticesIn(channel, momo), 1)
})

test('an author who holds and withdraws messages causes a notice every ten minutes', async ({
  ada,
  ben,
  momo,
  server,
}) => {
  const channel = await makeChannel(ada.org, 'requests', [ada, momo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: channel })
  await hold(ada)
  for (const text of ['1', '2', '3']) await ben.call(api.withdrawHeldMessage, { held_id: await heldBy(ben, text) })
  await heldBy(ben, 'Without a notice')
  assert.equal(await noticesIn(channel, momo), 1)
  server.clock.set(new Date(Date.now() + minNoticeIntervalMs + 1_000))
  await heldBy(ben, 'The notice is about this and the one before')
  assert.equal(await noticesIn(channel, momo), 2)
  server.clock.set(new Date(Date.now() + 2 * minNoticeIntervalMs + 2_000))
  await heldBy(ben, 'Moderators know that messages are waiting')
  assert.equal(await noticesIn(channel, momo), 2)
})

test('messages that no moderator can see don’t suppress notices', async ({ ada, ben, cleo, momo, server }) => {
  const channel = await makeChannel(ada.org, 'requests', [ada, momo], { invite_only: true })
  const secret = await makeChannel(ada.org, 'council', [cleo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: channel })
  await hold(ada)
  await ada.org.transact(null, async (mutation) => {
    const place = { org_id: ada.org.id, user_id: cleo.id, channel_id: secret, topic: 'x' }
    await insert(mutation.tx, { ...place, content: 'x', client: 'test', key: null, held_at: mutation.now })
    mutation.emit(heldMessageChanged, { user_id: cleo.id }, [])
  })
  const held_id = await heldBy(ben, '1')
  await momo.call(api.rejectHeldMessage, { held_id })
  server.clock.set(new Date(Date.now() + minNoticeIntervalMs + 1_000))
  await heldBy(ben, '2')
  assert.equal(await noticesIn(channel, momo), 2)
})
