import { type Route, serve } from '#platform/serve'
import { checkChannels, createRule, deleteRule, updateRule } from './actions.ts'
import * as api from './api.ts'
import { moderationRulesCache } from './cache.ts'
import * as store from './store.ts'
import { tryRule } from './trial.ts'

export const moderationRuleRoutes: readonly Route[] = [
  serve(api.getModerationRules, async ({ get }) => ({
    rules: get(moderationRulesCache).current.all.map(store.toWire),
  })),
  serve(api.createModerationRule, async ({ transact }, { stream_ids: channel_ids, ...fields }) => ({
    rule: store.toWire(await transact((mutation) => createRule(mutation, { ...fields, channel_ids }))),
  })),
  serve(api.updateModerationRule, async ({ transact }, { rule_id, stream_ids: channel_ids, ...fields }) => ({
    rule: store.toWire(await transact((mutation) => updateRule(mutation, rule_id, { ...fields, channel_ids }))),
  })),
  serve(api.deleteModerationRule, async ({ transact }, { rule_id }) => {
    await transact((mutation) => deleteRule(mutation, rule_id))
    return {}
  }),
  serve(api.tryModerationRule, async (ctx, { stream_ids: channel_ids, ...fields }) => {
    await checkChannels(ctx, channel_ids)
    return tryRule(ctx, { ...fields, channel_ids })
  }),
]
