import fc from 'fast-check'
import { asMessageId, type ChannelId, type ConversationId, type MessageId, roles, type UserId } from '#contract'
import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, explorationPatience, holds, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { Channels } from '../../../channels/channels/channel.ts'
import { UserSubscriptions } from '../../../channels/subscriptions/span.ts'
import { existingReadableMessages } from './readable.ts'
import { canReadMessage, intersection, type Reach, type Reader, reaches } from './reader.ts'
import { Params, type Scope, type ScopeKind, scopeOf, scopeRows, withinScope } from './scope.ts'

const range = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 0, max: 60 })))
  .map(([from, below]) => [from, below] as const)
const reach: fc.Arbitrary<Reach> = fc.oneof(fc.constant('all' as const), fc.array(range, { maxLength: 3 }))

test('the intersection of two ranges contains the messages that are in both', {
  timeout: explorationPatience,
}, async () => {
  await holds(
    fc.property(reach, reach, fc.integer({ min: 0, max: 60 }).map(asMessageId), (a, b, id) =>
      assert.equal(reaches(intersection(a, b), id), reaches(a, id) && reaches(b, id)),
    ),
    { runs: 100 },
  )
})

/** A reader with random permissions in channels with random privacy; the messages are real. */
const circumstances = (channelIds: ChannelId[], firstId: number) =>
  fc.record({
    role: fc.constantFrom(roles.member, roles.guest, roles.administrator),
    channels: fc.tuple(
      ...channelIds.map(() =>
        fc.record({
          isPrivate: fc.boolean(),
          isWebPublic: fc.boolean(),
          historyPublicToSubscribers: fc.boolean(),
          isArchived: fc.boolean(),
          spans: fc.array(
            fc.record({
              fromMessageId: fc.integer({ min: firstId, max: firstId + 40 }).map(asMessageId),
              toMessageId: fc.option(fc.integer({ min: firstId, max: firstId + 45 }).map(asMessageId)),
            }),
            { maxLength: 3 },
          ),
        }),
      ),
    ),
  })

test('single messages, lists, and SQL statements apply the same read rule', { timeout: explorationPatience }, async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const { org } = society
  const ids = [
    await makeChannel(org, 'one', [ada]),
    await makeChannel(org, 'two', [ada]),
    await makeChannel(org, 'three', [ada], { invite_only: true }),
  ]
  const real = ids.map((id) => org.get(channelsCache).byId.get(id))
  const messages = await org.db.transaction(async (tx) => {
    const direct = await raw<{ id: ConversationId }>(
      tx,
      `with made as (
         insert into conversation (org_id, member_ids)
         values ($1, array[$2, $3]::bigint[]), ($1, array[$3, $4]::bigint[]), ($1, array[$2, $3, $4]::bigint[])
         returning id, member_ids),
       members as (
         insert into conversation_member (org_id, user_id, conversation_id)
         select $1, u, id from made, unnest(member_ids) u)
       select id from made`,
      [org.id, ada.id, ben.id, cleo.id],
    )
    const places = [...real.map((channel) => channel?.conversationId as ConversationId), ...direct.map(({ id }) => id)]
    return raw<{ id: MessageId }>(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, content, rendered_content, renderer_version, sent_at, sender_read)
       select $1, ($2::bigint[])[1 + n % 6], $3, 'test', 'x', 'x', 1, now(), false from generate_series(1, 42) n returning id`,
      [org.id, places, ada.id],
    )
  })
  const all = messages.map(({ id }) => id)
  await holds(
    fc.asyncProperty(circumstances(ids, all[0] as number), async ({ role, channels }) => {
      const reader = readerIn(org, ben.id, role, channels, real as never)
      await org.db.read(async (tx) => {
        const byStatement = async (scope: Scope) => {
          const params = new Params()
          const rows = await raw<{ id: MessageId }>(
            tx,
            `select m.id from message m where m.id = any(${params.add(all)}::bigint[]) and ${withinScope(scope, params)} order by m.id`,
            params.values,
          )
          return rows.map(({ id }) => id)
        }
        const byRows = async (scope: Scope) => {
          const params = new Params()
          const rows = await raw<{ id: MessageId }>(
            tx,
            `select distinct m.id from (${scopeRows(scope, params)}) s
             join message m on m.conversation_id = s.c and m.id >= s.lo and m.id < s.hi
             where m.id = any(${params.add(all)}::bigint[]) order by m.id`,
            params.values,
          )
          return rows.map(({ id }) => id)
        }
        const readable = (await existingReadableMessages(tx, reader, all)).map(({ id }) => id)
        const placed = await raw<{ id: MessageId; conversation_id: ConversationId; member_ids: UserId[] | null }>(
          tx,
          `select m.id, m.conversation_id, c.member_ids from message m join conversation c on c.id = m.conversation_id
           where m.id = any($1::bigint[]) order by m.id`,
          [all],
        )
        assert.deepEqual(
          readable,
          placed.filter((one) => canReadMessage(reader, one)).map(({ id }) => id),
        )
        for (const kind of ['readable', 'received', 'current'] satisfies ScopeKind[]) {
          const scope = scopeOf(reader, kind)
          const found = await byStatement(scope)
          assert.deepEqual(await byRows(scope), found)
          if (kind === 'readable') assert.deepEqual(found, readable)
          else
            assert.deepEqual(
              found.filter((id) => !readable.includes(id)),
              [],
            )
        }
      })
    }),
    { runs: 60 },
  )
})

type Circumstances = Parameters<Parameters<ReturnType<typeof circumstances>['map']>[0]>[0]

function readerIn(
  org: Organization,
  userId: UserId,
  role: number,
  made: Circumstances['channels'],
  real: NonNullable<ReturnType<Channels['byId']['get']>>[],
): Reader {
  const channels = new Channels()
  const subscriptions = new UserSubscriptions()
  for (const [index, { spans, ...rights }] of made.entries()) {
    const channel = { ...(real[index] as (typeof real)[number]), ...rights }
    channels.put(channel)
    if (spans.length > 0)
      subscriptions.spans.set(
        channel.id,
        spans.map((span) => ({ ...span, from: span.fromMessageId, to: span.toMessageId })),
      )
  }
  const viewer = org.viewer(userId)
  if (!viewer) throw new Error('no viewer')
  const memory = {
    id: org.id,
    get: (cache: unknown) => (cache === channelsCache ? channels : org.get(cache as never)),
  }
  return { org: memory as unknown as Organization, viewer: { ...viewer, role }, subscriptions }
}
