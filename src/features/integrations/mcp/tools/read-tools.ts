import { asMessageId, type UserId, z } from '#contract'
import type { OwnCalls } from '#platform/serve'
import { getChannelId, getChannels } from '../../../channels/channels/api.ts'
import { getChannelTopics, getMessage, getMessages } from '../../../messages/messages/api/fetch.ts'
import { getCatchUp } from '../../../messages/messages/catch-up/api.ts'
import type { Message } from '../../../messages/messages/wire.ts'
import { getUsers } from '../../../people/users/api.ts'
import { serializeMessage } from './message-output.ts'
import { channel, limit, people, type Tool, tool, topic } from './tool.ts'

type Term = { operator: string; operand: unknown }

const before = z
  .int()
  .optional()
  .describe('Only messages older than the one with this id: the first of the answer before, to read on')

async function newest(calls: OwnCalls, own: UserId, narrow: readonly Term[], count: number, older?: number) {
  const { messages, found_oldest } = await calls.call(getMessages, {
    anchor: older === undefined ? 'newest' : String(older),
    include_anchor: older === undefined,
    num_before: count,
    num_after: 0,
    narrow: [...narrow],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return { messages: (messages as Message[]).map((one) => serializeMessage(one, own)), has_older: !found_oldest }
}

export const channelIdOf = async (calls: OwnCalls, given: number | string): Promise<number> =>
  typeof given === 'number' ? given : (await calls.call(getChannelId, { stream: given })).stream_id

const includes = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase())

/** People searched at a time, with other requests in between. */
const peopleAtOnce = 1_000

export const readingTools: readonly Tool[] = [
  tool('search_messages', {
    title: 'Search messages',
    description: 'Finds messages by their words, everywhere that the account reads, or in one channel or topic.',
    input: {
      query: z.string().min(1).max(500).describe('Words that all stand in the message'),
      channel: channel.optional(),
      topic: topic.optional(),
      sender_id: z.int().optional().describe('Only what this person has written'),
      limit,
      before,
    },
    uses: [getMessages],
    run: (calls, { query, channel, topic, sender_id, limit, before }, own) =>
      newest(
        calls,
        own,
        [
          { operator: 'search', operand: query },
          ...(channel === undefined ? [] : [{ operator: 'channel', operand: channel }]),
          ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
          ...(sender_id === undefined ? [] : [{ operator: 'sender', operand: sender_id }]),
        ],
        limit,
        before,
      ),
  }),
  tool('read_topic', {
    title: 'Read a topic',
    description: 'The newest messages of a topic of a channel, in the order in which they were written.',
    input: { channel, topic, limit, before },
    uses: [getMessages],
    run: (calls, { channel, topic, limit, before }, own) =>
      newest(
        calls,
        own,
        [
          { operator: 'channel', operand: channel },
          { operator: 'topic', operand: topic },
        ],
        limit,
        before,
      ),
  }),
  tool('read_direct_conversation', {
    title: 'Read a direct conversation',
    description: 'The newest direct messages with exactly these people, in the order in which they were written.',
    input: { people, limit, before },
    uses: [getMessages],
    isOutside: true,
    run: (calls, { people, limit, before }, own) =>
      newest(calls, own, [{ operator: 'dm', operand: people }], limit, before),
  }),
  tool('read_message', {
    title: 'Read one message',
    description: 'A message by its id.',
    input: { message_id: z.int() },
    uses: [getMessage],
    async run(calls, { message_id }, own) {
      const params = { message_id: asMessageId(message_id), apply_markdown: false, allow_empty_topic_name: true }
      return { message: serializeMessage((await calls.call(getMessage, params)).message as Message, own) }
    },
  }),
  tool('list_channels', {
    title: 'List channels',
    description: 'Channels that the account knows of, or those with a word in their name.',
    input: { name: z.string().max(60).optional().describe('A part of the name'), limit },
    uses: [getChannels],
    async run(calls, { name, limit }) {
      const { streams } = await calls.call(getChannels, { exclude_archived: true })
      const found = streams.filter((one) => includes(one.name, name))
      return {
        channels: found.slice(0, limit).map((one) => ({
          ...{ channel_id: one.stream_id, name: one.name, description: one.description },
          is_private: one.invite_only,
        })),
        has_more: found.length > limit,
      }
    },
  }),
  tool('list_topics', {
    title: 'List topics',
    description: 'The topics of a channel, the one with the newest message first.',
    input: { channel, limit },
    uses: [getChannelId, getChannelTopics],
    async run(calls, { channel, limit }) {
      const stream_id = await channelIdOf(calls, channel)
      const { topics } = await calls.call(getChannelTopics, {
        stream_id: stream_id as never,
        allow_empty_topic_name: true,
      })
      return {
        topics: topics.slice(0, limit).map(({ name, max_id }) => ({ name, newest_message_id: max_id })),
        has_more: topics.length > limit,
      }
    },
  }),
  tool('list_people', {
    title: 'List people',
    description:
      'People of the organization whom the account knows, with their ids, or those with a word in their name.',
    input: { name: z.string().max(100).optional().describe('A part of the name'), limit },
    uses: [getUsers],
    async run(calls, { name, limit }) {
      const found: { user_id: number; full_name: string; is_bot: boolean }[] = []
      let after = 0
      for (let isLast = false; !isLast && found.length <= limit; ) {
        const page = await calls.call(getUsers, { after: after as never, limit: peopleAtOnce })
        found.push(...page.members.filter((one) => one.is_active && includes(one.full_name, name)))
        after = page.members.at(-1)?.user_id ?? after
        isLast = page.found_last ?? true
      }
      return {
        people: found.slice(0, limit).map(({ user_id, full_name, is_bot }) => ({ user_id, name: full_name, is_bot })),
        has_more: found.length > limit,
      }
    },
  }),
  tool('summarize_unread', {
    title: 'Summarize what is unread',
    description:
      'What the account has not read, by conversation, in the order of what matters: direct messages, mentions, followed topics, topics taken part in, lively ones. With the beginning of each, who wrote, and questions that were asked.',
    input: { limit: z.int().min(1).max(40).default(15).describe('Conversations of each kind at most') },
    uses: [getCatchUp, getChannels],
    async run(calls, { limit }) {
      const { conversations, totals, muted_count } = await calls.call(getCatchUp, { limit })
      const isAnyChannel = conversations.some(({ stream_id }) => stream_id !== undefined)
      const { streams } = isAnyChannel ? await calls.call(getChannels, {}) : { streams: [] }
      const names = new Map(streams.map(({ stream_id, name }) => [stream_id as number, name]))
      return {
        conversations: conversations.map(({ stream_id, ...rest }) => ({
          ...(stream_id === undefined ? {} : { channel_id: stream_id, channel: names.get(stream_id) ?? '' }),
          ...rest,
        })),
        totals,
        muted_count,
      }
    },
  }),
]
