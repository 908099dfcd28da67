import { policies } from '../../src/features/channels/user-topics/api.ts'
import { now } from './team.ts'

const line = (message_id: number, sender_id: number, text: string, mentioned_user_ids: number[] = []) => ({
  message_id,
  sender_id,
  timestamp: now.getTime() / 1000 - 500_000 + message_id * 600,
  text,
  mentioned_user_ids,
})

/** What the server says of what somebody has missed: something of everything. */
export const missed = {
  conversations: [
    {
      reason: 'direct',
      user_ids: [2],
      unread_count: 1,
      newest_message_id: 150,
      sender_ids: [2],
      first: line(150, 2, 'Lunch?'),
      questions: [line(150, 2, 'Lunch?')],
    },
    {
      reason: 'mentioned',
      stream_id: 1,
      topic: 'release 2.4',
      unread_count: 14,
      newest_message_id: 106,
      sender_ids: [3, 2, 4, 1],
      first: line(101, 2, 'Can we ship? See #design, npm run check and 🚀'),
      mention: line(
        106,
        3,
        '@Ada Lovelace could you look at the changelog before lunch? I am not sure that everybody who helped is named in it, and some of the links are of the day before.',
        [1],
      ),
      questions: [line(104, 4, '@Ben, is CI green?', [2])],
    },
    {
      reason: 'followed',
      stream_id: 1,
      topic: 'colours',
      unread_count: 1,
      newest_message_id: 130,
      sender_ids: [3],
      first: line(130, 3, 'Orange it is'),
      questions: [],
    },
    {
      reason: 'participated',
      stream_id: 3,
      topic: 'plans, of which the name is so long that it does not fit',
      unread_count: 3,
      newest_message_id: 163,
      sender_ids: [4, 3],
      first: line(161, 4, 'https://example.com/a/very/long/address/that/does/not/break/anywhere/by/itself'),
      questions: [],
    },
    {
      reason: 'lively',
      stream_id: 2,
      topic: '',
      unread_count: 1_204,
      newest_message_id: 2_000,
      sender_ids: [2, 3, 4],
      first: line(170, 3, 'אפשר לשלוח, I think'),
      questions: [],
    },
  ],
  totals: [
    { reason: 'direct', conversations: 1, messages: 1 },
    { reason: 'mentioned', conversations: 1, messages: 14 },
    { reason: 'followed', conversations: 1, messages: 1 },
    { reason: 'participated', conversations: 1, messages: 3 },
    { reason: 'lively', conversations: 27, messages: 4_310 },
  ],
  muted_count: 40,
}

const upTo = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** The same as the client is told when it begins, with more beside it. */
export const muchUnread = {
  unread_msgs: {
    count: 1_223,
    pms: [{ other_user_id: 2, unread_message_ids: [150] }],
    huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [90, 91] }],
    streams: [
      { stream_id: 1, topic: 'colours', unread_message_ids: [130] },
      { stream_id: 1, topic: 'release 2.4', unread_message_ids: upTo(93, 14) },
      { stream_id: 2, topic: '', unread_message_ids: upTo(797, 1_204) },
      { stream_id: 2, topic: 'lunch', unread_message_ids: [140] },
      {
        stream_id: 3,
        topic: 'plans, of which the name is so long that it does not fit',
        unread_message_ids: [161, 162, 163],
      },
    ],
    mentions: [106],
    old_unreads_missing: false,
  },
  user_topics: [
    { stream_id: 1, topic_name: 'colours', visibility_policy: policies.followed, last_updated: 0 },
    { stream_id: 2, topic_name: '', visibility_policy: policies.unmuted, last_updated: 0 },
  ],
}
