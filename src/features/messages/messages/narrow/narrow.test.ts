import fc from 'fast-check'
import { raw } from '#platform/db'
import { assert, explorationPatience, holds, type Person, type TestOrganization, test } from '#test'
import { joinChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { policies } from '../../../channels/user-topics/api.ts'
import { getMessage, getMessages } from '../api/fetch.ts'
import { updateMessageFlags } from '../api/flags.ts'
import { sendMessage } from '../api/send.ts'
import { badNarrow } from './terms.ts'

interface Known {
  id: number
  channel?: string
  topic: string
  from: Person
  to: Person[]
  content: string
  /** The reader received it, as opposed to finding it in open history. */
  received: boolean
  flags: Set<string>
}

interface World {
  ben: Person
  people: Record<'ada' | 'ben' | 'cleo' | 'momo', Person>
  channels: Record<'tea' | 'past' | 'secret' | 'gone', number>
  known: Known[]
}

type Term = [operator: string, operand: unknown]
type Fits = (one: Known) => boolean

const newest = { anchor: 'newest', num_before: 1000, num_after: 0 } as const

/** Ben reads public tea from its beginning, public past from its middle; gone is archived, and secret is private. */
async function makeWorld(society: TestOrganization, people: World['people']): Promise<World> {
  const { ada, ben, cleo, momo } = people
  const { org } = society
  const channels = {
    tea: await makeChannel(org, 'Tea', [ada, ben, cleo]),
    past: await makeChannel(org, 'past', [ada, cleo]),
    secret: await makeChannel(org, 'secret', [ada, cleo], { invite_only: true }),
    gone: await makeChannel(org, 'gone', [ada, ben], { invite_only: true, history_public_to_subscribers: true }),
  }
  const known: Known[] = []
  const say = async (channel: keyof typeof channels, topic: string, from: Person, content: string, flags = '') => {
    const { id } = await from.call(sendMessage, {
      type: 'channel',
      to: channels[channel],
      topic,
      content,
      read_by_sender: true,
    })
    const name = channel === 'tea' ? 'Tea' : channel
    const isPast = channel === 'past' && !content.includes('later')
    const marks = new Set(flags.split(' ').filter((flag) => flag !== ''))
    if (channel !== 'secret')
      known.push({ id, channel: name, topic, from, to: [], content, received: !isPast, flags: marks })
  }
  const write = async (from: Person, to: Person[], content: string) => {
    const { id } = await from.call(sendMessage, {
      type: 'direct',
      to: to.map((one) => one.id),
      content,
      read_by_sender: true,
    })
    if (to.includes(ben) || from === ben)
      known.push({ id, topic: '', from, to: [...new Set([...to, from])], content, received: true, flags: new Set() })
  }
  await say('tea', 'green', ada, 'about teapots and kettles', 'read')
  await say('tea', 'Green', cleo, 'see https://example.org for a teapot')
  await say('tea', '', ada, 'the empty topic')
  await say('tea', '✔ done', cleo, 'black tea @**Ben**', 'mentioned')
  await say('tea', 'followed', ada, 'kettle @**all**', 'wild')
  await say('tea', 'followed', ben, 'my own words')
  await say('past', 'green', ada, 'before Ben came, teapot', 'star')
  await say('past', 'old', cleo, 'before Ben came too')
  await joinChannel(org, channels.past, ben)
  await say('past', 'green', cleo, 'later teapot', 'star')
  await say('past', 'quiet', ada, 'later, muted')
  await say('secret', 'green', ada, 'a secret teapot @**Ben**')
  await say('gone', 'green', ada, 'in the archive, a teapot')
  await write(ada, [ben], 'only us: tea')
  await write(ben, [ada, cleo], 'three of us, https://example.com')
  await write(cleo, [ben], 'Cleo here')
  await write(ben, [ben], 'note to self')
  await write(ada, [cleo], 'not for Ben: teapot')
  await write(momo, [ada, ben, cleo], 'four of us')
  const marked = (flag: string) => known.filter(({ flags }) => flags.has(flag)).map(({ id }) => id)
  await ben.call(updateMessageFlags, { messages: marked('read'), op: 'add', flag: 'read' })
  await ben.call(updateMessageFlags, { messages: marked('star'), op: 'add', flag: 'starred' })
  const opinions = [
    { stream_id: channels.tea, topic: 'FOLLOWED', visibility_policy: policies.followed },
    { stream_id: channels.past, topic: 'quiet', visibility_policy: policies.muted },
  ]
  for (const one of opinions) await ben.send('POST', '/user_topics', one)
  await org.db.transaction(async (tx) => {
    const rows: [string, string][] = [
      ['has_image', 'later, muted'],
      ['has_attachment', 'Cleo here'],
    ]
    for (const [column, content] of rows)
      await raw(tx, `update message set ${column} = true where org_id = $1 and content = $2`, [org.id, content])
    await raw(
      tx,
      `insert into reaction (org_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
       select $1, m.id, u, 'tada', '1f389', 'unicode_emoji' from message m, unnest($2::bigint[]) u
       where m.org_id = $1 and m.content like '%teapot%'`,
      [org.id, [ada.id, cleo.id]],
    )
    await raw(
      tx,
      'update message_flag f set has_alert_word = true from message m where m.id = f.message_id and m.org_id = $1 and f.mentioned',
      [org.id],
    )
  })
  await ada.send('DELETE', `/streams/${channels.gone}`)
  return { ben, people, channels, known }
}

const isTo = (one: Known, ...people: Person[]) =>
  !one.channel && one.to.length === people.length && people.every((person) => one.to.includes(person))
const speaksOf = (one: Known, word: string) => `${one.topic} ${one.content}`.toLowerCase().includes(word)
const isUnread = (one: Known) => one.received && one.from.name !== 'Ben' && !one.flags.has('read')

/** Every operator; the third element marks those that match messages that weren't received. */
function table({ people: { ada, ben, cleo }, channels, known }: World): [Term, Fits, 'shared'?][] {
  const green = known.find(({ topic }) => topic === 'Green') as Known
  const group = known.find(({ content }) => content.startsWith('three')) as Known
  const before = known.find(({ content }) => content.startsWith('before Ben came too')) as Known
  const withGroup: Fits = (one) => isTo(one, ada, ben, cleo)
  const any: Fits = () => true
  const isMuted: Fits = ({ topic }) => topic === 'quiet'
  return [
    [['channel', 'tea'], ({ channel }) => channel === 'Tea', 'shared'],
    [['stream', channels.past], ({ channel }) => channel === 'past', 'shared'],
    [['channel', String(channels.past)], ({ channel }) => channel === 'past', 'shared'],
    [['channels', 'public'], ({ channel }) => channel === 'Tea' || channel === 'past', 'shared'],
    [['streams', 'web-public'], () => false, 'shared'],
    [['channels', 'archived'], ({ channel }) => channel === 'gone', 'shared'],
    [['topic', 'GREEN'], ({ topic }) => topic.toLowerCase() === 'green'],
    [['topic', ''], ({ topic, channel }) => topic === '' && channel !== undefined],
    [['topic', 'general chat'], ({ topic, channel }) => topic === '' && channel !== undefined],
    [['dm', [ada.id]], (one) => isTo(one, ada, ben)],
    [['dm', [ben.id, ada.id]], (one) => isTo(one, ada, ben)],
    [['pm-with', ada.email], (one) => isTo(one, ada, ben)],
    [['pm_with', ada.email], (one) => isTo(one, ada, ben)],
    [['pm-with', `${cleo.email}, ${ada.email}`], withGroup],
    [['dm', ben.id], (one) => isTo(one, ben)],
    [['dm', 'me'], (one) => isTo(one, ben)],
    [['dm-including', cleo.id], (one) => !one.channel && one.to.includes(cleo)],
    [['dm-including', 'me'], (one) => !one.channel],
    [['group-pm-with', ada.email], (one) => !one.channel && one.to.length > 2 && one.to.includes(ada)],
    [['sender', ada.id], ({ from }) => from === ada],
    [['sender', cleo.email], ({ from }) => from === cleo],
    [['from', 'me'], ({ from }) => from === ben],
    [['id', group.id], ({ id }) => id === group.id],
    [['id', String(before.id)], ({ id }) => id === before.id],
    [['near', green.id], any],
    [['is', 'dm'], ({ channel }) => !channel],
    [['is', 'private'], ({ channel }) => !channel],
    [['is', 'starred'], ({ flags }) => flags.has('star'), 'shared'],
    [['is', 'mentioned'], ({ flags }) => flags.has('mentioned') || flags.has('wild'), 'shared'],
    [['is', 'alerted'], ({ flags }) => flags.has('mentioned'), 'shared'],
    [['is', 'unread'], isUnread],
    [['is', 'resolved'], ({ topic }) => topic.startsWith('✔ ')],
    // a mention makes its topic followed
    [['is', 'followed'], ({ topic }) => topic === 'followed' || topic === '✔ done'],
    [['is', 'muted'], isMuted],
    [['in', 'home'], (one) => !isMuted(one)],
    [['in', 'all'], any],
    [['has', 'link'], ({ content }) => content.includes('https://')],
    [['has', 'image'], ({ content }) => content === 'later, muted'],
    [['has', 'attachment'], ({ content }) => content === 'Cleo here'],
    [['has', 'reaction'], ({ content }) => content.includes('teapot')],
    [['mentions', ben.id], ({ flags }) => flags.has('mentioned')],
    [['mentions', ada.email], () => false],
    [['search', 'teapots'], (one) => speaksOf(one, 'teapot')],
    [['search', '"a teapot"'], (one) => speaksOf(one, 'a teapot')],
    [['search', 'teapot -later'], (one) => speaksOf(one, 'teapot') && !speaksOf(one, 'later')],
    [
      ['search', 'the -teapot'],
      (one) => speaksOf(one, 'the empty') || (speaksOf(one, 'the archive') && !speaksOf(one, 'teapot')),
    ],
    [['search', 'the'], (one) => speaksOf(one, 'the ')],
    [['search', '-teapot'], (one) => !speaksOf(one, 'teapot')],
    [['search', 'us'], (one) => / us\b/.test(one.content)],
    [['search', 'example'], (one) => one.content.includes('example')],
    [['search', '???'], () => false],
  ]
}

test('every operator finds its messages, and its negation the others', async ({ ada, ben, cleo, momo, society }) => {
  const world = await makeWorld(society, { ada, ben, cleo, momo })
  const mine = new Set(world.known.map(({ id }) => id))
  const find = async (narrow: unknown[]) =>
    (await ben.call(getMessages, { ...newest, narrow })).messages.map(({ id }) => id).filter((id) => mine.has(id))
  for (const [[operator, operand], fits, shared] of table(world)) {
    const isMine = (one: Known) => one.received || shared === 'shared' || (operator === 'from' && one.from === ben)
    const expected = world.known.filter((one) => isMine(one) && fits(one)).map(({ id }) => id)
    // near is a position, not a condition
    const rest = world.known.filter((one) => one.received && (operator === 'near' || !fits(one))).map(({ id }) => id)
    const name = JSON.stringify([operator, operand])
    assert.deepEqual(await find([[operator, operand]]), expected, name)
    assert.deepEqual(await find([{ operator, operand }]), expected, name)
    assert.deepEqual(await find([{ operator, operand, negated: true }]), rest, `not ${name}`)
  }
})

test('with finds the conversation of a message', async ({ ada, ben, cleo, momo, society }) => {
  const { known, channels } = await makeWorld(society, { ada, ben, cleo, momo })
  const mine = new Set(known.map(({ id }) => id))
  const find = async (narrow: unknown[]) =>
    (await ben.call(getMessages, { ...newest, narrow })).messages.map(({ id }) => id).filter((id) => mine.has(id))
  const of = (fits: Fits) => known.filter(fits).map(({ id }) => id)
  const past = known.find(({ channel, topic }) => channel === 'past' && topic === 'green') as Known
  const inPast = of(({ channel, topic }) => channel === 'past' && topic === 'green')
  const group = known.find(({ content }) => content.startsWith('three')) as Known
  assert.deepEqual(await find([['with', past.id]]), inPast)
  assert.deepEqual(
    await find([
      ['channel', 'tea'],
      ['topic', 'nothing'],
      ['with', String(past.id)],
    ]),
    inPast,
  )
  assert.deepEqual(
    await find([['with', group.id]]),
    of((one) => isTo(one, ada, ben, cleo)),
  )
  assert.deepEqual(
    await find([
      ['with', past.id],
      ['sender', cleo.id],
    ]),
    of((one) => inPast.includes(one.id) && one.from === cleo),
  )
  const hidden = await ada.sends('x', { channel: channels.secret, topic: 'x' })
  for (const id of [hidden, 999_999]) {
    assert.deepEqual(
      await find([
        ['channel', channels.past],
        ['topic', 'green'],
        ['with', id],
      ]),
      inPast,
    )
    await ben.refused(getMessages, { ...newest, narrow: [['with', id]] }, badNarrow)
  }
})

test('an invalid narrow is refused with a reason', async ({ ada, ben, society }) => {
  const hidden = await makeChannel(society.org, 'hidden', [ada], { invite_only: true })
  const bad: unknown[] = [
    'x',
    [],
    ['is'],
    ['is', 'starred', 1],
    {},
    { operator: 'is' },
    { operator: 'is', operand: null },
    { operator: 1, operand: 'x' },
    { operator: 'is', operand: 'dm', negated: 'x' },
    ['what', 'x'],
    ['toString', 'x'],
    ['is', 'toString'],
    ['is', 'x'],
    ['is', 1],
    ['has', 'x'],
    ['in', 'x'],
    ['channels', 'x'],
    ['channel', 'no such'],
    ['channel', 999_999],
    ['channel', 'hidden'],
    ['channel', hidden],
    ['channel', {}],
    ['topic', {}],
    ['topic', ['x']],
    ['dm', 999_999],
    ['dm', 'no@such'],
    ['dm', []],
    ['dm', ''],
    ['dm', [{}]],
    ['dm', 1.5],
    ['dm-including', 'x'],
    ['group-pm-with', 999_999],
    ['sender', 'x'],
    ['sender', [1, 2]],
    ['sender', ''],
    ['mentions', 'x'],
    ['id', 'x'],
    ['id', -1],
    ['id', 1.5],
    ['id', {}],
    ['with', 'x'],
    { operator: 'with', operand: 1, negated: true },
    ['search', {}],
    ['search', 'x'.repeat(2_001)],
    ['search', 'a '.repeat(101)],
    ['search', '-"a b" '.repeat(51)],
    ['dm', Array(1_001).fill(1)],
  ]
  for (const term of bad) {
    const error = await ben.refused(getMessages, { ...newest, narrow: [term] }, badNarrow)
    assert.ok(typeof error.fields.desc === 'string' && error.fields.desc !== '', JSON.stringify(term))
  }
  const unknown = await ben.refused(getMessages, { ...newest, narrow: [['channel', 'hidden']] })
  const missing = await ben.refused(getMessages, { ...newest, narrow: [['channel', 'missing']] })
  assert.deepEqual([unknown.message, unknown.fields], [missing.message, missing.fields])
})

test('any combination of terms finds the messages that match all of them', {
  timeout: explorationPatience,
}, async ({ ada, ben, cleo, momo, society }) => {
  const world = await makeWorld(society, { ada, ben, cleo, momo })
  const mine = new Map(world.known.map((one) => [one.id, one]))
  const terms = table(world)
  const openable = new Set<number>()
  const signed = fc.record({ index: fc.nat(terms.length - 1), negated: fc.boolean() })
  await holds(
    fc.asyncProperty(
      fc.array(signed, { minLength: 2, maxLength: 3 }),
      fc.constantFrom('newest', 'oldest', 'first_unread'),
      async (chosen, anchor) => {
        const parts = chosen
          .map(({ index, negated }) => ({ ...row(terms, index), negated }))
          .filter(({ operator }) => operator !== 'near')
        const narrow = parts.map(({ operator, operand, negated }) => ({ operator, operand, negated }))
        const params = { anchor, num_before: 1000, num_after: 1000, narrow }
        const { messages } = await ben.call(getMessages, params)
        for (const { id } of messages) {
          if (!openable.has(id)) await ben.call(getMessage, { message_id: id })
          openable.add(id)
        }
        const isShared = parts.some(({ shared, operator, negated }) => !negated && (shared || operator === 'from'))
        const expected = world.known.filter(
          (one) => (one.received || isShared) && parts.every(({ fits, negated }) => fits(one) !== negated),
        )
        assert.deepEqual(
          messages.map(({ id }) => id).filter((id) => mine.has(id)),
          expected.map(({ id }) => id),
          JSON.stringify(narrow),
        )
      },
    ),
    { runs: 150 },
  )
})

function row(terms: ReturnType<typeof table>, index: number) {
  const [[operator, operand], fits, shared] = terms[index] as (typeof terms)[number]
  return { operator, operand, fits, shared: shared === 'shared' }
}
