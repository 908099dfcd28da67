import type { ConversationId, UserId } from '#contract'
import { unhurried } from '#platform/db'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { personal } from '../../../people/user-settings/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { ExportType } from '../api.ts'
import * as store from './store.ts'

export interface InScope {
  readonly channel: Channel
  readonly ranges: string | null
}

export interface Scope {
  readonly channels: readonly InScope[]
  /** Ascending. */
  readonly directs: readonly ConversationId[]
}

const consenting = (org: Organization): UserId[] =>
  org
    .get(peopleCache)
    .all()
    .filter((one) => one.isActive && one.botType === null && !one.isSystemBot)
    .filter((one) => personal(one, 'allow_private_data_export'))
    .map(({ id }) => id)

export async function scopeOf(org: Organization, type: ExportType): Promise<Scope> {
  const channels: InScope[] = []
  const willing = type === 'public' ? [] : consenting(org)
  for (const channel of org.get(channelsCache).inOrder()) {
    if (!channel.isPrivate) {
      channels.push({ channel, ranges: null })
      continue
    }
    const subscribers = org.get(subscribersCache).of(channel.id)
    const inside = willing.filter((id) => subscribers.has(id))
    if (inside.length === 0) continue
    // with protected history, export only messages that consenting people have received
    const ranges = channel.historyPublicToSubscribers
      ? null
      : await org.db.read((tx) => store.receivedRanges(tx, channel.id, inside), unhurried)
    channels.push({ channel, ranges })
  }
  const directs = willing.length > 0 ? await org.db.read((tx) => store.directsOf(tx, org.id, willing), unhurried) : []
  return { channels, directs }
}
