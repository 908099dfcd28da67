import { ApiError, apiError } from '#contract'
import { profileLinkRefused, profileWordRefused } from '../../../people/users/errors.ts'
import type { ConditionKind, ModerationRuleOut } from './wire.ts'

const code = 'MESSAGE_REFUSED'

/* Default texts, for rules without a message. The fields are `rule` (`moderation_rule`) and `rule_id`. */

export const wordRefused = apiError(400, code, "This message contains a word or phrase that isn't allowed here.")
export const linkRefused = apiError(400, code, "This message contains a link that isn't allowed here.")
export const mentionsRefused = apiError(400, code, 'This message mentions too many people.')
export const repeatRefused = apiError(400, code, "You've already posted this text in other places.")
export const floodRefused = apiError(400, code, "You're sending messages too quickly. Wait a moment, then try again.")
export const fileRefused = apiError(400, code, "Files of this type aren't allowed here.")

const defaults = {
  words: wordRefused,
  links: linkRefused,
  mentions: mentionsRefused,
  repeats: repeatRefused,
  flood: floodRefused,
  files: fileRefused,
} as const satisfies Record<ConditionKind, unknown>

/** Errors of endpoints that send or change messages. */
export const ruleErrors = Object.values(defaults)

type BrokenRule = Pick<ModerationRuleOut, 'id' | 'condition' | 'message'>

const profileDefaults: { readonly [K in ConditionKind]?: typeof profileWordRefused } = {
  words: profileWordRefused,
  links: profileLinkRefused,
}

/** For names, statuses, and profile fields. */
export function profileRefusedBy({ id, condition, message }: BrokenRule): ApiError {
  const fields = { rule: 'moderation_rule', rule_id: id }
  const error = profileDefaults[condition.kind] ?? profileWordRefused
  return message === '' ? error(fields) : new ApiError(400, error.code, message, fields)
}

export function refusedBy({ id, condition, message }: BrokenRule): ApiError {
  const fields = { rule: 'moderation_rule', rule_id: id }
  return message === '' ? defaults[condition.kind](fields) : new ApiError(400, code, message, fields)
}

export const noSuchRule = apiError(404, 'BAD_REQUEST', 'This moderation rule does not exist')
export const cannotCheckProfiles = apiError(
  400,
  'BAD_REQUEST',
  'Invalid checks_profiles: only rules for words and links can check names, statuses, and profile fields',
)
export const tooManyRules = apiError(
  400,
  'BAD_REQUEST',
  'An organization can have up to {limit} moderation rules. Delete one first.',
)
