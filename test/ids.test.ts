import type { ChannelId, ConversationId, GroupId, MessageId, ParamsInput, ParamsOf, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { assert, test } from '#test'
import type { Channel, Channels } from '../src/features/channels/channels/channel.ts'
import { peersAdded } from '../src/features/channels/channels/states.ts'
import type { getSubscriptionStatus } from '../src/features/channels/subscriptions/api.ts'
import { insertRead } from '../src/features/messages/messages/store/read-state.ts'
import { knownGroup } from '../src/features/people/groups/access/permissions.ts'
import { knownUser } from '../src/features/people/users/access/people.ts'

/*
 * What is wrong here does not compile, or else `npm run check` says that an error was expected: nothing of it runs.
 */
interface Ids {
  user: UserId
  channel: ChannelId
  message: MessageId
  group: GroupId
  conversation: ConversationId
}

/** For each kind the kinds that can stand for it: itself alone. */
type StandsFor = { [K in keyof Ids]: { [O in keyof Ids]: Ids[O] extends Ids[K] ? O : never }[keyof Ids] }
type Same<A, B> = [A, B] extends [B, A] ? true : false
const eachOnlyForItself: Same<StandsFor, { [K in keyof Ids]: K }> = true
const eachIsANumber: Ids[keyof Ids] extends number ? true : false = true
const noNumberIsOne: { [K in keyof Ids]: number extends Ids[K] ? K : never }[keyof Ids] extends never ? true : false =
  true

const misuses = {
  functions(org: Organization, viewer: Viewer, { user, channel, group, message }: Ids) {
    knownUser(org, user, viewer)
    // @ts-expect-error a channel is nobody
    knownUser(org, channel, viewer)
    // @ts-expect-error nor is any number
    knownUser(org, 7, viewer)
    knownGroup(org, group)
    // @ts-expect-error a person is no group
    knownGroup(org, user)
    // @ts-expect-error nor is a message
    knownGroup(org, message)
  },
  memory(channels: Channels, one: Channel) {
    channels.byId.get(one.id)
    // @ts-expect-error channels are kept by their own ids, not by those of their conversations
    channels.byId.get(one.conversationId)
    // @ts-expect-error and found by their conversations
    channels.ofConversation(one.id)
  },
  tables(tx: Tx, { user, channel, message }: Ids) {
    insertRead(tx, 1, user, [message])
    // @ts-expect-error the organization's number is nobody's
    insertRead(tx, user, 1, [message])
    tx.selectFrom('subscription').where('channel_id', '=', channel)
    // @ts-expect-error the column holds channels
    tx.selectFrom('subscription').where('channel_id', '=', user)
  },
  events(mutation: Mutation, { user, channel }: Ids) {
    mutation.emit(peersAdded, { stream_ids: [channel], user_ids: [user] }, [user])
    // @ts-expect-error the fields hold each other's ids
    mutation.emit(peersAdded, { stream_ids: [user], user_ids: [channel] }, [user])
    // @ts-expect-error people receive events
    mutation.emit(peersAdded, { stream_ids: [channel], user_ids: [user] }, [channel])
  },
}

type Status = typeof getSubscriptionStatus.params
const clientsPassNumbers: ParamsInput<Status> = { user_id: 1, stream_id: 2 }
const serverReadsIds: Same<ParamsOf<Status>, { user_id: UserId; stream_id: ChannelId }> = true

test('each kind of id is a number of its own', () => {
  assert.ok(misuses)
  assert.deepEqual([eachOnlyForItself, eachIsANumber, noNumberIsOne, serverReadsIds], [true, true, true, true])
  assert.deepEqual(clientsPassNumbers, { user_id: 1, stream_id: 2 })
})
