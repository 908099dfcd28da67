import { z } from '#contract'

/** Runs when an account is created, by the person or for them. */
export const JoinedOrganizationTrigger = z.object({ kind: z.literal('joined_organization') })
