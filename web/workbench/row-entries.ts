import { botTypes, roles } from '#contract'
import type { Entry } from './entries.ts'
import { inTopic, reaction, told, widget } from './team.ts'
import { there } from './waiting.ts'

const topic = '#narrow/channel/1-design/topic/release.202.2E4'
const [ada, ben, cleo, gus, bot, gone, muted, alef] = [1, 2, 3, 4, 5, 6, 7, 8] as const

const user = (user_id: number, full_name: string, more: object = {}) => ({
  user_id,
  full_name,
  email: `user${user_id}@example.com`,
  is_active: true,
  is_bot: false,
  avatar_version: 1,
  role: roles.member,
  profile_data: {},
  ...more,
})
const everyone = {
  realm_users: [
    ...(told.realm_users as object[]),
    user(bot, 'Build', { is_bot: true, bot_type: botTypes.generic, bot_owner_id: ada }),
    user(muted, 'Somebody loud'),
    user(alef, 'דנה כהן'),
  ],
  realm_non_active_users: [user(gone, 'Dora', { is_active: false })],
  muted_users: [{ id: muted, timestamp: 1 }],
}
const shown = (name: string, said: Entry['said'], more: Partial<Entry> = {}): Entry => ({
  name: `messages, ${name}`,
  hash: topic,
  told: everyone,
  ...(said ? { said } : {}),
  ...more,
})

const kinds = inTopic([
  [ben, '<p>Somebody else’s</p>'],
  [
    ben,
    '<p>The same person’s next one, of two lines on most screens, since it goes on and on for quite a while yet</p>',
  ],
  [ada, '<p>One’s own</p>'],
  [ada, '<p>And the next</p>'],
  [gus, '<p>/me is on the way</p>', { is_me_message: true }],
  [ben, '<p>It was edited</p>', { last_edit_timestamp: 1 }],
  [ben, '<p>It was moved</p>', { last_moved_timestamp: 1 }],
  [bot, '<p>Build 4711 is <strong>green</strong></p>'],
  [gone, '<p>I shall leave on Friday</p>'],
  [cleo, '<p>Of somebody with a long name</p>', { flags: ['read', 'starred'], last_edit_timestamp: 1 }],
])

const mention = (id: number, name: string) => `<span class="user-mention" data-user-id="${id}">${name}</span>`
const forMe = inTopic([
  [ben, `<p>${mention(ada, '@Ada Lovelace')} do you have a minute?</p>`, { flags: ['mentioned'] }],
  [
    ben,
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> lunch is here</p>',
    { flags: ['read', 'stream_wildcard_mentioned'] },
  ],
  [
    gus,
    '<p><span class="user-group-mention" data-user-group-id="70">@designers</span> <span class="topic-mention">@topic</span></p>',
    { flags: ['read'] },
  ],
  [gus, `<p>As <span class="user-mention silent" data-user-id="2">Ben</span> said to ${mention(cleo, '@Cleo')}</p>`],
  [muted, '<p>Listen! Everybody!</p>'],
  [muted, '<p>I said listen!</p>'],
  [ben, '<p>Read, and then one that is not</p>'],
  [ben, '<p>Unread</p>', { flags: [] }],
  [cleo, '<p>Unread, with a star</p>', { flags: ['starred'] }],
  [gus, '<p>Long and seen</p>', { flags: ['read', 'collapsed'] }],
])

const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
const long = inTopic([
  [ben, `<p>${word.repeat(6)}</p>`],
  [
    ben,
    '<p>A table</p><table><thead><tr><th>Who</th><th>What they said about it</th><th>When</th><th>Where</th><th>And why so</th></tr></thead><tbody><tr><td>Ben</td><td>nothing that could be read on a narrow screen without moving it</td><td>yesterday</td><td>here</td><td>nobody knows</td></tr></tbody></table>',
  ],
  [
    gus,
    `<div class="codehilite"><pre><span></span><code>const answer = await somethingWithALongName({ of: 'many', words: 'in', one: 'line', that: 'does', not: 'end' })\n</code></pre></div>`,
  ],
  [gus, `<p>${'One sentence follows the other, and nobody knows when it will be over. '.repeat(90)}</p>`],
])

const signs = ['1f44d', '1f389', '1f680', '1f622', '2764', '1f440', '1f64f', '1f525', '1f4af', '1f600', '1f914']
const reactions = inTopic([
  [ben, '<p>One</p>', { reactions: [reaction(cleo, '1f44d', 'thumbs_up')] }],
  [
    ben,
    '<p>Two of a kind, one’s own</p>',
    { reactions: [reaction(ada, '1f389', 'tada'), reaction(ben, '1f389', 'tada')] },
  ],
  [
    gus,
    '<p>Many</p>',
    { reactions: signs.flatMap((code, index) => [1, 2, 3, 4].slice(index % 4).map((id) => reaction(id, code, code))) },
  ],
  [
    cleo,
    '<p>One that is gone</p>',
    { reactions: [{ ...reaction(ben, '99', 'a_long_name_of_an_emoji'), reaction_type: 'realm_emoji' as const }] },
  ],
])

const directions = inTopic([
  [alef, '<p>בוקר טוב לכולם, מה שלומכם היום?</p>'],
  [alef, '<p>الإصدار 2.4 جاهز، هل نرسله؟ See <code>npm run check</code></p><ul><li>أولا</li><li>ثانيا</li></ul>'],
  [ben, '<p>I would say כן, and then</p><blockquote><p>بالتأكيد</p></blockquote>'],
  [cleo, '<p>今日はリリースしますか？リリースノートはもう書きました。</p>'],
  [gus, '<p><span class="emoji emoji-1f680" role="img" title="rocket">:rocket:</span></p>'],
])

const poll = (extra_data: object, ...more: [number, object][]) => widget({ widget_type: 'poll', extra_data }, ...more)
const foundedByAda = (told.realm_users as { user_id: number }[]).map((one) =>
  one.user_id === ada ? { ...one, role: roles.owner } : one,
)
/** The first topic of a new organization, as its founder sees it. */
const samples = inTopic([
  [
    gus,
    '<p>Welcome to <strong>Analytical Engines</strong>!</p><p>This is the first conversation of your team.</p>',
    { sender_email: 'welcome-bot@chat.example' },
  ],
])
const firstLink = {
  ...{ id: 1, invited_by_user_id: 1, invited: 1772700000, expiry_date: 1773564000, invited_as: roles.member },
  ...{ link_url: 'https://chat.example.com/join/abcdefghijklmnopqrstuvwxyz0123456789', is_multiuse: true },
  notify_referrer_on_join: false,
}

const widgets = inTopic([
  [ben, '/poll', { submessages: poll({ question: 'Nobody has said anything yet', options: [] }) }],
  [
    ada,
    '/poll',
    {
      submessages: poll({ question: `One’s own, and ${word}?`, options: [word, 'Perhaps'] }, [
        ben,
        { type: 'vote', key: 'canned,1', vote: 1 },
      ]),
    },
  ],
  [
    gus,
    '/todo',
    {
      submessages: widget({
        widget_type: 'todo',
        extra_data: { task_list_title: '', tasks: [{ task: word, desc: word }] },
      }),
    },
  ],
])

const asking = (extra_data: object, ...more: [number, object][]) =>
  widget({ widget_type: 'interactive', extra_data }, ...more)
const sizes = [
  { id: 's', label: 'Small' },
  { id: 'l', label: word },
]
const buttons = [
  { id: 'yes', label: 'Approve', style: 'primary' },
  { id: 'no', label: 'Refuse', style: 'danger' },
  { id: 'later', label: 'بعد ذلك' },
]
const answer = { type: 'answer', button: 'yes', values: { why: `Because of ${word}` } }
const asked = inTopic([
  [ben, '<p>May this be <strong>deployed</strong>?</p>', { submessages: asking({ buttons, times: 'many' }) }],
  [
    ben,
    '<p>A form</p>',
    {
      submessages: asking({
        menus: [{ id: 'size', label: 'Size', options: sizes, required: true }],
        fields: [
          { id: 'name', label: 'الاسم', required: true },
          { id: 'why', label: word, multiline: true },
        ],
        submit: 'Order',
      }),
    },
  ],
  [ben, '<p>Asks others</p>', { submessages: asking({ buttons, answerers: [gus] }) }],
  [
    ben,
    '<p>Answered, and closed</p>',
    {
      submessages: asking(
        { buttons, fields: [{ id: 'why', label: 'Why' }] },
        [ada, answer],
        [cleo, { ...answer, button: 'no' }],
        [ben, { type: 'close', note: `It is ${word} now` }],
      ),
    },
  ],
])

const files = inTopic([
  [
    ben,
    '<p>A picture that is gone</p><div class="message_inline_image"><a href="/user_uploads/1/gone.png" title="gone.png"><img data-original-dimensions="300x200" src="data:image/png;base64,AAAA"></a></div>',
  ],
  [
    ben,
    '<p>A film</p><div class="message_inline_image message_inline_video"><a href="/x.mp4"><video preload="none" src="/x.mp4"></video></a></div>',
  ],
  [gus, '<p><a href="/user_uploads/1/report.pdf">report.pdf</a></p>'],
  [cleo, '<p>Sound</p><audio controls preload="none" src="/x.mp3" title="x.mp3"></audio>'],
])

const outgoing = async () => {
  const { outbox } = await import('../store/outbox.ts')
  const conversation = { kind: 'topic', channelId: 1, topic: 'release 2.4' } as const
  const at = new Date()
  outbox.value = [
    { localId: '1', conversation, content: `${word.repeat(3)}\n\nand a line`, at, state: 'sending' },
    { localId: '2', conversation, content: 'בוקר טוב', at, state: 'waiting' },
    {
      localId: '3',
      conversation,
      content: 'To everybody',
      at,
      state: 'refused',
      reason: 'You do not have permission to use wildcard mentions in this topic.',
    },
  ]
}

export const rowEntries: readonly Entry[] = [
  shown('kinds', kinds),
  shown('kinds, of several conversations', kinds, { hash: '#feed' }),
  shown('for oneself', forMe),
  shown('long', long),
  shown('with reactions', reactions),
  shown('in all directions', directions),
  shown('with widgets', widgets),
  shown('samples of a new organization', samples, {
    told: { ...everyone, realm_users: foundedByAda, realm_date_created: 1772700000 },
    answers: { 'GET /invites': { invites: [firstLink] } },
    after: async () => void (await there('.first-link .button:enabled')),
  }),
  shown('with what bots ask', asked, { after: async () => void (await there('.asking select')) }),
  shown('with files', files),
  shown('on their way', kinds.slice(0, 2), { after: outgoing }),
]
