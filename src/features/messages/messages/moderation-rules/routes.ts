import { type Route, serve } from '#platform/serve'
import { checkChannels, checkProfileKind, createRule, deleteRule, updateRule } from './actions.ts'
import * as api from './api.ts'
import { moderationRulesCache } from './cache.ts'
import { tryOnProfiles } from './profile-trial.ts'
import * as store from './store.ts'
import { preparedRule, tryRule } from './trial.ts'

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
    checkProfileKind(fields)
    await checkChannels(ctx, channel_ids)
    const { rule, rules } = await preparedRule(ctx, { ...fields, channel_ids })
    const tried = await tryRule(ctx, rule, rules)
    return { ...tried, profiles: rule.checks_profiles ? await tryOnProfiles(ctx, rule, rules) : null }
  }),
]
