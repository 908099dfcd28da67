import { seconds } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { rulesOf } from './cache.ts'
import type { Acceptance } from './rules.ts'
import * as store from './store.ts'

export function serializeRules(org: Organization) {
  const { version, text, rendered, updatedAt } = rulesOf(org)
  return { version, text, rendered, updated_at: updatedAt && seconds(updatedAt) }
}

export async function acceptanceOf(tx: Tx, org: Organization, viewer: Viewer): Promise<Acceptance> {
  const { newest, version, requiredVersion: required_version } = rulesOf(org)
  // perf: most organizations have no rules
  const accepted_version = newest === 0 ? null : await store.acceptedVersion(tx, viewer.id)
  return { version, required_version, accepted_version }
}
