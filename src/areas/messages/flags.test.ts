import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../test/harness/channel.ts'
import * as api from './api/flags.ts'
import { sendMessage } from './api/send.ts'

const direct = async (from: Person, to: number[], content: string) =>
  (await from.call(sendMessage, { type: 'direct', to, content })).id
const post = async (from: Person, to: number, topic: string, content: string) =>
  (await from.call(sendMessage, { type: 'channel', to, topic, content })).id

const watched = ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations']
const unreadOf = async (person: Person) => {
  const { initial } = await person.register(...watched)
  return initial.unread_msgs as {
    count: number
    pms: unknown[]
    streams: unknown[]
    huddles: unknown[]
    mentions: number[]
  }
}

test('messages begin unread, in the place where they belong, until they are read', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const watch = await ben.register(...watched)
  const one = await direct(ada, [ben.id], 'one')
  const group = await direct(ada, [ben.id, cleo.id], 'group')
  const soup = await post(ada, lunch, 'soup', `@**Ben** soup`)
  const more = await post(ada, lunch, 'Soup', 'more')
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await unreadOf(ben), {
    count: 4,
    pms: [{ other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [one] }],
    streams: [{ stream_id: lunch, topic: 'Soup', unread_message_ids: [soup, more] }],
    huddles: [{ user_ids_string: [ada.id, ben.id, cleo.id].join(), unread_message_ids: [group] }],
    mentions: [soup],
    old_unreads_missing: false,
  })
  const { messages } = await ben.call(api.updateMessageFlags, { messages: [one, soup], op: 'add', flag: 'read' })
  assert.deepEqual(messages, [one, soup])
  assert.equal((await unreadOf(ben)).count, 2)
  await watch.agreesWithFreshRegister()
  await ben.call(api.updateMessageFlags, { messages: [group, more], op: 'add', flag: 'read' })
  await watch.agreesWithFreshRegister()
  assert.equal((await unreadOf(ben)).count, 0)
})
