import { isModerator } from '#contract'
import type { NewcomerSettings } from '../../../people/organization/settings/newcomers.ts'

/** Whether limits for new members apply to a person. */
export const isNewcomer = (person: { readonly role: number }, isFullMember: boolean): boolean =>
  !isFullMember && !isModerator(person)

export interface Amounts {
  /** To other sites. */
  readonly links: number
  readonly files: number
  readonly mentions: number
}
type ContentLimits = Pick<
  NewcomerSettings,
  'newcomer_links_per_message' | 'newcomer_files_allowed' | 'newcomer_mentions_per_message'
>

export interface Excess {
  readonly rule: keyof Amounts
  readonly limit: number
}

/** The first limit that a text exceeds; undefined if it's within all of them. */
export function excessOf({ links, files, mentions }: Amounts, limits: ContentLimits): Excess | undefined {
  const caps = [
    ['links', links, limits.newcomer_links_per_message],
    ['files', files, limits.newcomer_files_allowed ? null : 0],
    ['mentions', mentions, limits.newcomer_mentions_per_message],
  ] as const
  for (const [rule, amount, limit] of caps) if (limit !== null && amount > limit) return { rule, limit }
  return undefined
}
