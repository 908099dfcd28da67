import type { ConversationId, UserId } from '#contract'
import { unhurried } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { subscribersMirror } from '../../channels/subscribers-mirror.ts'
import { personal } from '../../user-settings/user-setting.ts'
import { peopleMirror } from '../../users/mirror.ts'
import type { ExportType } from '../api.ts'
import * as store from './store.ts'

/** A channel of an archive. */
export interface InScope {
  readonly channel: Channel
  /** Which messages, as a multirange of ids; null for all. */
  readonly ranges: string | null
}

/** What an archive is about. */
export interface Scope {
  readonly channels: readonly InScope[]
  /** Direct conversations, ascending. */
  readonly directs: readonly ConversationId[]
}

/** Who lets administrators export what is private: setting `allow_private_data_export`. */
const consenting = (org: Organization): UserId[] =>
  org
    .get(peopleMirror)
    .all()
    .filter((one) => one.isActive && one.botType === null && !one.isSystemBot)
    .filter((one) => personal(one, 'allow_private_data_export'))
    .map(({ id }) => id)

/** Public channels; with consent also the private ones and direct conversations that somebody who consents is in. */
export async function scopeOf(org: Organization, type: ExportType): Promise<Scope> {
  const channels: InScope[] = []
  const willing = type === 'public' ? [] : consenting(org)
  for (const channel of org.get(channelsMirror).inOrder()) {
    if (!channel.isPrivate) {
      channels.push({ channel, ranges: null })
      continue
    }
    const subscribers = org.get(subscribersMirror).of(channel.id)
    const inside = willing.filter((id) => subscribers.has(id))
    if (inside.length === 0) continue
    // where newcomers do not see what was before, an archive has what those who consent have received
    const ranges = channel.historyPublicToSubscribers
      ? null
      : await org.db.read((tx) => store.receivedRanges(tx, channel.id, inside), unhurried)
    channels.push({ channel, ranges })
  }
  const directs = willing.length > 0 ? await org.db.read((tx) => store.directsOf(tx, org.id, willing), unhurried) : []
  return { channels, directs }
}
