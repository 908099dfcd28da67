import { roles } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'

/** A fictional team with examples of everything, at a fixed time. */
export const now = new Date('2026-03-05T14:30:00')
const names = ['Ada Lovelace', 'Ben', 'Cleo with a name that is rather long, for a name', 'Gus']
const users = names.map((full_name, index) => ({
  user_id: index + 1,
  full_name,
  email: `user${index + 1}@example.com`,
  is_active: true,
  is_bot: false,
  avatar_version: 1,
  role: roles.member,
  date_joined: '2025-11-03T08:00:00Z',
  delivery_email: `user${index + 1}@example.com`,
  timezone: index === 2 ? 'Asia/Kolkata' : '',
  profile_data:
    index === 2
      ? {
          1: { value: 'Design, mostly', rendered_value: '<p>Design, <strong>mostly</strong></p>' },
          2: { value: '[2]' },
          3: { value: 'https://example.com/cleo' },
          4: { value: 'she/her' },
        }
      : {},
}))
const field = (id: number, type: number, name: string) => ({ id, type, name, order: id, hint: '', field_data: '' })
const group = {
  id: 70,
  name: 'designers',
  description: 'Who says how it looks',
  members: [1, 2, 3],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
}

export const channels = [
  { id: 1, name: 'design', color: '#4a90d9', topics: ['release 2.4', 'colours', '✔ disk full'] },
  { id: 2, name: 'a channel with quite a long name', color: '#e4a11b', topics: ['', 'lunch'] },
  { id: 3, name: 'private', color: '#2fa86b', topics: ['plans'] },
].map(({ topics, ...one }) => ({ ...one, topics: topics.map((name, index) => ({ name, max_id: 200 - index })) }))

const subscriptions = channels.map(({ id, name, color }) => ({
  stream_id: id,
  name,
  color,
  description: id === 1 ? 'How it looks and feels' : '',
  rendered_description: id === 1 ? '<p>How it looks and feels</p>' : '',
  invite_only: id === 3,
  is_web_public: false,
  is_muted: id === 2,
  pin_to_top: id === 3,
  folder_id: null,
  is_archived: false,
  subscriber_count: 4,
}))

const code =
  '<div class="codehilite"><pre><span></span><code><span class="k">def</span> <span class="nf">ship</span>(release):\n    <span class="k">return</span> release == <span class="s">"2.4"</span>  <span class="c1"># and not before</span>\n</code></pre></div>'
const everything = [
  '<p>Can we <strong>ship</strong>? See <a class="stream" href="/#narrow/channel/1-design">#design</a>, <code>npm run check</code> and <span class="emoji emoji-1f680" role="img" title="rocket">:rocket:</span></p>',
  '<p>I would like to do it before lunch, because the afternoon is full of meetings and nobody wants to explain a broken build on a Friday evening.</p>',
  `<p>CI is green.</p>${code}<blockquote><p>quoted</p></blockquote>`,
  '<ol><li>one</li><li>two</li></ol><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  '<div class="spoiler-block"><div class="spoiler-header"><p>Ending</p></div><div class="spoiler-content" aria-hidden="true"><p>They ship it.</p></div></div>',
  '<p><span class="user-mention" data-user-id="1">@Ada Lovelace</span> at <time datetime="2026-03-05T15:00:00Z">then</time>, https://example.com/a/very/long/address/that/does/not/break/anywhere/by/itself/and/goes/on</p>',
]

/** The submessages of a poll, a to-do list or a form. */
export const widget = (kind: object, ...entries: [by: number, said: object][]) =>
  [[2, kind] as const, ...entries].map(([sender_id, said], index) => ({
    id: index + 1,
    message_id: 0,
    sender_id,
    msg_type: 'widget',
    content: JSON.stringify(said),
  }))
const poll = widget(
  { widget_type: 'poll', extra_data: { question: 'When do we ship?', options: ['Before lunch', 'After lunch'] } },
  [1, { type: 'vote', key: 'canned,0', vote: 1 }],
  [3, { type: 'vote', key: 'canned,0', vote: 1 }],
  [4, { type: 'vote', key: 'canned,1', vote: 1 }],
)
const tasks = [{ task: 'Changelog', desc: 'with thanks' }, { task: 'Tag' }]
const todo = widget({ widget_type: 'todo', extra_data: { task_list_title: 'Before we ship', tasks } }, [
  1,
  { type: 'strike', key: '0,canned' },
])
const form = widget({
  widget_type: 'zform',
  extra_data: {
    type: 'choices',
    heading: 'Which colour is it to be?',
    choices: [
      { short_name: 'A', long_name: 'Orange, as everything else', reply: 'orange' },
      { short_name: 'B', long_name: 'Blue', reply: 'blue' },
      { short_name: 'None of these', long_name: '', reply: 'none' },
    ],
  },
})

export const reaction = (user_id: number, emoji_code: string, emoji_name: string) => ({
  user_id,
  emoji_code,
  emoji_name,
  reaction_type: 'unicode_emoji' as const,
})

let at = now.getTime() / 1000 - 90_000
export const message = (id: number, sender: number, content: string, more: Partial<Message>): Message => {
  at += id === 103 ? 80_000 : 60
  return {
    id,
    sender_id: sender,
    sender_email: `user${sender}@example.com`,
    sender_full_name: names[sender - 1] ?? '',
    client: 'website',
    content,
    timestamp: at,
    type: 'stream',
    stream_id: 1,
    subject: 'release 2.4',
    display_recipient: 'design',
    flags: ['read'],
    reactions: [],
    submessages: [],
    is_me_message: false,
    ...more,
  } as Message
}

/** Messages of one topic, a minute apart. */
export const inTopic = (
  said: readonly [sender: number, html: string, more?: Partial<Message>][],
): readonly Message[] => {
  let time = now.getTime() / 1000 - 3_600
  return said.map(([sender, html, more], index) => {
    time += 60
    return message(201 + index, sender, html, { timestamp: time, ...more })
  })
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#d98e04"/><circle cx="150" cy="100" r="60" fill="#7a3b00"/></svg>'
const picture = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }))

export const messages: readonly Message[] = [
  ...everything.map((content, index) =>
    message(101 + index, index < 2 ? 2 : 3, content, {
      reactions:
        index === 0
          ? [reaction(1, '1f44d', 'thumbs up'), reaction(2, '1f44d', 'thumbs up'), reaction(3, '1f389', 'tada')]
          : [],
      ...(index === 1 ? { last_edit_timestamp: at } : {}),
      flags: index === 5 ? ['mentioned'] : ['read'],
    }),
  ),
  message(107, 1, '<p>אפשר לשלוח, I think</p>', {
    flags: ['read', 'starred'],
    timestamp: Math.round(Date.now() / 1000) - 60,
  }),
  message(
    108,
    2,
    `<p>The plan</p><div class="message_inline_image"><a href="${picture}" title="The plan"><img data-original-dimensions="300x200" src="${picture}"></a></div><div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="https://example.com/">A page about plans</a></div><div class="message_embed_description">What it says of itself, in a sentence or two.</div></div></div>`,
    {},
  ),
  message(120, 2, '/poll', { submessages: poll.map((one) => ({ ...one, message_id: 120 })) }),
  message(121, 2, '/todo', { submessages: todo.map((one) => ({ ...one, message_id: 121 })) }),
  message(123, 4, '<p>Which colour?</p>', { submessages: form.map((one) => ({ ...one, message_id: 123 })) }),
  message(122, 2, '<p>/me is happy</p>', { is_me_message: true }),
  message(130, 3, '<p>Orange it is</p>', { subject: 'colours', flags: [] }),
  message(131, 4, '<p>It was the logs</p>', { subject: '✔ disk full' }),
  message(140, 4, '<p>Soup</p>', {
    stream_id: 2,
    subject: 'lunch',
    display_recipient: 'a channel with quite a long name',
  }),
  message(150, 2, '<p>Lunch?</p>', {
    type: 'private',
    stream_id: undefined,
    subject: '',
    display_recipient: users.slice(0, 2).map((one) => ({ ...one, id: one.user_id, is_mirror_dummy: false })),
    flags: [],
  } as never),
]

/** The parts of the `POST /register` response that the client reads. */
export const told: Readonly<Record<string, unknown>> = {
  queue_id: 'a queue',
  last_event_id: -1,
  user_id: 1,
  realm_name: 'Analytical Engines',
  realm_users: users,
  realm_non_active_users: [],
  cross_realm_bots: [],
  subscriptions,
  unsubscribed: [],
  never_subscribed: [],
  user_topics: [],
  channel_folders: [],
  realm_emoji: {},
  realm_user_groups: [group],
  custom_profile_fields: [field(1, 1, 'What I do'), field(2, 6, 'Asks'), field(3, 5, 'Page'), field(4, 8, 'Pronouns')],
  user_status: {
    3: { status_text: 'In a meeting', emoji_name: 'calendar', emoji_code: '1f4c5', reaction_type: 'unicode_emoji' },
  },
  muted_users: [],
  user_settings: { web_home_view: 'inbox', enter_sends: false },
  max_message_length: 10_000,
  max_topic_length: 60,
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_message_content_delete_limit_seconds: 600,
  realm_message_edit_history_visibility_policy: 'all',
  realm_enable_read_receipts: true,
  realm_moderation_request_channel_id: 3,
  server_report_message_types: [
    { key: 'spam', name: 'Spam' },
    { key: 'other', name: 'Other' },
  ],
  server_sends_mail: true,
  server_takes_mail: true,
  server_emoji_data_url: `${location.origin}/static/emoji.json`,
  presences: { 2: { active_timestamp: Date.now() / 1000 }, 3: { idle_timestamp: Date.now() / 1000 } },
  recent_private_conversations: [
    { max_message_id: 150, user_ids: [2] },
    { max_message_id: 90, user_ids: [2, 3] },
  ],
  unread_msgs: {
    count: 3,
    pms: [{ other_user_id: 2, unread_message_ids: [150] }],
    huddles: [],
    streams: [
      { stream_id: 1, topic: 'colours', unread_message_ids: [130] },
      { stream_id: 1, topic: 'release 2.4', unread_message_ids: [106] },
    ],
    mentions: [106],
    old_unreads_missing: false,
  },
}

export const emoji: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (
    [
      ['1f600', 40, 'grinning'],
      ['1f44b', 12, 'wave'],
      ['1f435', 24, 'monkey'],
      ['1f347', 24, 'grapes'],
    ] as const
  ).flatMap(([first, count, name]) =>
    Array.from({ length: count }, (_, index) => [
      (Number.parseInt(first, 16) + index).toString(16),
      [index === 0 ? name : `${name}_${index}`],
    ]),
  ),
)

const written = now.getTime() / 1000 - 90_000
export const history = [
  {
    timestamp: written,
    user_id: 2,
    topic: 'release 2.4',
    content: '',
    rendered_content: '<p>We ship today, after lunch.</p>',
  },
  {
    timestamp: written + 60,
    user_id: 2,
    topic: 'release 2.4',
    content: '',
    rendered_content: '<p>We ship tomorrow, after lunch.</p>',
    prev_content: '',
    content_html_diff:
      '<p>We ship <span class="highlight_text_deleted">today</span><span class="highlight_text_inserted">tomorrow</span>, after lunch.</p>',
  },
  {
    timestamp: written + 120,
    user_id: 3,
    topic: 'release 2.4',
    prev_topic: 'plans',
    content: '',
    rendered_content: '<p>We ship tomorrow, after lunch.</p>',
  },
]

export const sessions = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  'something else entirely',
].map((user_agent, index) => ({
  id: index + 1,
  date_created: written,
  last_seen: written + index * 3_600,
  user_agent,
  address: index === 1 ? '2001:db8:85a3:8d3:1319:8a2e:370:7348' : '192.0.2.7',
  is_current: index === 0,
}))
