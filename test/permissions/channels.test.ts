import fc from 'fast-check'
import { asChannelId, asMessageId, type MessageId } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { updateChannel } from '../../src/features/channels/channels/api.ts'
import { channelPermissionNames } from '../../src/features/channels/channels/wire.ts'
import {
  createChannel,
  subscribeToChannels,
  unsubscribeFromChannels,
} from '../../src/features/channels/subscriptions/api.ts'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { createGroup } from '../../src/features/people/groups/api.ts'
import { serverSupportedPermissionSettings } from '../../src/features/people/organization/permission-settings.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { isDone, webClientOf } from './web-client.ts'

/** The organization's permissions that apply to channels. */
const decisive = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_mention_many_users_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'can_set_delete_message_policy_group',
  'can_set_topics_policy_group',
] as const

/** No one, everyone, a group of some people, or some of the six people themselves. */
const holders = fc.oneof(
  fc.constant('nobody'),
  fc.constant('everyone'),
  fc.constant('group'),
  fc.subarray([0, 1, 2, 3, 4, 5]),
)
type Holders = typeof holders extends fc.Arbitrary<infer T> ? T : never
const limit = fc.constantFrom(null, 600, 86_400)

const plan = fc.record({
  privacy: fc.constantFrom('public', 'shared', 'protected', 'shared', 'protected'),
  isArchived: fc.constantFrom(false, false, false, true),
  isLarge: fc.boolean(),
  isOld: fc.boolean(),
  subscribers: fc.subarray([1, 2, 3, 4, 5]),
  inGroup: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
  channel: fc.array(holders, { minLength: 11, maxLength: 11 }),
  organization: fc.array(holders, { minLength: decisive.length, maxLength: decisive.length }),
  allowsEditing: fc.constantFrom(true, true, false),
  topics: fc.constantFrom('inherit', 'disable_empty_topic'),
  edit: limit,
  remove: limit,
  within: limit,
  between: limit,
  receipts: fc.boolean(),
  history: fc.constantFrom('all', 'moves', 'none'),
})

// content access through a group is enough to post, except with protected history
test('people in can_subscribe_group post without subscribing, where the history is shared', async ({ ada, ben }) => {
  for (const history_public_to_subscribers of [true, false]) {
    const { id } = await ada.call(createChannel, {
      name: `private ${history_public_to_subscribers}`,
      subscribers: [ada.id],
      invite_only: true,
      history_public_to_subscribers,
      can_subscribe_group: { direct_members: [ben.id], direct_subgroups: [] },
    })
    const { posting, store } = await webClientOf(ben)
    const one = store.channel(id)
    assert(one)
    const why = posting.whyNotInChannel(one)
    const isSent = await isDone(ben.sends('Hi', { channel: id, topic: 'soup' }))
    assert.equal(isSent, history_public_to_subscribers)
    assert.equal(why, isSent ? undefined : 'You need to join this channel to post.')
  }
})

test(
  'in a channel, the web client offers exactly what the server allows',
  async ({ server, society, ada, ines, momo, ben, cleo, gus }) => {
    const people = [ada, ines, momo, ben, cleo, gus]
    const crowd: Person[] = []
    for (let nth = 0; nth < 12; nth++) crowd.push(await society.join(`Crowd ${nth}`))
    const extra = await society.join('Extra')
    const open = await ada.call(createChannel, { name: 'open', subscribers: people.map(({ id }) => id) })
    const moderation = await ada.call(createChannel, { name: 'moderation', subscribers: [ada.id], invite_only: true })
    await ada.call(updateOrganization, { moderation_request_channel_id: asChannelId(moderation.id) })
    const systemGroups = (await webClientOf(ada)).store.groups.value
    const system = (name: string) => systemGroups.find((group) => group.name === name)?.id as number
    await ada.sends('Hi', { channel: open.id, topic: 'old' })
    let runs = 0
    const differences: unknown[] = []
    let compared = 0

    await holds(
      fc.asyncProperty(plan, async (asked) => {
        const name = `channel ${++runs}`
        const everything = Object.fromEntries(
          decisive.map((permission) => [permission, { new: system('role:everyone') }]),
        )
        for (const permission of decisive)
          if (!serverSupportedPermissionSettings.realm[permission].allow_everyone_group)
            everything[permission] = { new: system('role:members') }
        await ada.call(updateOrganization, {
          ...everything,
          message_edit_history_visibility_policy: asked.history as 'all',
          enable_read_receipts: asked.receipts,
          allow_message_editing: asked.allowsEditing,
          message_content_edit_limit_seconds: asked.edit,
          message_content_delete_limit_seconds: asked.remove,
          move_messages_within_stream_limit_seconds: asked.within,
          move_messages_between_streams_limit_seconds: asked.between,
        })
        const { group_id } = await ada.call(createGroup, {
          name: `group ${runs}`,
          description: '',
          members: asked.inGroup.map((nth) => (people[nth] as Person).id),
        })
        const value = (drawn: Holders, forEveryone: boolean) => {
          if (drawn === 'group') return group_id
          if (drawn === 'everyone') return system(forEveryone ? 'role:everyone' : 'role:members')
          if (typeof drawn === 'string' || drawn.length === 0) return system('role:nobody')
          return { direct_members: drawn.map((nth) => (people[nth] as Person).id), direct_subgroups: [] }
        }
        const { id } = await ada.call(createChannel, {
          name,
          subscribers: [...people, extra, ...(asked.isLarge ? crowd : [])].map((one) => one.id),
          can_administer_channel_group: system('role:nobody'),
        })
        if (asked.isOld) server.clock.advance(-7_200_000)
        // the messages that each of them will try to edit, delete, and move
        const write = async (by: Person, topic = 'old') => {
          const sent = await by.sends('Hi', { channel: id, topic })
          return asMessageId(sent)
        }
        const ids: Record<number, MessageId[]> = {}
        for (const one of people) {
          ids[one.id] = [await write(one), await write(one), await write(ada), await write(ada), await write(ada)]
          await write(ada, `of ${one.id}`)
        }
        await write(ada, 'other')
        server.clock.release()
        const leaving = people.filter((one, nth) => one !== ada && !asked.subscribers.includes(nth))
        const isPrivate = asked.privacy !== 'public'
        await ada.call(updateChannel, {
          stream_id: asChannelId(id),
          topics_policy: asked.topics as 'inherit',
          ...(isPrivate ? { is_private: true, history_public_to_subscribers: asked.privacy === 'shared' } : {}),
          ...Object.fromEntries(
            channelPermissionNames.map((permission, nth) => {
              const { allow_everyone_group } = serverSupportedPermissionSettings.stream[permission]
              return [permission, { new: value(asked.channel[nth] as Holders, allow_everyone_group) }]
            }),
          ),
        })
        if (leaving.length > 0)
          await ada.call(unsubscribeFromChannels, {
            subscriptions: [name],
            principals: leaving.map((one) => one.id),
          })
        await ada.call(
          updateOrganization,
          Object.fromEntries(
            decisive.map((permission, nth) => {
              const { allow_everyone_group } = serverSupportedPermissionSettings.realm[permission]
              return [permission, { new: value(asked.organization[nth] as Holders, allow_everyone_group) }]
            }),
          ),
        )
        if (asked.isArchived) await ada.send('DELETE', `/streams/${id}`)
        for (const one of people) await compare(one)

        async function compare(person: Person) {
          const { messages, posting, rights, locks, store } = await webClientOf(person)
          const there = store.channel(id)
          if (!there) {
            assert.equal(await isDone(person.sends('x', { channel: id, topic: 'old' })), false)
            return
          }
          const path = `/streams/${id}`
          const subscriptions = [{ name }]
          const shows: [permission: string, isShown: boolean, attempt: () => Promise<unknown>][] = []
          const offers = (permission: string, isShown: boolean, attempt: () => Promise<unknown>) =>
            shows.push([permission, isShown, attempt])
          const found = await person.call(getMessages, { message_ids: ids[person.id] as MessageId[] }).then(
            (answer) => answer.messages as unknown as Message[],
            () => [],
          )
          if (found.length === 5) {
            const [edit, remove, gone, topic, channel] = found as [Message, Message, Message, Message, Message]
            const patch = (message: Message, change: object) => () =>
              person.send('PATCH', `/messages/${message.id}`, { ...change })
            offers('edit', messages.canEdit(edit).can === 'yes', patch(edit, { content: 'Hello' }))
            offers('edit of others', messages.canEdit(gone).can === 'yes', patch(gone, { content: 'Hello' }))
            offers('delete own', messages.canDeleteIt(remove).can === 'yes', () =>
              person.send('DELETE', `/messages/${remove.id}`),
            )
            offers('change topic', messages.canChangeTopic(topic).can === 'yes', patch(topic, { topic: 'other' }))
            const canReach = messages.canPost(store.channel(open.id) as never)
            offers(
              'change channel',
              messages.canChangeChannel(channel).can === 'yes' && canReach,
              patch(channel, { stream_id: open.id }),
            )
            offers('receipts', messages.canSeeReceipts(), () =>
              person.send('GET', `/messages/${gone.id}/read_receipts`),
            )
            const changed = { ...gone, last_edit_timestamp: 1 }
            offers('history', messages.canSeeHistory(changed), () => person.send('GET', `/messages/${gone.id}/history`))
            offers('report', person === ada || messages.canReport(gone), () =>
              person.send('POST', `/messages/${gone.id}/report`, { report_type: 'spam' }),
            )
            const pin = { stream_id: id, topic: 'old', for_everyone: true }
            offers('pin', messages.canPinForAll(id, false), () => person.send('POST', '/pinned_topics', pin))
            offers('unpin', messages.canPinForAll(id, true), () => person.send('DELETE', '/pinned_topics', pin))
            const resolve = { topic: `✔ of ${person.id}`, propagate_mode: 'change_all' }
            const first = await person.send('GET', '/messages', {
              narrow: [
                { operator: 'channel', operand: id },
                { operator: 'topic', operand: `of ${person.id}` },
              ],
              anchor: 'oldest',
              num_before: 0,
              num_after: 1,
            })
            const [begun] = first.messages as Message[]
            if (begun) offers('resolve', messages.canResolve(id, begun.subject), patch(begun, resolve))
            offers('delete of others', messages.canDeleteIt(gone).can === 'yes', () =>
              person.send('DELETE', `/messages/${gone.id}`),
            )
          }
          const post = (topic: string, content: string) => () => person.sends(content, { channel: id, topic })
          const target = { kind: 'topic', channelId: id } as const
          const why = posting.whyNotInChannel(there)
          offers('post', why === undefined, post('other', 'Hi'))
          offers(
            'post without a topic',
            posting.whyNot({ ...target, topic: '' }) === undefined && rights.canInChannel('startTopics', there),
            post('', 'Hi'),
          )
          offers(
            'start a topic',
            rights.canInChannel('startTopics', there) && posting.whyNot({ ...target, topic: 'new' }) === undefined,
            post(`new of ${person.id}`, 'Hi'),
          )
          offers(
            'call everyone',
            why === undefined && !posting.isTooManyToCall(there.subscriber_count),
            post('other', '@**all** Hi'),
          )
          offers('email address', rights.canInChannel('post', there), () => person.send('GET', `${path}/email_address`))
          offers('change the name', locks.lockOfChannel(there) === undefined, () =>
            person.send('PATCH', path, { description: `by ${person.name}` }),
          )
          for (const permission of channelPermissionNames)
            offers(`change ${permission}`, locks.lockOfPermission(there, permission) === undefined, () =>
              person.send('PATCH', path, { [permission]: { new: there[permission] } }),
            )
          const policy = there.topics_policy === 'inherit' ? 'disable_empty_topic' : 'inherit'
          offers('change the topics policy', locks.lockOfTopicsPolicy(there) === undefined, async () => {
            await person.send('PATCH', path, { topics_policy: policy })
            await ada.send('PATCH', path, { topics_policy: there.topics_policy })
          })
          offers('change retention', locks.lockOfRetention() === undefined, async () => {
            await person.send('PATCH', path, { message_retention_days: 700 })
            await ada.send('PATCH', path, { message_retention_days: 'realm_default' })
          })
          if (!asked.isArchived)
            offers('make it a default', locks.lockOfDefault(there) === undefined, async () => {
              await person.send('PATCH', path, { is_default_stream: true })
              await ada.send('PATCH', path, { is_default_stream: false })
            })
          if (isPrivate)
            offers('change privacy', locks.lockOfPrivacy(there) === undefined, async () => {
              const history_public_to_subscribers = !there.history_public_to_subscribers
              await person.send('PATCH', path, { history_public_to_subscribers })
              await ada.send('PATCH', path, { history_public_to_subscribers: !history_public_to_subscribers })
            })
          offers('remove people', rights.canInChannel('removePeople', there), () =>
            person.call(unsubscribeFromChannels, { subscriptions: [name], principals: [extra.id] }),
          )
          offers('add people', rights.canInChannel('addPeople', there), () =>
            person.call(subscribeToChannels, { subscriptions, principals: [extra.id] }),
          )
          const isIn = store.isSubscribed(id)
          offers('join', isIn || rights.canInChannel('join', there), () =>
            person.call(subscribeToChannels, { subscriptions }),
          )
          for (const [permission, isShown, attempt] of shows) {
            compared++
            const isSo = await isDone(attempt())
            if (isShown !== isSo)
              differences.push({ run: runs, permission, isShown, isSo, by: person.name, isIn, privacy: asked.privacy })
          }
          if (!isIn) await isDone(person.call(unsubscribeFromChannels, { subscriptions: [name] }))
        }
        assert.deepEqual(differences, [])
      }),
      { runs: 10 },
    )
    assert.ok(compared > 500, String(compared))
  },
  explorationPatience,
)
