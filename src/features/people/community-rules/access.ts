import type { Organization } from '#platform/organization'
import { rulesToJoin } from './cache.ts'
import { rulesHaveChanged, rulesNotAccepted } from './errors.ts'

/** Throws unless someone who is about to join has accepted the current rules, or needn't. */
export function checkRulesAccepted(org: Organization, accepted: number | undefined): void {
  const version = rulesToJoin(org)
  if (version === 0 || accepted === version) return
  throw accepted !== undefined && accepted > 0 && accepted < version ? rulesHaveChanged() : rulesNotAccepted()
}
