import { dayMs } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { channelAudience, clientsOf, emitAbout } from './audience.ts'
import { channelsCache } from './cache.ts'
import type { Channel } from './channel.ts'
import { channelsMeasured, channelUpdated } from './states.ts'
import { measure, setMeasures } from './store.ts'

/** Channels without messages for this long are inactive, and clients hide them. */
const activeDays = 180
/** Traffic is averaged over this period, or over a younger channel's age. */
const trafficDays = 28
const leastDays = 7

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
