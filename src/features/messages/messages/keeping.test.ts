import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { KeptMessages } from '../../../../test/harness/kept-messages.ts'
import { deleteMessage, deleteTopic } from './api/delete.ts'
import { updateMessage } from './api/edit.ts'
import { markAllAsRead, updateMessageFlags } from './api/flags.ts'
import { addReaction, removeReaction } from './reactions/api.ts'
import { addSubmessage } from './submessages/api.ts'

/** After every step, compares Ben's offline cache with a fetch. */
async function scene(ada: Person, ben: Person) {
  const lunch = await makeChannel(ada.org, 'lunch', [ada, ben])
  const say = async (person: Person, topic: string, content: string) =>
    await person.sends(content, { channel: lunch, topic })
  await say(ada, 'soup', 'before anybody listens')
  const kept = await KeptMessages.open(ben)
  return { lunch, kept, say }
}

test('cached sent messages equal fetched ones', async ({ ada, ben }) => {
  const { kept, say } = await scene(ada, ben)
  await say(ada, 'soup', 'Leek, **please**')
  await say(ben, '', 'without a topic')
  await say(ada, 'soup', `@**Ben** and @**all**`)
  await say(ben, 'soup', '/me eats')
  await ada.sends('between us', ben)
  await kept.agreesWithFreshFetch()
  assert.ok((await kept.messages()).size >= 6)
})

test('cached edited messages equal fetched ones', async ({ ada, ben }) => {
  const { kept, say } = await scene(ada, ben)
  const own = await say(ben, 'soup', 'Leek')
  const others = await say(ada, 'soup', 'Onion')
  await ada.call(updateMessage, { message_id: others, content: '/me asks @**Ben** for *onions*' })
  await kept.agreesWithFreshFetch()
  await ada.call(updateMessage, { message_id: others, content: 'never mind' })
  await ben.call(updateMessage, { message_id: own, content: 'Leek soup' })
  await kept.agreesWithFreshFetch()
})

test('cached moved and resolved messages equal fetched ones', async ({ ada, ben }) => {
  // later subscribers see them as historical, which no event reports
  const dinner = await makeChannel(ada.org, 'dinner', [ada, ben])
  const { lunch, kept, say } = await scene(ada, ben)
  const first = await say(ben, 'soup', 'Leek')
  await say(ada, 'soup', 'Onion')
  await ada.call(updateMessage, { message_id: first, topic: 'stew', propagate_mode: 'change_later' })
  await kept.agreesWithFreshFetch()
  await ada.call(updateMessage, { message_id: first, topic: '✔ stew', propagate_mode: 'change_all' })
  await kept.agreesWithFreshFetch()
  await ada.call(updateMessage, { message_id: first, topic: 'stew', propagate_mode: 'change_all' })
  await kept.agreesWithFreshFetch()
  await ada.call(updateMessage, { message_id: first, stream_id: dinner, propagate_mode: 'change_all' })
  await kept.agreesWithFreshFetch()
  await ada.call(updateMessage, { message_id: first, stream_id: lunch, topic: 'soup', propagate_mode: 'change_one' })
  await kept.agreesWithFreshFetch()
})

test('deleted messages and those moved out of sight leave the cache', async ({ ada, ben }) => {
  const { lunch, kept, say } = await scene(ada, ben)
  const first = await say(ben, 'soup', 'Leek')
  const secret = await say(ada, 'stew', 'Onion')
  await say(ada, 'pie', 'Apple')
  await ada.call(deleteMessage, { message_id: first })
  await ada.call(deleteTopic, { stream_id: lunch, topic_name: 'pie' })
  await kept.agreesWithFreshFetch()
  const hidden = await makeChannel(ada.org, 'hidden', [ada], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await ada.call(updateMessage, { message_id: secret, stream_id: hidden, propagate_mode: 'change_all' })
  await kept.agreesWithFreshFetch()
  const left = await kept.messages()
  assert.ok(!left.has(first) && !left.has(secret))
})

test('cached flags equal fetched ones', async ({ ada, ben }) => {
  const { kept, say } = await scene(ada, ben)
  const ids = [await say(ada, 'soup', 'Leek'), await say(ada, 'soup', '@**Ben** Onion'), await say(ada, 'stew', 'Beef')]
  for (const [op, flag] of [
    ['add', 'starred'],
    ['add', 'collapsed'],
    ['add', 'read'],
    ['remove', 'collapsed'],
    ['remove', 'starred'],
    ['remove', 'read'],
  ] as const) {
    await ben.call(updateMessageFlags, { messages: ids.slice(0, 2), op, flag })
    await kept.agreesWithFreshFetch()
  }
  await ben.call(markAllAsRead)
  await kept.agreesWithFreshFetch()
  assert.ok([...(await kept.messages()).values()].every(({ flags }) => flags?.includes('read')))
})

test('cached reactions and polls equal fetched ones', async ({ ada, ben }) => {
  const { kept, say } = await scene(ada, ben)
  const message_id = await say(ada, 'soup', '/poll Which?\nLeek\nOnion')
  await ben.call(addReaction, { message_id, emoji_name: 'tada' })
  await ada.call(addReaction, { message_id, emoji_name: 'tada' })
  await ada.call(addReaction, { message_id, emoji_name: '+1' })
  await kept.agreesWithFreshFetch()
  await ben.call(removeReaction, { message_id, emoji_name: 'tada' })
  await ben.call(addSubmessage, {
    message_id,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  })
  await kept.agreesWithFreshFetch()
})
