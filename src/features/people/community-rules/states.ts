import { event, int, state, z } from '#contract'

/** To everyone; the text has to be fetched. */
export const rulesChanged = event('community_rules', 'update', { version: int, required_version: int })
/** To the user who accepted them. */
export const rulesAccepted = event('community_rules', 'accept', { accepted_version: int })

export const communityRules = state(
  'community_rules',
  z.object({ version: int, required_version: int, accepted_version: int.nullable() }),
)
  .on(rulesChanged, (before, { version, required_version }) => ({ ...before, version, required_version }))
  .on(rulesAccepted, (before, { accepted_version }) => ({ ...before, accepted_version }))
