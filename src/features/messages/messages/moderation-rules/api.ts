import { bool, ChannelId, endpoint, id, int, list, text, z } from '#contract'
import { noSuchChannelId } from '../../../channels/channels/errors.ts'
import * as errors from './errors.ts'
import {
  defaultRestrictMinutes,
  maxRestrictMinutes,
  maxRuleChannels,
  maxRuleMessageLength,
  maxRuleNameLength,
} from './limits.ts'
import { Condition, ModerationRule, ProfileMatch, RuleMatch, ruleActions, ruleTargets } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const rule_id = id
const rule = {
  name: text({ trim: true, min: 1, max: maxRuleNameLength }),
  is_enabled: bool,
  condition: Condition,
  applies_to: z.enum(ruleTargets),
  /** Null for all channels. Direct messages are never checked. */
  stream_ids: list(ChannelId, { min: 1, max: maxRuleChannels }).nullable(),
  /** Whether it also refuses names, statuses, and profile fields, whatever its action and channels; for words and links. */
  checks_profiles: bool,
  /** `refuse`, `restrict` (refuse, and make the author read-only), `hold`, or `report` (send, and report to moderators). */
  action: z.enum(ruleActions),
  /** How long `restrict` makes authors read-only; null until a moderator lifts the restriction. */
  restrict_minutes: int.min(1).max(maxRestrictMinutes).nullable(),
  /** Shown to authors of refused messages, and the reason for restrictions; empty for the default text. */
  message: text({ trim: true, max: maxRuleMessageLength }),
}

export const getModerationRules = endpoint('GET /moderation_rules', {
  summary: 'Get the moderation rules',
  caller: 'administrator',
  result: { rules: z.array(ModerationRule) },
})

export const createModerationRule = endpoint('POST /moderation_rules', {
  summary: 'Create a moderation rule',
  caller: 'administrator',
  params: {
    ...rule,
    is_enabled: rule.is_enabled.default(true),
    stream_ids: rule.stream_ids.default(null),
    checks_profiles: rule.checks_profiles.default(false),
    restrict_minutes: rule.restrict_minutes.default(defaultRestrictMinutes),
    message: rule.message.default(''),
  },
  result: { rule: ModerationRule },
  errors: [noSuchChannelId, errors.tooManyRules, errors.cannotCheckProfiles],
})

/** Omitted parameters don't change. */
export const updateModerationRule = endpoint('PATCH /moderation_rules/{rule_id}', {
  summary: 'Update a moderation rule, or turn it on or off',
  caller: 'administrator',
  params: {
    rule_id,
    name: rule.name.optional(),
    is_enabled: rule.is_enabled.optional(),
    condition: rule.condition.optional(),
    applies_to: rule.applies_to.optional(),
    stream_ids: rule.stream_ids.optional(),
    checks_profiles: rule.checks_profiles.optional(),
    action: rule.action.optional(),
    restrict_minutes: rule.restrict_minutes.optional(),
    message: rule.message.optional(),
  },
  result: { rule: ModerationRule },
  errors: [noSuchChannelId, errors.noSuchRule, errors.cannotCheckProfiles],
})

export const deleteModerationRule = endpoint('DELETE /moderation_rules/{rule_id}', {
  summary: 'Delete a moderation rule',
  caller: 'administrator',
  params: { rule_id },
  errors: [errors.noSuchRule],
})

/**
 * Checks the newest messages of the last 30 days in channels that you can read. With `checks_profiles`, it also checks the
 * names, statuses, and profile fields that people have now.
 */
export const tryModerationRule = endpoint('POST /moderation_rules/try', {
  summary: 'Find recent messages and profiles that a rule would have caught',
  caller: 'administrator',
  params: {
    condition: rule.condition,
    applies_to: rule.applies_to,
    stream_ids: rule.stream_ids.default(null),
    checks_profiles: rule.checks_profiles.default(false),
  },
  result: {
    matched: int,
    inspected: int,
    /** False if there were more messages in this period. */
    is_complete: bool,
    /** The newest matches. */
    matches: z.array(RuleMatch),
    /** Null without `checks_profiles`. */
    profiles: z
      .object({
        /** Number of people. */
        matched: int,
        inspected: int,
        /** False if the rule applies to more people; the newest accounts are checked first. */
        is_complete: bool,
        /** What the first of them have; a person can have several. */
        matches: z.array(ProfileMatch),
      })
      .nullable(),
  },
  errors: [noSuchChannelId, errors.cannotCheckProfiles],
})
