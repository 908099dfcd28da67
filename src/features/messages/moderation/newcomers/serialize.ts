import { dayMs, isModerator, seconds } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { restrictionsOn } from '../../../people/restrictions/access.ts'
import { newcomersSince } from '../../../people/restrictions/lockdown/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { messageCountsBySender } from '../../messages/access/written.ts'
import { heldMessagesCache } from '../../messages/held-messages/cache.ts'
import { listedAfterMs } from '../limits.ts'
import type { NewcomerOut } from './wire.ts'

/** Active members who joined since the cutoff, newest first. */
export async function newcomersPage(
  tx: Tx,
  org: Organization,
  { before = Number.POSITIVE_INFINITY, limit }: { readonly before?: number | undefined; readonly limit: number },
) {
  const since = newcomersSince(org, { listedAfterMs, defaultMs: dayMs })
  const all = org
    .get(peopleCache)
    .all()
    .filter(
      (one) => one.isActive && one.botType === null && !one.isUnclaimed && !isModerator(one) && one.joinedAt >= since,
    )
    .reverse()
  const rest = all.filter(({ id }) => id < before)
  const page = rest.slice(0, limit)
  const counts = await messageCountsBySender(
    tx,
    page.map(({ id }) => id),
  )
  const held = org.get(heldMessagesCache)
  return {
    people: page.map(
      ({ id, joinedAt, isWelcomed }): NewcomerOut => ({
        ...{ user_id: id, joined_at: seconds(joinedAt), is_welcomed: isWelcomed },
        ...{ message_count: counts.get(id) ?? 0, held_count: held.get(id)?.length ?? 0 },
        is_read_only: restrictionsOn(org, id).some(({ kind }) => kind === 'read_only'),
      }),
    ),
    has_more: rest.length > page.length,
    total: all.length,
    since: seconds(since),
  }
}
