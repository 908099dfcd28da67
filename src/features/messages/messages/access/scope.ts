import type { ConversationId, UserId } from '#contract'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { currentReach, type Reach, type Reader, readableReach, receivedReach } from './reader.ts'

/** Parameters of an SQL statement assembled from parts; `add` returns the placeholder. */
export class Params {
  readonly values: unknown[] = []
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export type Sql = (params: Params) => string

/** The messages a user can read: channels from the in-memory cache, direct messages by SQL conditions. */
export interface Scope {
  readonly readerId: UserId
  /** By conversation ID; without conversations that have nothing to read. */
  readonly channels: ReadonlyMap<ConversationId, Reach>
  /** False for no direct conversations; otherwise all that meet every condition on `c` and `cm`. */
  readonly directs: false | readonly Sql[]
}

const reachOf = { readable: readableReach, received: receivedReach, current: currentReach }
/** All readable messages, only the received ones, or only those since the current subscription began. */
export type ScopeKind = keyof typeof reachOf

export function scopeOf(reader: Reader, kind: ScopeKind, fits: (channel: Channel) => boolean = () => true): Scope {
  const channels = new Map<ConversationId, Reach>()
  const { byId } = reader.org.get(channelsCache)
  const add = (channel: Channel | undefined) => {
    if (!channel || !fits(channel)) return
    const reach = reachOf[kind](reader, channel)
    if (reach === 'all' || reach.length > 0) channels.set(channel.conversationId, reach)
  }
  if (kind === 'readable') for (const channel of byId.values()) add(channel)
  else for (const channelId of reader.subscriptions.spans.keys()) add(byId.get(channelId))
  return { readerId: reader.viewer.id, channels, directs: reader.viewer.onlyChannels ? false : [] }
}

export const beyondEveryId = 1e17

export function directConversations({ readerId, directs }: Scope, params: Params): string {
  if (!directs) return 'select null::bigint where false'
  const conditions = directs.map((condition) => ` and ${condition(params)}`).join('')
  const conversation = directs.length > 0 ? ' join conversation c on c.id = cm.conversation_id' : ''
  return `select cm.conversation_id from conversation_member cm${conversation}
    where cm.user_id = ${params.add(readerId)}${conditions}`
}

/** One row per readable ID range: conversation `c`, IDs from `lo` up to but excluding `hi`. */
export function scopeRows(scope: Scope, params: Params): string {
  const conversations: ConversationId[] = []
  const from: number[] = []
  const below: number[] = []
  for (const [conversation, reach] of scope.channels)
    for (const [start, end] of reach === 'all' ? ([[0, null]] as const) : reach) {
      conversations.push(conversation)
      from.push(start)
      below.push(end ?? beyondEveryId)
    }
  const parts: string[] = []
  if (conversations.length > 0)
    parts.push(
      `select c, lo, hi from unnest(${params.add(conversations)}::bigint[], ${params.add(from)}::bigint[],
         ${params.add(below)}::bigint[]) u(c, lo, hi)`,
    )
  if (scope.directs)
    parts.push(
      `select d.conversation_id as c, 0::bigint as lo, ${beyondEveryId}::bigint as hi
       from (${directConversations(scope, params)}) d`,
    )
  return parts.join('\n union all ') || 'select 0::bigint as c, 0::bigint as lo, 0::bigint as hi where false'
}

/** The same as a condition on message `m`, for statements that find messages another way. */
export function withinScope(scope: Scope, params: Params): string {
  const whole: ConversationId[] = []
  const parts: Record<number, string> = {}
  /** Conversations readable from some ID on, and the highest of these IDs. */
  const open: ConversationId[] = []
  let latest = 0
  for (const [conversation, reach] of scope.channels) {
    if (reach === 'all') {
      whole.push(conversation)
      continue
    }
    parts[conversation] = `{${reach.map(([from, below]) => `[${from},${below ?? ''})`).join(',')}}`
    const last = reach.find(([, below]) => below === null)
    if (!last) continue
    open.push(conversation)
    latest = Math.max(latest, last[0])
  }
  const conditions: string[] = []
  if (whole.length > 0) conditions.push(`m.conversation_id = any(${params.add(whole)}::bigint[])`)
  // perf: nearly everything read is newer than every subscription and needs no lookup
  if (open.length > 0)
    conditions.push(
      `(m.id >= ${params.add(latest)}::bigint and m.conversation_id = any(${params.add(open)}::bigint[]))`,
    )
  // perf: few messages are direct, and a user can have thousands of direct conversations, so look each one up
  if (scope.directs)
    conditions.push(
      `exists (${directConversations(scope, params)} and cm.conversation_id = m.conversation_id offset 0)`,
    )
  // perf: one lookup per row, however many ranges there are; a join would lose the order that limits depend on. The
  // JSON is parsed when the first message needs it
  if (Object.keys(parts).length > 0) {
    const ranges = `(select ${params.add(JSON.stringify(parts))}::text::jsonb)`
    conditions.push(`(${ranges} ->> m.conversation_id::text)::int8multirange @> m.id`)
  }
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`
}
