import fc from 'fast-check'
import { ApiError } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { allCapabilities } from '../../client/capabilities.ts'
import { Session } from '../../client/session.ts'
import { getRecentConversations } from '../../src/features/messages/messages/recent-conversations/api.ts'
import { RecentList } from '../../web/inbox/recent-list.ts'
import { joinChannel, leaveChannel, makeChannel, settle } from '../harness/channel.ts'

const topic = fc.constantFrom('soup', 'bread', 'Soup', '')
const nth = fc.nat(20)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('post' as const), topic, own: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), own: fc.boolean(), alone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), nth, topic }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), nth }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('listen' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('older' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const), away: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const listFor = (person: Person, pageSize?: number) =>
  new RecentList(
    {
      page: ({ limit, before }) =>
        person.call(getRecentConversations, { limit, ...(before === undefined ? {} : { before }) }),
      ownId: () => person.id,
    },
    pageSize,
  )

const come = (list: RecentList) => list.renew()

test(
  'recent conversations that follow events equal a fresh list',
  async ({ ada, ben, cleo, society }) => {
    let runs = 0
    const run = async (steps: readonly Step[]) => {
      const channel = await makeChannel(society.org, `channel ${++runs}`, [ada, ben, cleo])
      await settle(ada, ben, cleo)
      const session = await Session.open({
        client: ben.client,
        parameters: { apply_markdown: true, client_capabilities: allCapabilities },
        userId: ben.id,
      })
      const list = listFor(ben, 3)
      let leave: (() => void) | undefined = list.watch()
      await come(list)
      const listen = async () => {
        for (;;) {
          const { events } = await session.poll({ wait: false })
          if (events.length === 0) return
          list.handleEvents(events)
        }
      }
      const sent: number[] = []
      const at = (nth: number) => sent[nth % Math.max(1, sent.length)]
      const attempt = (mutation: Promise<unknown>) =>
        mutation.catch((problem) => {
          // deleted messages can't be changed
          if (!(problem instanceof ApiError && problem.status < 500)) throw problem
        })
      const send = async (from: Person, params: object) =>
        sent.push((await from.send('POST', '/messages', { content: 'Hello', ...params })).id as number)
      for (const one of steps)
        switch (one.do) {
          case 'post':
            await send(one.own ? ben : ada, { type: 'stream', to: channel, topic: one.topic })
            break
          case 'write':
            await send(one.own ? ben : ada, { type: 'direct', to: one.alone ? [ben.id] : [ben.id, cleo.id] })
            break
          case 'edit':
            await attempt(ada.send('PATCH', `/messages/${at(one.nth)}`, { content: 'Hello again' }))
            break
          case 'move':
            await attempt(
              ada.send('PATCH', `/messages/${at(one.nth)}`, { topic: one.topic, propagate_mode: 'change_later' }),
            )
            break
          case 'delete':
            await attempt(ada.send('DELETE', `/messages/${at(one.nth)}`))
            break
          case 'listen':
            await listen()
            break
          case 'older':
            // a response and events may arrive in either order
            void list.older()
            break
          case 'look':
            leave?.()
            leave = one.away ? undefined : list.watch()
            break
          case 'leave':
            await leaveChannel(society.org, channel, ben)
            break
          case 'join':
            await joinChannel(society.org, channel, ben)
        }
      leave?.()
      leave = list.watch()
      await listen()
      await come(list)
      const shown = list.shown.peek()
      const fresh = listFor(ben, Math.min(shown.list?.length ?? 0, 100))
      const stop = fresh.watch()
      await come(fresh)
      assert.equal(shown.problem, undefined)
      assert.deepEqual(shown.list, fresh.shown.peek().list?.slice(0, shown.list?.length))
      for (const end of [leave, stop]) end()
      await session.close()
    }
    await holds(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 40 }), run), { runs: 12 })
  },
  explorationPatience,
)
