import fc from 'fast-check'
import { ApiError, asMessageId, type MessageId } from '#contract'
import type { Organization } from '#platform/organization'
import { assert, explorationPatience, holds, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { twinOf } from '../../../../test/harness/twin.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import { type Reader, readerOf } from './access/reader.ts'
import { restoreMessage } from './actions/restore.ts'
import { beyondNewest } from './api/fetch.ts'
import { findRange, type Range } from './narrow/anchor.ts'
import { findMarkedRange } from './narrow/marked-range.ts'
import { plainNarrow } from './narrow/narrow.ts'
import type { Term } from './narrow/terms.ts'
import { preparedMessages } from './prepared-messages.ts'
import { fetchMessages } from './serialize/fetched-message.ts'
import { readToWrite, toWrite } from './serialize/written-messages.ts'

type Step =
  | { kind: 'send'; who: number; place: number; topic: number; text: number }
  | { kind: 'edit' | 'react' | 'vote' | 'star' | 'read'; who: number; message: number; text: number }
  | { kind: 'move'; message: number; channel: number; topic: number; mode: number }
  | { kind: 'delete' | 'restore'; message: number }
  | { kind: 'rename' | 'policy' | 'linkify'; text: number }

const who = fc.nat(2)
const message = fc.nat(20)
const topic = fc.nat(2)
const text = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('send' as const), who, place: fc.nat(3), topic, text }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('edit', 'react', 'vote', 'star', 'read'), who, message, text }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('move' as const), message, channel: fc.nat(1), topic, mode: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'restore'), message }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rename', 'policy', 'linkify'), text }) },
)

const texts = ['plain', 'Grüße 🎈 „“ #12', '/poll Tea?\nyes\nno', '**bold** @**all** `code`\n\n> quoted']
const topics = ['tea', 'Tee 🎈 #3', '']
const emoji = ['tada', 'heart', 'octopus', 'working_on_it']
const modes = ['change_one', 'change_later', 'change_all']
const policies = ['all', 'moves', 'none', 'all']

interface World {
  society: TestOrganization
  people: Person[]
  channels: number[]
  ids: MessageId[]
  run: number
}

/** Ignores errors: a refused step changes nothing. */
async function take({ society, people, channels, ids, run }: World, next: Step): Promise<void> {
  const [ada, ben] = people as [Person, Person]
  if (next.kind === 'send') {
    const to = channels[next.place]
    const where =
      to === undefined ? { type: 'direct', to: [ben.id] } : { type: 'channel', to, topic: topics[next.topic] }
    const sender = people[next.who] as Person
    const { id } = await sender.send('POST', '/messages', { ...where, content: texts[next.text] })
    ids.push(asMessageId(Number(id)))
    return
  }
  if (!('message' in next)) {
    if (next.kind === 'rename') {
      await ada.send('PATCH', '/settings', { full_name: `Ada ${texts[next.text]?.slice(0, 8)}` })
      await ada.send('PATCH', `/streams/${channels[0]}`, { new_name: `Küche ${run} ${next.text}` })
    } else if (next.kind === 'policy')
      await ada.send('PATCH', '/realm', { message_edit_history_visibility_policy: policies[next.text] })
    else {
      const url_template = `https://bugs.example/${run}/${next.text}/{id}`
      await ada.send('POST', '/realm/filters', { pattern: `#(?P<id>${next.text}?[0-9]+)`, url_template })
    }
    return
  }
  const id = ids[next.message % Math.max(1, ids.length)]
  if (id === undefined) return
  if ('mode' in next) {
    await ada.send('PATCH', `/messages/${id}`, {
      stream_id: channels[next.channel],
      topic: topics[next.topic],
      propagate_mode: modes[next.mode],
      send_notification_to_new_thread: false,
    })
    return
  }
  if (!('who' in next)) {
    if (next.kind === 'delete') await ada.send('DELETE', `/messages/${id}`)
    else await society.org.transact(null, (mutation) => restoreMessage(mutation, id))
    return
  }
  const person = people[next.who] as Person
  if (next.kind === 'edit') await person.send('PATCH', `/messages/${id}`, { content: `${texts[next.text]} again` })
  else if (next.kind === 'react')
    await person.send('POST', `/messages/${id}/reactions`, { emoji_name: emoji[next.text] })
  else if (next.kind === 'vote')
    await person.send('POST', '/submessage', {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: next.text % 2 === 0 ? 1 : -1 }),
    })
  else {
    const flag = next.kind === 'star' ? 'starred' : 'read'
    await person.send('POST', '/messages/flags', { messages: [id], op: next.text % 2 === 0 ? 'add' : 'remove', flag })
  }
}

const refusalsAside = (error: unknown) => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
}

/** Messages written by one process equal those without the cache in the same snapshot. */
async function agrees(org: Organization, person: Person, ids: readonly MessageId[]): Promise<void> {
  const viewer = org.viewer(person.id)
  assert.ok(viewer)
  const reader = await readerOf({ org, viewer, fetch: (cache, key) => org.fetch(cache, key) })
  await agreesInRanges(reader)
  for (const applyMarkdown of [true, false])
    for (const emptyTopic of [true, false]) {
      const showing = { applyMarkdown, emptyTopic, searches: [] }
      for (let isSettled = false; !isSettled; ) {
        const [before, written, after] = await org.db.read(async (tx) => [
          await fetchMessages(tx, reader, ids, showing),
          (await readToWrite(tx, reader, ids, showing))(),
          await fetchMessages(tx, reader, ids, showing),
        ])
        // names and settings come from memory and may change during the test
        isSettled = JSON.stringify(before) === JSON.stringify(after)
        if (!isSettled) continue
        assert.equal(`[${written.bytes}]`, JSON.stringify(before))
        assert.equal(written.count, before.length)
      }
    }
}

const newest: Range = { anchor: beyondNewest, before: 20, after: 0, includeAnchor: true }
const around = (anchor: number): Range => ({ anchor, before: 5, after: 5, includeAnchor: true })
const showing = { applyMarkdown: true, emptyTopic: true, searches: [] }

/** The same for the single statement that finds, flags, and writes messages: same messages, same flags. */
async function agreesInRanges(reader: Reader): Promise<void> {
  const channels = [...reader.org.get(channelsCache).byId.values()].map(
    ({ id }): Term => ({
      operator: 'channel',
      operand: id,
      negated: false,
    }),
  )
  for (const terms of [[], ...channels.slice(-2).map((term) => [term])] satisfies Term[][]) {
    const narrow = plainNarrow(reader, terms)
    assert.ok(narrow)
    for (let isSettled = false; !isSettled; ) {
      await reader.org.db.read(async (tx) => {
        const newestIds = (await findRange(tx, narrow, newest)).ids
        for (const range of [newest, around(newestIds[0] ?? 1)]) {
          const { ids, ...told } = await findRange(tx, narrow, range)
          const before = await fetchMessages(tx, reader, ids, showing)
          const found = await findMarkedRange(narrow, range, (work) => work(tx))
          if (!found) return assert.equal(narrow.scope.channels.size + (narrow.scope.directs ? 1 : 0), 0)
          const write = await toWrite(reader, found.marked, showing, (work) => work(tx))
          const written = write?.()
          const after = await fetchMessages(tx, reader, ids, showing)
          isSettled = JSON.stringify(before) === JSON.stringify(after)
          if (!isSettled) return
          assert.equal(`[${written?.bytes}]`, JSON.stringify(before))
          const { ids: foundIds, marked: _, ...otherFields } = found
          assert.deepEqual([foundIds, otherFields], [ids, told])
        }
      })
      if (narrow.scope.channels.size === 0 && !narrow.scope.directs) isSettled = true
    }
  }
}

async function answersAgree(org: Organization, person: Person): Promise<void> {
  const viewer = org.viewer(person.id)
  assert.ok(viewer)
  const reader = await readerOf({ org, viewer, fetch: (cache, key) => org.fetch(cache, key) })
  const narrow = plainNarrow(reader, [])
  assert.ok(narrow)
  const params = { anchor: 'newest', num_before: 20, num_after: 0, allow_empty_topic_name: true, apply_markdown: true }
  const { messages } = await person.send('GET', '/messages', params)
  const expected = await org.db.read(async (tx) => {
    const { ids } = await findRange(tx, narrow, newest)
    return fetchMessages(tx, reader, ids, showing)
  })
  assert.deepEqual(messages, JSON.parse(JSON.stringify(expected)))
}

test(
  'after random changes, the cache writes the same bytes in each process',
  async ({ society, ada, ben, gus, server }) => {
    const people = [ada, ben, gus]
    const twin = process.env.LOQUAT_TEST_DATABASE_URL ? await twinOf(server) : undefined
    try {
      const there = await twin?.organization(society.org.id)
      const processes = there ? [society.org, there] : [society.org]
      let run = 0
      await holds(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
          run++
          const channels = [
            Number(await makeChannel(society.org, `kitchen ${run}`, people)),
            Number(await makeChannel(society.org, `cellar ${run}`, people, { invite_only: true })),
          ]
          const world: World = { society, people, channels, ids: [], run }
          for (const [index, next] of steps.entries()) {
            // concurrently, and with varying timing
            const taken = take(world, next).catch(refusalsAside)
            const person = people[index % people.length] as Person
            await Promise.all([taken, ...processes.map((org) => agrees(org, person, [...world.ids]))])
          }
          for (const person of people) for (const org of processes) await agrees(org, person, world.ids)
          for (const person of people) await answersAgree(society.org, person)
        }),
        { runs: 6 },
      )
      for (const org of processes) {
        const { counts, bytes } = preparedMessages(org)
        assert.ok(counts.memory > counts.database, JSON.stringify(counts))
        assert.ok(bytes > 0 && bytes < 64 * 2 ** 20)
      }
    } finally {
      await twin?.stop()
      await twin?.db.close()
    }
  },
  explorationPatience,
)
