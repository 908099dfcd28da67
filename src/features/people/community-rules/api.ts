import { bool, endpoint, int, text, z } from '#contract'
import * as errors from './errors.ts'
import { maxRulesLength } from './limits.ts'

export * from './errors.ts'
export * from './states.ts'

const version = int.min(0).max(2_147_483_647)

export const getRules = endpoint('GET /realm/rules', {
  summary: 'Get the community rules',
  caller: 'anyone',
  result: {
    /** 0 if the organization has no rules. */
    version: int,
    text: z.string(),
    rendered: z.string(),
    /** UNIX seconds; null if the organization has no rules. */
    updated_at: int.nullable(),
  },
})

export const updateRules = endpoint('PUT /realm/rules', {
  summary: 'Update the community rules',
  caller: 'administrator',
  params: {
    /** Markdown; empty to delete the rules. */
    text: text({ trim: true, max: maxRulesLength }),
    /** Whether members have to accept the new version in the web client. */
    members_must_accept: bool.default(false),
    /** The version that was edited. If it isn't the current one, nothing changes. */
    edited_version: version.optional(),
  },
  result: { version: int },
  errors: [errors.rulesEditedElsewhere, errors.rulesRequired],
})

/** Not possible with an access token, because the person has to read the rules. */
export const acceptRules = endpoint('POST /users/me/accept_rules', {
  summary: 'Accept the community rules',
  caller: 'human',
  scope: 'never',
  params: { version },
  errors: [errors.noSuchRules, errors.rulesHaveChanged],
})
