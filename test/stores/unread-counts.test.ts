import fc from 'fast-check'
import { ApiError } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { allCapabilities } from '../../client/capabilities.ts'
import { Session } from '../../client/session.ts'
import { policies } from '../../src/features/channels/user-topics/api.ts'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { updateMessageFlags } from '../../src/features/messages/messages/api/flags.ts'
import type { Unread } from '../../src/features/messages/messages/unread/wire.ts'
import { Markings } from '../../web/store/markings.ts'
import { countOf, directsByKey, topicsByChannel } from '../../web/store/unread-counts.ts'
import { joinChannel, leaveChannel, makeChannel, settle } from '../harness/channel.ts'

const topic = fc.constantFrom('soup', 'bread', 'Soup')
const device = fc.nat(1)
const nth = fc.nat(20)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('post' as const), topic, calls: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), nth, calls: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), nth, topic }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), nth }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mark' as const), device, nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('markAll' as const), device }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), device }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('listen' as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('policy' as const), topic, policy: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('muteChannel' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Received {
  unread_msgs: Unread
  subscriptions: { stream_id: number; is_muted: boolean }[]
  user_topics: { stream_id: number; topic_name: string; visibility_policy: number }[]
}

/** A browser, as far as counts go: its session, and what it marks and undoes. */
class Device {
  readonly session: Session
  readonly markings: Markings
  readonly #person: Person

  private constructor(person: Person, session: Session) {
    this.#person = person
    this.session = session
    this.markings = new Markings({
      change: (ids, op) => person.call(updateMessageFlags, { messages: [...ids], op, flag: 'read' }),
      isRefusal: (problem) => problem instanceof ApiError && problem.status === 400,
      readable: async (ids) => (await person.call(getMessages, { message_ids: [...ids] })).messages.map(({ id }) => id),
    })
  }

  static async open(person: Person): Promise<Device> {
    const parameters = { apply_markdown: true, client_capabilities: allCapabilities }
    return new Device(person, await Session.open({ client: person.client, parameters, userId: person.id }))
  }

  async listen(): Promise<void> {
    while ((await this.session.poll({ wait: false })).events.length > 0);
  }

  /** Rows of the inbox: conversations with unread messages. */
  rows(): { name: string; ids: readonly number[]; isMuted: boolean }[] {
    return rowsOf(this.session.told as unknown as Received, this.#person.id)
  }
}

function rowsOf(told: Received, ownId: number): { name: string; ids: readonly number[]; isMuted: boolean }[] {
  const { unread_msgs, subscriptions, user_topics } = told
  const muted = new Map(subscriptions.map((one) => [one.stream_id, one.is_muted]))
  const chosen = new Map(
    user_topics.map((one) => [`${one.stream_id} ${one.topic_name.toLowerCase()}`, one.visibility_policy]),
  )
  const byChannel = topicsByChannel(unread_msgs, {
    ownId,
    isSubscribed: (id) => muted.has(id),
    isMuted(id, name) {
      const policy = chosen.get(`${id} ${name.toLowerCase()}`) ?? 0
      return policy === policies.muted || (policy === policies.none && Boolean(muted.get(id)))
    },
  })
  return [
    ...[...directsByKey(unread_msgs, ownId)].map(([name, { ids }]) => ({ name, ids, isMuted: false })),
    ...[...byChannel].flatMap(([id, topics]) =>
      topics.map(({ topic, ids, isMuted }) => ({ name: `${id} ${topic.toLowerCase()}`, ids, isMuted })),
    ),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}

test(
  "two browsers' unread counts match the server's, whatever is marked and undone",
  async ({ ada, ben, society }) => {
    let runs = 0
    const run = async (steps: readonly Step[]) => {
      const channel = await makeChannel(society.org, `channel ${++runs}`, [ada, ben])
      await settle(ada, ben)
      const devices = [await Device.open(ben), await Device.open(ben)] as const
      const sent: number[] = []
      const at = (nth: number) => sent[nth % Math.max(1, sent.length)]
      const words = (calls: boolean) => (calls ? `@**${ben.name}** look` : 'Hello')
      const attempt = (mutation: Promise<unknown>) =>
        mutation.catch((problem) => {
          // deleted or no longer accessible messages can't be changed
          if (!(problem instanceof ApiError && problem.status < 500)) throw problem
        })
      for (const one of steps)
        switch (one.do) {
          case 'post': {
            const content = words(one.calls)
            sent.push(await ada.sends(content, { channel, topic: one.topic }))
            break
          }
          case 'write':
            sent.push(await ada.sends('Hello', ben))
            break
          case 'edit':
            await attempt(ada.send('PATCH', `/messages/${at(one.nth)}`, { content: `${words(one.calls)} again` }))
            break
          case 'move':
            await attempt(
              ada.send('PATCH', `/messages/${at(one.nth)}`, { topic: one.topic, propagate_mode: 'change_later' }),
            )
            break
          case 'delete':
            await attempt(ada.send('DELETE', `/messages/${at(one.nth)}`))
            break
          case 'mark': {
            const rows = devices[one.device as 0 | 1].rows()
            const row = rows[one.nth % Math.max(1, rows.length)]
            if (row) await devices[one.device as 0 | 1].markings.mark(row.ids)
            break
          }
          case 'markAll':
            await devices[one.device as 0 | 1].markings.mark(
              devices[one.device as 0 | 1].rows().flatMap(({ ids }) => ids),
            )
            break
          case 'undo':
            await devices[one.device as 0 | 1].markings.undo()
            break
          case 'listen':
            await devices[one.device as 0 | 1].listen()
            break
          case 'policy':
            await ben.send('POST', '/user_topics', {
              stream_id: channel,
              topic: one.topic,
              visibility_policy: one.policy,
            })
            break
          case 'muteChannel':
            await attempt(
              ben.send('POST', '/users/me/subscriptions/properties', {
                subscription_data: [{ stream_id: channel, property: 'is_muted', value: one.on }],
              }),
            )
            break
          case 'leave':
            await leaveChannel(society.org, channel, ben)
            break
          case 'join':
            await joinChannel(society.org, channel, ben)
        }
      for (const one of devices) await one.listen()
      const [first, second] = devices
      const fresh = await Device.open(ben)
      assert.deepEqual(first.rows(), second.rows())
      assert.deepEqual(first.rows(), fresh.rows())
      const narrow = [{ operator: 'is', operand: 'unread' }]
      const { messages } = await ben.call(getMessages, { anchor: 'newest', num_before: 1_000, num_after: 0, narrow })
      const listed = fresh.rows().flatMap(({ ids }) => ids)
      assert.deepEqual(
        listed.toSorted((a, b) => a - b),
        messages.map(({ id }) => id),
      )
      const total = fresh.rows().reduce((sum, { ids, isMuted }) => sum + (isMuted ? 0 : ids.length), 0)
      assert.equal(total, (fresh.session.told as unknown as Received).unread_msgs.count)
      await first.markings.mark(listed)
      await first.listen()
      assert.deepEqual(first.rows(), [])
      await first.markings.undo()
      await first.listen()
      assert.deepEqual(first.rows(), fresh.rows())
      for (const one of [first, second, fresh]) await one.session.close()
      if (first.rows().length > 0) await settle(ben)
    }
    await holds(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 40 }), run), { runs: 12 })
  },
  explorationPatience,
)

test('a channel counts muted messages separately', () => {
  const one = { topic: 'soup', ids: [1, 2], isMuted: false, isMentioned: false }
  assert.deepEqual(countOf([one, { topic: 'noise', ids: [3], isMuted: true, isMentioned: true }]), {
    count: 2,
    mutedCount: 1,
    isMentioned: true,
  })
})
