import { event, z } from '#contract'
import { assert, type Person, type TestOrganization, test } from '#test'
import * as api from './api/flags.ts'
import { sendMessage } from './api/send.ts'

const created = event('stream', 'create', { streams: z.array(z.object({ stream_id: z.int() })) })
const joined = event('subscription', 'add', { subscriptions: z.array(z.unknown()) })

async function channelOf(society: TestOrganization, name: string, ...people: Person[]): Promise<number> {
  const { org } = society
  return org.write(null, async (act) => {
    const org_id = org.id
    const conversation = await act.tx
      .insertInto('conversation')
      .values({ org_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await act.tx
      .insertInto('channel')
      .values({ org_id, conversation_id: conversation.id, name, created_at: act.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { id: user_id } of people) {
      await act.tx.insertInto('subscription').values({ org_id, user_id, channel_id: id, color: '#aabbcc' }).execute()
      await act.tx
        .insertInto('subscription_span')
        .values({ org_id, user_id, channel_id: id, from_message_id: 1, from_position: act.position })
        .execute()
    }
    act.emit(created, { streams: [{ stream_id: id }] }, [])
    act.emit(
      joined,
      { subscriptions: [] },
      people.map((one) => one.id),
    )
    return id
  })
}

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
  const lunch = await channelOf(society, 'lunch', ada, ben, cleo)
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
