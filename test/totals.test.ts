import sharp from 'sharp'
import { raw as sql } from '#platform/db'
import { assert, type Person, test } from '#test'
import { channelsCache } from '../src/features/channels/channels/cache.ts'
import { policies } from '../src/features/channels/user-topics/api.ts'
import { createDrafts, editDraft, getDrafts } from '../src/features/messages/drafts/api.ts'
import { addReaction } from '../src/features/messages/messages/reactions/api.ts'
import { addSubmessage } from '../src/features/messages/messages/submessages/api.ts'
import { groupsCache } from '../src/features/people/groups/cache.ts'
import {
  maxPerMessage,
  maxPerOrganization,
  maxPerUser,
  maxSingleTopics,
  tooManyKept,
} from '../src/features/people/organization/totals.ts'
import { fieldTypes } from '../src/features/people/profile-fields/field-types.ts'
import { topicOccasions } from '../src/features/people/user-settings/settings.ts'
import { peopleCache } from '../src/features/people/users/cache.ts'
import { createSavedSnippet, editSavedSnippet, noSuchSnippet } from '../src/features/text/saved-snippets/api.ts'
import { makeChannel } from './harness/channel.ts'
import { sendFiles } from './harness/files.ts'

const totals = { person: maxPerUser, organization: maxPerOrganization, message: maxPerMessage }
type Thing = keyof typeof maxPerUser | keyof typeof maxPerOrganization

const limit = 2
const later = Math.floor(Date.now() / 1000) + 86_400

type Call = [method: string, path: string, params: Record<string, unknown>]
/** Adds one more of each thing; `number` is unique each time. */
const more: Record<
  Exclude<Thing, 'custom emoji' | 'files' | 'passkeys' | 'pinned messages' | `bytes of ${string}`>,
  (number: number, channel: number, person: Person) => Call
> = {
  drafts: (number) => ['POST', '/drafts', { drafts: [{ type: '', to: [], content: `draft ${number}` }] }],
  'saved snippets': (number) => ['POST', '/saved_snippets', { title: `snippet ${number}`, content: 'text' }],
  'scheduled messages': (number, _channel, person) => [
    'POST',
    '/scheduled_messages',
    {
      ...{ type: 'direct', to: [person.id], content: `number ${number}` },
      scheduled_delivery_timestamp: later,
    },
  ],
  mutes: (number, stream_id) => ['POST', '/mutes', { stream_id, topic: `topic ${number}`, until: later }],
  reminders: (number) => ['POST', '/reminders', { note: `number ${number}`, scheduled_delivery_timestamp: later }],
  'navigation views': (number) => [
    'POST',
    '/navigation_views',
    { fragment: `view/${number}`, is_pinned: true, name: `view ${number}` },
  ],
  bots: (number) => ['POST', '/bots', { full_name: `Bot ${number}`, short_name: `bot${number}` }],
  'access tokens': (number) => ['POST', '/access_tokens', { name: `token ${number}`, scopes: ['read'] }],
  invitations: () => ['POST', '/invites/multiuse', {}],
  'topics with a visibility policy': (number, stream_id) => [
    'POST',
    '/user_topics',
    { stream_id, topic: `topic ${number}`, visibility_policy: policies.muted },
  ],
  'pinned topics': (number, stream_id) => ['POST', '/pinned_topics', { stream_id, topic: `topic ${number}` }],
  automations: (number, stream_id) => [
    'POST',
    '/automations',
    {
      name: `automation ${number}`,
      trigger: { kind: 'schedule', repeat: 'daily', time: '09:00', timezone: 'UTC' },
      steps: [{ kind: 'post', stream_id, topic: 'x', text: 'Hi' }],
    },
  ],
  'slash commands': (number, stream_id) => [
    'POST',
    '/automations',
    {
      name: `command ${number}`,
      trigger: { kind: 'manual', command: `command-${number}` },
      steps: [{ kind: 'post', stream_id, topic: 'x', text: 'Hi' }],
    },
  ],
  'user groups': (number) => ['POST', '/user_groups/create', { name: `group ${number}`, description: '', members: [] }],
  'channel folders': (number) => ['POST', '/channel_folders/create', { name: `folder ${number}` }],
  'custom profile fields': (number) => [
    'POST',
    '/realm/profile_fields',
    { name: `field ${number}`, field_type: fieldTypes.SHORT_TEXT.id },
  ],
  'connected programs': (number) => [
    'POST',
    '/oauth_clients',
    { name: `p${number}`, redirect_uris: ['https://a.example/'] },
  ],
  'allowed domains': (number) => ['POST', '/realm/domains', { domain: `n${number}.example`, allow_subdomains: false }],
  channels: (number) => ['POST', '/channels/create', { name: `channel ${number}`, subscribers: [] }],
  accounts: (number) => [
    'POST',
    '/users',
    { full_name: `Person ${number}`, email: `person${number}@example.com`, password: 'correct horse battery' },
  ],
}

async function withLimit(
  of: keyof typeof totals,
  what: string,
  total: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const all = totals[of] as Record<string, number>
  const before = all[what] as number
  all[what] = total
  try {
    await work()
  } finally {
    all[what] = before
  }
}

/** What everyone starts with counts. */
const before: Partial<Record<Thing, (person: Person) => number>> = {
  'user groups': ({ org }) => org.get(groupsCache).byId.size,
  channels: ({ org }) => org.get(channelsCache).byId.size,
  accounts: ({ org }) => org.get(peopleCache).byId.size,
}

for (const [what, make] of Object.entries(more) as [keyof typeof more, (typeof more)[keyof typeof more]][])
  test(`${what} are limited: one more is an error and changes nothing`, async ({ ada, ines, society }) => {
    const channel = await makeChannel(society.org, 'weaving', [ada, ines])
    const isPersonal = what in maxPerUser
    const first = before[what]?.(ada) ?? 0
    const watch = await ada.register()
    await withLimit(isPersonal ? 'person' : 'organization', what, limit + first, async () => {
      for (let number = 0; number < limit; number++) await ada.send(...make(number, channel, ada))
      const { status, message } = await ada.refusedRaw(...make(limit, channel, ada))
      assert.deepEqual([status, message], [400, tooManyKept({}, { what, limit: limit + first }).message])
      if (isPersonal) await ines.send(...make(9, channel, ines))
    })
    await ada.send(...make(limit, channel, ada))
    await watch.agreesWithFreshRegister()
  })

test('the total size of drafts is limited, and can be reduced', async ({ ada, ben }) => {
  const watch = await ada.register('drafts')
  const draft = (content: string) => ({ type: '' as const, to: [], content })
  const full = { what: 'bytes of drafts', limit: 100 }
  const { ids } = await ada.call(createDrafts, { drafts: [draft('a'.repeat(60)), draft('ä'.repeat(20))] })
  const [first = 0, second = 0] = ids
  await withLimit('person', full.what, full.limit, async () => {
    const refused = async (...call: Call) =>
      assert.equal((await ada.refusedRaw(...call)).message, tooManyKept({}, full).message)
    await refused('POST', '/drafts', { drafts: [draft('x')] })
    await refused('PATCH', `/drafts/${first}`, { draft: draft('a'.repeat(61)) })
    await ada.call(editDraft, { draft_id: first, draft: draft('b'.repeat(60)) })
    await ada.call(editDraft, { draft_id: second, draft: draft('c') })
    await refused('POST', '/drafts', { drafts: [draft('x'.repeat(20)), draft('y'.repeat(20))] })
    await ada.call(createDrafts, { drafts: [draft('x'.repeat(39))] })
    await ben.call(createDrafts, { drafts: [draft('x'.repeat(100))] })
  })
  await withLimit('person', full.what, 10, () => ada.call(editDraft, { draft_id: first, draft: draft('b'.repeat(59)) }))
  await watch.agreesWithFreshRegister()
  assert.equal((await ada.call(getDrafts)).count, 3)
})

test('the total size of saved snippets is limited, and can be reduced', async ({ ada, ben }) => {
  const watch = await ada.register('saved_snippets')
  const full = { what: 'bytes of saved snippets', limit: 100 }
  const { saved_snippet_id } = await ada.call(createSavedSnippet, { title: 'ä', content: 'a'.repeat(98) })
  await withLimit('person', full.what, full.limit, async () => {
    const refused = async (...call: Call) =>
      assert.equal((await ada.refusedRaw(...call)).message, tooManyKept({}, full).message)
    await refused('POST', '/saved_snippets', { title: 'b', content: 'b' })
    await refused('PATCH', `/saved_snippets/${saved_snippet_id}`, { title: 'äa' })
    await ada.call(editSavedSnippet, { saved_snippet_id, title: 'aa' })
    await ada.call(editSavedSnippet, { saved_snippet_id, content: 'a'.repeat(50) })
    await ada.call(createSavedSnippet, { title: 'b', content: 'b'.repeat(47) })
    await ben.call(createSavedSnippet, { title: 'b', content: 'b' })
  })
  await withLimit('person', full.what, 10, async () => {
    await ada.call(editSavedSnippet, { saved_snippet_id, content: 'a'.repeat(49) })
    await ben.refused(editSavedSnippet, { saved_snippet_id, content: 'mine now' }, noSuchSnippet)
  })
  await watch.agreesWithFreshRegister()
})

test("custom emoji are limited; images above the limit aren't stored", async ({ ada }) => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  const add = (name: string) => sendFiles(ada, `/realm/emoji/${name}`, [{ filename: 'a.png', content: picture }])
  await withLimit('organization', 'custom emoji', 1, async () => {
    assert.equal((await add('loom')).status, 200)
    const { status, json } = await add('shuttle')
    assert.deepEqual([status, json.msg], [400, tooManyKept({}, { what: 'custom emoji', limit: 1 }).message])
  })
  assert.equal((await add('shuttle')).status, 200)
})

for (const of of ['person', 'organization'] as const)
  test(`files of one ${of} are limited; more are not stored`, async ({ ada, ben }) => {
    const add = (person: Person, filename: string) =>
      sendFiles(person, '/user_uploads', [{ filename, content: Buffer.from('text') }])
    const kept = async () =>
      ((await ada.send('GET', '/attachments')).attachments as { id: number }[]).map(({ id }) => id)
    await withLimit(of, 'files', 2, async () => {
      for (const name of ['a.txt', 'b.txt']) assert.equal((await add(ada, name)).status, 200)
      const { status, json } = await add(ada, 'c.txt')
      assert.deepEqual([status, json.msg], [400, tooManyKept({}, { what: 'files', limit: 2 }).message])
      assert.equal((await add(ben, 'a.txt')).status, of === 'person' ? 200 : 400)
      const [first] = await kept()
      await ada.send('DELETE', `/attachments/${first}`)
      assert.equal((await add(ada, 'd.txt')).status, 200)
      assert.equal((await kept()).length, 2)
    })
  })

test('votes of a poll are limited: in total, per person, and in length', async ({ ada, ben }) => {
  const message_id = await ada.sends('/poll Lunch?\nSoup', ben)
  const vote = (person: Person, more = '') =>
    person.call(addSubmessage, { message_id: message_id as number, msg_type: 'widget', content: `{"a":"${more}"}` })
  const refusedVote = async (person: Person, what: string, total: number, more = '') => {
    const content = `{"a":"${more}"}`
    const error = await person.refused(addSubmessage, { message_id: message_id as number, msg_type: 'widget', content })
    assert.equal(error.message, tooManyKept({}, { what, limit: total }).message)
  }
  const watch = await ben.register('submessage')
  // the poll itself is the first
  await withLimit('message', 'submessages', 3, async () => {
    await vote(ada)
    await vote(ben)
    await refusedVote(ben, 'submessages', 3)
  })
  await withLimit('message', 'submessages of one person', 2, async () => {
    await refusedVote(ada, 'submessages of one person', 2)
    await vote(ben)
    await refusedVote(ben, 'submessages of one person', 2)
  })
  await withLimit('message', 'characters of submessages', 1_000, async () => {
    await refusedVote(ada, 'characters of submessages', 1_000, 'x'.repeat(900))
    await vote(ada, 'x'.repeat(500))
  })
  assert.equal((await watch.of('submessage')).length, 4)
})

test("one person's reactions to one message are limited", async ({ ada, ben }) => {
  const id = await ada.sends('Hello', ben)
  const react = (person: Person, emoji_name: string) =>
    person.call(addReaction, { message_id: id as number, emoji_name })
  await withLimit('message', 'reactions of one person', 2, async () => {
    await react(ada, 'tada')
    await react(ada, 'octopus')
    const error = await ada.refused(addReaction, { message_id: id as number, emoji_name: 'heart' })
    assert.equal(error.message, tooManyKept({}, { what: 'reactions of one person', limit: 2 }).message)
    await react(ben, 'heart')
  })
})

test('participating follows no more topics over the limit; following manually works', async ({ ada, society }) => {
  const stream_id = await makeChannel(society.org, 'weaving', [ada])
  await ada.send('PATCH', '/settings', { automatically_follow_topics_policy: topicOccasions.starting })
  const watch = await ada.register('user_topic')
  const many = (count: number) =>
    ada.org.transact(null, (mutation) =>
      sql(
        mutation.tx,
        `insert into user_topic (org_id, user_id, channel_id, topic, policy, updated_at)
         select $1, $2, $3, 'old ' || n, 3, now() from generate_series(1, $4::int) n`,
        [ada.org.id, ada.id, stream_id, count],
      ),
    )
  await many(maxSingleTopics - 1)
  await ada.sends('Hi', { channel: stream_id, topic: 'loom' })
  await ada.sends('Hi', { channel: stream_id, topic: 'shuttle' })
  await ada.send('POST', '/user_topics', { stream_id, topic: 'bobbin', visibility_policy: policies.followed })
  const told = (await watch.of('user_topic')).map(({ topic_name }) => topic_name)
  assert.deepEqual(told, ['loom', 'bobbin'])
})
