import type { Tx } from '#platform/db'
import { cache, type Mutation, type Organization } from '#platform/organization'
import { settingsOf } from '../organization/cache.ts'
import { rulesChanged } from './states.ts'
import * as store from './store.ts'

interface CommunityRules {
  /** Of the newest version, also of deleted rules. */
  readonly newest: number
  /** 0 without rules. */
  readonly version: number
  readonly requiredVersion: number
  readonly text: string
  readonly rendered: string
  readonly updatedAt: Date | null
}

async function read(tx: Tx, orgId: number): Promise<{ rules: CommunityRules }> {
  const row = await store.newest(tx, orgId)
  const isThere = row !== undefined && row.text !== ''
  return {
    rules: {
      newest: row?.version ?? 0,
      version: isThere ? row.version : 0,
      requiredVersion: row?.required_version ?? 0,
      text: row?.text ?? '',
      rendered: row?.rendered ?? '',
      updatedAt: isThere ? row.created_at : null,
    },
  }
}

export const communityRulesCache = cache<{ rules: CommunityRules }>({ name: 'community rules', load: read }).on(
  [rulesChanged],
  async (known, _events, tx, orgId) => {
    const fresh = await read(tx, orgId)
    return () => {
      Object.assign(known, fresh)
    }
  },
)

export const rulesOf = (org: Organization | Mutation): CommunityRules => org.get(communityRulesCache).rules

/** The version that people must accept to join; 0 if they needn't. */
export const rulesToJoin = (org: Organization): number =>
  settingsOf(org).join_gate === 'open' ? 0 : rulesOf(org).version
