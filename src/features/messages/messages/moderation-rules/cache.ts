import { cache } from '#platform/organization'
import { RuleList } from './rule-list.ts'
import { moderationRulesChanged } from './states.ts'
import * as store from './store.ts'

export const moderationRulesCache = cache<{ current: RuleList }>({
  name: 'moderation rules',
  load: async (tx, orgId) => ({ current: new RuleList(await store.list(tx, orgId)) }),
}).on(moderationRulesChanged, async (holder, _events, tx, orgId) => {
  const fresh = new RuleList(await store.list(tx, orgId))
  return () => {
    holder.current = fresh
  }
})
