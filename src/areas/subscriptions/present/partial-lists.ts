import type { ChannelId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Subscribers } from '../../channels/subscribers-mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { presenceMirror } from '../../presence/actions.ts'
import { presenceHistoryLimitDays } from '../../presence/api.ts'
import { personal } from '../../user-settings/user-setting.ts'
import { peopleMirror } from '../../users/mirror.ts'
import type { SubscriberLists } from './subscription.ts'

/** A client is promised every subscriber of a channel with fewer than this many. */
const fewSubscribers = 250

/**
 * The lists of subscribers for a client that is content with part of them: of a large channel, every bot and whoever
 * may have been here in the last two weeks. Somebody who keeps presence private may always have been.
 */
export function partialLists(org: Organization, subscribers: Subscribers): (channelId: ChannelId) => SubscriberLists {
  let away: Set<UserId> | undefined
  return (channelId) => {
    const list = subscribers.list(channelId)
    if (list.length < fewSubscribers) return { subscribers: list }
    const gone = away ?? awayPeople(org)
    away = gone
    return { partial_subscribers: list.filter((id) => !gone.has(id)) }
  }
}

function awayPeople(org: Organization): Set<UserId> {
  const away = new Set<UserId>()
  if (settingsOf(org).presence_disabled) return away
  const book = org.get(presenceMirror)
  const since = org.now().getTime() / 1000 - presenceHistoryLimitDays * 86_400
  for (const account of org.get(peopleMirror).all()) {
    if (account.botType !== null || !personal(account, 'presence_enabled')) continue
    const seen = book.get(account.id)
    const last = Math.max(seen?.active ?? 0, seen?.idle ?? 0, account.joinedAt.getTime() / 1000)
    if (last < since) away.add(account.id)
  }
  return away
}
