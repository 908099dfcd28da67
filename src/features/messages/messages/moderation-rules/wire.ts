import { bool, ChannelIdOut, int, list, MessageIdOut, text, UserIdOut, z } from '#contract'
import { maxFloodMessages, maxFloodSeconds, maxMentions, maxPlaces, maxRuleItems } from './limits.ts'
import { isRuleItem, maxItemLengths, type RuleItems } from './rule-item.ts'

const item = (kind: RuleItems, problem: string) =>
  text({ trim: true, min: 1, max: maxItemLengths[kind] }).refine(isRuleItem[kind], problem)
const word = item('words', 'must contain a letter or digit')
const domain = item('domains', 'is not a domain')
const extension = item('extensions', 'is not a file extension')

export const linkModes = ['only', 'never'] as const

/** What a rule looks for. */
export const Condition = z.discriminatedUnion('kind', [
  /** Whole words or phrases, regardless of case, accents, and look-alike letters. */
  z.strictObject({ kind: z.literal('words'), words: list(word, { min: 1, max: maxRuleItems }) }),
  /** Links to sites other than these domains (`only`), or to these (`never`), including their subdomains. */
  z.strictObject({
    kind: z.literal('links'),
    mode: z.enum(linkModes),
    domains: list(domain, { max: maxRuleItems }),
  }),
  /** More people and groups than this, or any wildcard. */
  z.strictObject({ kind: z.literal('mentions'), max: int.min(0).max(maxMentions) }),
  /** The same text in this many places within ten minutes. */
  z.strictObject({ kind: z.literal('repeats'), places: int.min(2).max(maxPlaces) }),
  /** More messages than this within this time. */
  z.strictObject({
    kind: z.literal('flood'),
    messages: int.min(1).max(maxFloodMessages),
    seconds: int.min(1).max(maxFloodSeconds),
  }),
  /** Files with these extensions. */
  z.strictObject({ kind: z.literal('files'), extensions: list(extension, { min: 1, max: maxRuleItems }) }),
])
export type Condition = z.infer<typeof Condition>
export type ConditionKind = Condition['kind']

export const conditionKinds = [
  'words',
  'links',
  'mentions',
  'repeats',
  'flood',
  'files',
] as const satisfies readonly ConditionKind[]

/** Guests count as members, and bots as their owners. Moderators are always exempt. */
export const ruleTargets = ['new_members', 'members'] as const
export type RuleTarget = (typeof ruleTargets)[number]

export const ruleActions = ['refuse', 'restrict', 'hold', 'report'] as const
export type RuleAction = (typeof ruleActions)[number]

/** Conditions that also apply to names, statuses, and profile fields. */
export const profileKinds: readonly ConditionKind[] = ['words', 'links']

export const ModerationRule = z.object({
  id: int,
  name: z.string(),
  is_enabled: bool,
  condition: Condition,
  applies_to: z.enum(ruleTargets),
  /** Null for all channels. */
  stream_ids: z.array(ChannelIdOut).nullable(),
  /** Whether it also refuses names, statuses, and profile fields, whatever its action and channels. */
  checks_profiles: bool,
  action: z.enum(ruleActions),
  /** How long `restrict` makes authors read-only; null until a moderator lifts the restriction. */
  restrict_minutes: int.nullable(),
  /** Shown to authors of refused messages, and the reason for restrictions; empty for the default text. */
  message: z.string(),
})
export type ModerationRule = z.infer<typeof ModerationRule>
/** A rule that reports a message. */
export type ReportingRule = Pick<ModerationRule, 'name'>
export type ModerationRuleOut = z.input<typeof ModerationRule>

/** A message that a rule would have caught. */
export const RuleMatch = z.object({
  message_id: MessageIdOut,
  sender_id: UserIdOut,
  stream_id: ChannelIdOut,
  topic: z.string(),
  /** The beginning of its Markdown. */
  excerpt: z.string(),
  /** UNIX seconds. */
  sent_at: int,
})
export type RuleMatch = z.infer<typeof RuleMatch>
export type RuleMatchOut = z.input<typeof RuleMatch>

/** A text that someone has now, and that a rule wouldn't allow. */
export const ProfileMatch = z.object({
  user_id: UserIdOut,
  kind: z.enum(['name', 'status', 'field']),
  /** For profile fields. */
  field_name: z.string().nullable(),
  /** The beginning of the text; Markdown in some fields. */
  excerpt: z.string(),
})
export type ProfileMatch = z.infer<typeof ProfileMatch>
export type ProfileMatchOut = z.input<typeof ProfileMatch>
