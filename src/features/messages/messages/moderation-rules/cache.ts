import type { Tx } from '#platform/db'
import { queueKeyOf } from '#platform/fair-queues'
import { cache } from '#platform/organization'
import { RuleList } from './rule-list.ts'
import { moderationRulesChanged } from './states.ts'
import * as store from './store.ts'

const load = async (tx: Tx, orgId: number) => RuleList.of(await store.list(tx, orgId), queueKeyOf(orgId))

export const moderationRulesCache = cache<{ current: RuleList }>({
  name: 'moderation rules',
  load: async (tx, orgId) => ({ current: await load(tx, orgId) }),
}).on(moderationRulesChanged, async (holder, _events, tx, orgId) => {
  const fresh = await load(tx, orgId)
  return () => {
    holder.current = fresh
  }
})
