import fc from 'fast-check'
import type { ChannelId, MessageId, UserId } from '#contract'
import { SharedText } from '#platform/compression'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, explorationPatience, holds, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { twinOf } from '../../../../../test/harness/twin.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { markAllAsRead, markTopicAsRead, updateMessageFlags } from '../api/flags.ts'
import { type UnreadTopic, unreadByTopic } from '../store/unread.ts'
import { type CompactUnread, unpackUnread } from './compact-wire.ts'
import { KeptLists } from './kept-lists.ts'
import { unreadList } from './kept-unread.ts'
import { bytesOfTexts } from './place-texts.ts'
import { serializeUnread } from './serialize.ts'
import { bytesOfList, type UnreadList } from './unread-list.ts'

const index = fc.nat(40)
const some = fc.array(index, { minLength: 1, maxLength: 4 })
const topic = fc.constantFrom('soup', 'Soup', 'bread')
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('post' as const), topic, isToAll: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), toGroup: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read all' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read topic' as const), topic }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('archive' as const), isArchived: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unread' as const), some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), index, topic, toOther: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const post: Step = { do: 'post', topic: 'soup', isToAll: false }
/** The direct message stays unread while a channel gets another message. */
const untouched: Step[] = [{ do: 'write', toGroup: false }, post, post, { do: 'look' }, post, { do: 'look' }]

/** Few enough that the oldest messages are left out. */
const limit = 8

test(
  'an unread list continued by events equals one that is read from the database',
  async ({ ada, ben, cleo, society, server }) => {
    const { org } = society
    const twin = process.env.LOQUAT_TEST_DATABASE_URL ? await twinOf(server) : undefined
    const orgs = twin ? [org, await twin.organization(org.id)] : [org]
    const watches = orgs.map((one) => new Watch(one, ben.id))
    let runs = 0
    const run = async (steps: Step[]) => {
      const channels = [
        await makeChannel(org, `channel ${++runs}`, [ada, ben]),
        await makeChannel(org, `other ${runs}`, [ada, ben]),
      ]
      let sent: MessageId[] = []
      const picked = (some: number[]) => [...new Set(some.flatMap((one) => sent[one % Math.max(sent.length, 1)] ?? []))]
      const flags = (some: number[], op: 'add' | 'remove') =>
        picked(some).length > 0 && ben.call(updateMessageFlags, { messages: picked(some), op, flag: 'read' })
      const [channel, other] = channels as unknown as [ChannelId, ChannelId]
      for (const one of [...steps, { do: 'look' as const }]) {
        if (one.do === 'post')
          sent.push(await ada.sends(one.isToAll ? 'Hello @**all**' : 'Hello', { channel, topic: one.topic }))
        else if (one.do === 'write') sent.push(await ada.sends('Hello', one.toGroup ? [ben, cleo] : ben))
        else if (one.do === 'read all') await ben.call(markAllAsRead, {})
        else if (one.do === 'read topic') await ben.call(markTopicAsRead, { stream_id: channel, topic_name: one.topic })
        else if (one.do === 'archive')
          await ada.send('PATCH', `/streams/${other}`, { is_archived: one.isArchived }).catch(() => {})
        else if (one.do === 'read') await flags(one.some, 'add')
        else if (one.do === 'unread') await flags(one.some, 'remove')
        else if (one.do === 'leave') {
          await leaveChannel(org, channels[1] as never, ben)
          await joinChannel(org, channels[1] as never, ben)
        } else if (one.do === 'look') for (const watch of watches) await watch.agrees()
        else {
          const [message_id] = picked([one.index])
          if (message_id === undefined) continue
          if (one.do === 'delete') {
            await ada.call(deleteMessage, { message_id })
            sent = sent.filter((id) => id !== message_id)
          } else
            await ada
              .call(updateMessage, {
                message_id,
                topic: one.topic,
                ...(one.toOther ? { stream_id: other } : {}),
                propagate_mode: 'change_one',
                send_notification_to_old_thread: false,
                send_notification_to_new_thread: false,
              } as never)
              // direct messages and unchanged topics can't be moved
              .catch(() => {})
        }
      }
    }
    try {
      await holds(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), run), {
        runs: 12,
        examples: [[untouched]],
      })
      for (const { continued, shared } of watches) {
        assert.ok(continued > 0, 'a conversation stayed as it was')
        assert.ok(shared > 0, 'a text was shared')
      }
    } finally {
      await twin?.stop()
      await twin?.db.close()
    }
  },
  explorationPatience,
)

const newLists = () => new KeptLists({ maxBytes: 10_000_000, maxIdleMs: 3_600_000 })

/** Compares what a process kept for a user with what's in the database, whenever it's asked to. */
class Watch {
  readonly #org: Organization
  readonly #id: UserId
  readonly #lists = newLists()
  /** How often a conversation stayed as it was while another one changed. */
  continued = 0
  /** How many texts were shared. */
  shared = 0

  constructor(org: Organization, id: UserId) {
    this.#org = org
    this.#id = id
  }

  async agrees(): Promise<void> {
    const org = this.#org
    await org.readAtPosition(async (tx) => {
      const before = this.#lists.get(org.tail, this.#id)
      const channels = org.get(channelsCache)
      const receiving = receivingOf(await org.fetch(subscriptionsCache, this.#id, tx), channels)
      const list = await unreadList(tx, org, this.#id, { receiving, channels, limit, lists: this.#lists })
      assert.deepEqual(
        comparable([...list.places.values()].flatMap(({ topics }) => topics)),
        comparable(await unreadByTopic(tx, this.#id, receiving, limit)),
      )
      for (const withNames of [true, false]) await this.#formsAgree(tx, withNames)
      const kept = this.#lists.get(org.tail, this.#id)
      if (kept) assert.ok(this.#lists.bytes >= bytesWithTexts(kept))
      if (before && kept && isPartlySame(before, kept)) this.continued++
    })
  }

  /** The forms of the answer say the same, and the same as without a kept list. */
  async #formsAgree(tx: Tx, withNames: boolean): Promise<void> {
    const usual = await this.#text(tx, { withNames })
    assert.equal(await this.#text(tx, { withNames, areShared: true }), usual)
    assert.equal(await this.#text(tx, { withNames, lists: newLists() }), usual)
    const compact = JSON.parse(await this.#text(tx, { withNames, isCompact: true })) as CompactUnread
    assert.deepEqual(unpackUnread(compact), JSON.parse(usual))
  }

  async #text(tx: Tx, { withNames, isCompact, areShared, lists = this.#lists }: AnswerOptions): Promise<string> {
    const org = this.#org
    const can = (capability: string) => (capability === 'compact_unread' ? isCompact === true : withNames)
    const client = { key: '', applyMarkdown: true, clientGravatar: true, slimPresence: true, can }
    const { pieces } = await serializeUnread(
      tx,
      this.#id,
      { org, client, get: (cache) => org.get(cache) },
      { sizes: { most: limit - 1, keptFrom: 1, sharedFrom: areShared ? 1 : limit + 1, sharedFromInChannel: 2 }, lists },
    )
    const shared = pieces.filter((piece) => piece instanceof SharedText)
    if (!areShared) assert.equal(shared.length, 0)
    this.shared += shared.length
    // their size is known once they're compressed
    for (const piece of shared) await piece.part
    return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
  }
}

interface AnswerOptions {
  readonly withNames: boolean
  readonly isCompact?: boolean
  readonly areShared?: boolean
  readonly lists?: KeptLists
}

const bytesWithTexts = (list: UnreadList) =>
  [...list.places.values()].reduce((sum, place) => sum + bytesOfTexts(place), bytesOfList(list))

function isPartlySame(before: UnreadList, { places }: UnreadList): boolean {
  const same = [...before.places.values()].filter((place) => places.get(place.conversationId) === place).length
  return same > 0 && same < before.places.size
}

const comparable = (topics: readonly UnreadTopic[]) =>
  topics
    .map(({ conversation_id, topic, ids, wildcard_ids }) => ({ conversation_id, topic, ids, wildcard_ids }))
    .sort((a, b) => (a.ids[0] as number) - (b.ids[0] as number))
