import { type ChannelId, dayMs } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import { channelAudience, clientsOf, emitAbout } from './audience.ts'
import { channelsCache } from './cache.ts'
import type { Channel } from './channel.ts'
import { channelsMeasured, channelUpdated } from './states.ts'
import { setMeasures } from './store.ts'

/** Channels without messages for this long are inactive, and clients hide them. */
const activeDays = 180
/** Traffic is averaged over this period, or over a younger channel's age. */
const trafficDays = 28
const leastDays = 7

interface Measure {
  id: ChannelId
  recent: number
  last_sent_at: Date | null
}

async function measure(tx: Tx, orgId: number, since: Date): Promise<Map<ChannelId, Measure>> {
  // perf: ids ascend with time, so only recent messages are read, and the newest of each channel by index
  const rows = await raw<Measure>(
    tx,
    `with old as (
       select coalesce((select id from message where org_id = $1 and sent_at <= $2 order by id desc limit 1), 0) as id
     ), recent as (
       select conversation_id, count(*)::int as n from message where org_id = $1 and id > (select id from old)
       group by conversation_id
     )
     select c.id, coalesce(r.n, 0) as recent, l.sent_at as last_sent_at
     from channel c left join recent r on r.conversation_id = c.conversation_id
     left join lateral (
       select sent_at from message m where m.conversation_id = c.conversation_id order by m.id desc limit 1
     ) l on true
     where c.org_id = $1`,
    [orgId, since],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function measureChannels(mutation: Mutation): Promise<void> {
  const { tx, org, now } = mutation
  const measures = await measure(tx, org.id, new Date(now.getTime() - trafficDays * dayMs))
  const changed: { channel: Channel; isRecentlyActive: boolean; weeklyTraffic: number | null }[] = []
  for (const channel of mutation.get(channelsCache).inOrder()) {
    const { recent, last_sent_at } = measures.get(channel.id) ?? { recent: 0, last_sent_at: null }
    const days = Math.min((now.getTime() - channel.createdAt.getTime()) / dayMs, trafficDays)
    const weeklyTraffic = days < leastDays ? null : Math.round((recent * 7) / days)
    const used = Math.max(last_sent_at?.getTime() ?? 0, channel.createdAt.getTime())
    const isRecentlyActive = now.getTime() - used < activeDays * dayMs
    if (weeklyTraffic !== channel.weeklyTraffic || isRecentlyActive !== channel.isRecentlyActive)
      changed.push({ channel, weeklyTraffic, isRecentlyActive })
  }
  if (changed.length === 0) return
  await setMeasures(
    tx,
    changed.map(({ channel, ...measures }) => ({ id: channel.id, ...measures })),
  )
  mutation.emit(channelsMeasured, { stream_ids: changed.map(({ channel }) => channel.id) })
  for (const { channel, isRecentlyActive: value } of changed) {
    if (value === channel.isRecentlyActive) continue
    const { id: stream_id, name } = channel
    const told = { stream_id, name, property: 'is_recently_active', value }
    emitAbout(mutation, clientsOf(channel), channelUpdated, told, channelAudience(org, channel))
  }
}

const lastMeasured = new WeakMap<Organization, number>()

export async function measureDaily(org: Organization): Promise<void> {
  const now = org.now().getTime()
  if (now - (lastMeasured.get(org) ?? 0) < dayMs) return
  lastMeasured.set(org, now)
  await org.transact(null, measureChannels)
}
