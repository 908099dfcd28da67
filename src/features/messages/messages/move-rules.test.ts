import { assert, type Person, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { channelArchived } from '../../channels/channels/errors.ts'
import { policies } from '../../channels/user-topics/api.ts'
import * as api from './api/edit.ts'
import { cannotStartTopic } from './api/send.ts'
import { emptyTopicRefused, namedTopicRefused } from './errors.ts'

const quiet = { send_notification_to_new_thread: false }
const people = (...list: Person[]) => ({ direct_members: list.map(({ id }) => id), direct_subgroups: [] })

type Setting = 'everything' | 'no topics' | 'no channels' | 'no resolving' | 'nothing'
type Action = 'topic' | 'channel' | 'resolve' | 'both'
type Who = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest' | 'channelAdministrator'

/** The expected permissions: channel administrators can always move, and resolving always needs the permission. */
function expected(who: Who, setting: Setting, action: Action): boolean {
  const administers = ['owner', 'administrator', 'channelAdministrator'].includes(who)
  const topics = administers || !['no topics', 'nothing'].includes(setting)
  // guests never move messages between channels, whatever the setting says
  const channels = administers || (who !== 'guest' && !['no channels', 'nothing'].includes(setting))
  if (action === 'topic') return topics
  if (action === 'channel') return channels
  if (action === 'resolve') return !['no resolving', 'nothing'].includes(setting)
  return topics && channels
}

test('role and settings decide who can move and resolve', async ({ ada, ben, cleo, gus, ines, momo, society }) => {
  const all: Record<Who, Person> = {
    owner: ada,
    administrator: ines,
    moderator: momo,
    member: ben,
    guest: gus,
    channelAdministrator: cleo,
  }
  const everyone = Object.values(all)
  const lunch = await makeChannel(society.org, 'lunch', everyone)
  const dinner = await makeChannel(society.org, 'dinner', everyone)
  await ada.send('PATCH', `/streams/${lunch}`, { can_administer_channel_group: { new: people(cleo) } })
  const can = (allowed: boolean) => ({ new: people(...(allowed ? everyone : [])) })
  let count = 0
  for (const setting of ['everything', 'no topics', 'no channels', 'no resolving', 'nothing'] as const) {
    await ada.send('PATCH', '/realm', {
      can_move_messages_between_topics_group: can(!['no topics', 'nothing'].includes(setting)),
      can_move_messages_between_channels_group: can(!['no channels', 'nothing'].includes(setting)),
      can_resolve_topics_group: can(!['no resolving', 'nothing'].includes(setting)),
    })
    for (const [who, person] of Object.entries(all) as [Who, Person][])
      for (const action of ['topic', 'channel', 'resolve', 'both'] as const) {
        const name = `topic ${++count}`
        const message_id = await ada.sends('Hello', { channel: lunch, topic: name })
        const change = {
          topic: { topic: `${name} renamed` },
          channel: { stream_id: dinner },
          resolve: { topic: `✔ ${name}` },
          both: { topic: `${name} renamed`, stream_id: dinner },
        }[action]
        const asked = { message_id, propagate_mode: 'change_all' as const, ...quiet, ...change }
        const label = `${who}, ${setting}, ${action}`
        const outcome = await person.call(api.updateMessage, asked).then(
          () => true,
          (error: { code: string; message: string }) => {
            assert.equal(error.code, 'BAD_REQUEST', label)
            return false
          },
        )
        assert.equal(outcome, expected(who, setting, action), label)
      }
  }
})

test('moves past the time limit return what the client could move instead', async ({
  ada,
  ben,
  momo,
  society,
  server,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, momo])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben, momo])
  await ada.send('PATCH', '/realm', {
    move_messages_within_stream_limit_seconds: 3600,
    move_messages_between_streams_limit_seconds: 600,
  })
  server.clock.set(new Date())
  const old = [
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
  ]
  server.clock.advance(1800_000)
  const middle = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  server.clock.advance(2000_000)
  const young = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const watch = await ben.register('update_message')
  const refused = async (params: object) => {
    const error = await ben.refused(api.updateMessage, { message_id: young, ...quiet, ...params } as never)
    assert.deepEqual([error.status, error.code], [400, 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'])
    return [
      error.fields.first_message_id_allowed_to_move,
      error.fields.total_messages_in_topic,
      error.fields.total_messages_allowed_to_move,
      error.message,
    ]
  }
  const words = (allowed: number) =>
    `You only have permission to move the ${allowed}/4 most recent messages in this topic.`
  assert.deepEqual(await refused({ topic: 'stew', propagate_mode: 'change_all' }), [middle, 4, 2, words(2)])
  assert.deepEqual(await refused({ stream_id: dinner, propagate_mode: 'change_all' }), [young, 4, 1, words(1)])
  assert.deepEqual(await refused({ stream_id: dinner, topic: 'stew', propagate_mode: 'change_all' }), [
    young,
    4,
    1,
    words(1),
  ])
  assert.deepEqual(await refused({ message_id: old[1], topic: 'stew', propagate_mode: 'change_later' }), [
    middle,
    4,
    2,
    words(2),
  ])
  // a single message can't be moved partially
  assert.deepEqual(await refused({ message_id: old[0], topic: 'stew' }), [null, 4, 0, words(0)])
  server.clock.advance(3700_000)
  assert.deepEqual(await refused({ message_id: young, topic: 'stew', propagate_mode: 'change_all' }), [
    null,
    4,
    0,
    words(0),
  ])
  assert.deepEqual(await watch.ops(), [])
  await momo.call(api.updateMessage, { message_id: young, topic: 'stew', propagate_mode: 'change_all', ...quiet })
  await ada.send('PATCH', '/realm', { move_messages_within_stream_limit_seconds: 'unlimited' })
  await ben.call(api.updateMessage, { message_id: young, topic: 'soup', propagate_mode: 'change_all', ...quiet })
  server.clock.release()
})

test('a member retries with the messages that can be moved', async ({ ada, ben, society, server }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  await ada.send('PATCH', '/realm', { move_messages_within_stream_limit_seconds: 3600 })
  server.clock.set(new Date())
  await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  server.clock.advance(7200_000)
  const [one, two] = [
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
  ]
  const move = { message_id: two, topic: 'stew', propagate_mode: 'change_all' as const, ...quiet }
  const { fields } = await ben.refused(api.updateMessage, move)
  const watch = await ben.register('update_message')
  await ben.call(api.updateMessage, {
    ...move,
    message_id: fields.first_message_id_allowed_to_move as number,
    propagate_mode: 'change_later',
  })
  assert.deepEqual((await watch.of('update_message'))[0]?.message_ids, [one, two])
  server.clock.release()
})

test("older messages that the mover can't see don't count in protected history", async ({
  ada,
  ben,
  society,
  server,
}) => {
  const fields = { invite_only: true, history_public_to_subscribers: false }
  const club = await makeChannel(society.org, 'club', [ada], fields)
  await ada.send('PATCH', '/realm', { move_messages_within_stream_limit_seconds: 3600 })
  server.clock.set(new Date())
  await ada.sends('Hello', { channel: club, topic: 'plans' })
  server.clock.advance(7200_000)
  await joinChannel(society.org, club, ben, ada)
  const id = await ada.sends('Hello', { channel: club, topic: 'plans' })
  const watch = await ben.register('update_message')
  await ben.call(api.updateMessage, { message_id: id, topic: 'ideas', propagate_mode: 'change_all', ...quiet })
  assert.deepEqual((await watch.of('update_message'))[0]?.message_ids, [id])
  server.clock.release()
})

test('channel settings can require topics, forbid them, or forbid new ones', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const [named, bare, closed] = [
    await makeChannel(society.org, 'named', [ada, ben]),
    await makeChannel(society.org, 'bare', [ada, ben]),
    await makeChannel(society.org, 'closed', [ada, ben]),
  ]
  await ada.send('PATCH', `/streams/${named}`, { topics_policy: 'disable_empty_topic' })
  for (const { id } of (
    (await ada.send('GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: bare }],
    })) as { messages: { id: number }[] }
  ).messages)
    await ada.send('DELETE', `/messages/${id}`)
  await ada.send('PATCH', `/streams/${bare}`, { topics_policy: 'empty_topic_only' })
  await ada.send('PATCH', `/streams/${closed}`, { can_create_topic_group: { new: people(ada) } })
  const known = await ada.sends('Hello', { channel: closed, topic: 'known' })
  const id = await ben.sends('Hello', { channel: lunch, topic: 'soup' })
  const move = (params: object) => ({ message_id: id, ...quiet, ...params }) as { message_id: number }
  await ben.refused(api.updateMessage, move({ topic: '', stream_id: named }), emptyTopicRefused)
  await ben.refused(api.updateMessage, move({ stream_id: bare }), namedTopicRefused)
  await ben.refused(api.updateMessage, move({ stream_id: closed }), cannotStartTopic)
  await ben.call(api.updateMessage, move({ topic: 'Known', stream_id: closed }))
  // resolving doesn't start a topic
  await ben.call(api.updateMessage, { message_id: known, topic: '✔ known', propagate_mode: 'change_all' })
  await ada.send('DELETE', `/streams/${closed}`)
  await ada.refused(api.updateMessage, move({ topic: 'other' }), channelArchived)
})

test('notices of resolved topics arrive read unless the user follows or wants them', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const id = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  await ben.send('POST', '/user_topics', { stream_id: lunch, topic: 'soup', visibility_policy: policies.followed })
  const watches = [await ben.register(), await cleo.register()]
  const resolve = async (topic: string) => {
    await ada.call(api.updateMessage, { message_id: id, topic, propagate_mode: 'change_all' })
    const read = []
    for (const watch of watches) {
      await watch.agreesWithFreshRegister()
      const notice = (await watch.of('message')).at(-1) as { flags: string[] }
      read.push(notice.flags.includes('read'))
    }
    return read
  }
  assert.deepEqual(await resolve('✔ soup'), [false, true])
  await ben.send('PATCH', '/settings', { resolved_topic_notice_auto_read_policy: 'always' })
  await cleo.send('PATCH', '/settings', { resolved_topic_notice_auto_read_policy: 'never' })
  assert.deepEqual(await resolve('soup'), [true, false])
})
