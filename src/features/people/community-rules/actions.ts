import type { Mutation } from '#platform/organization'
import { settingsOf } from '../organization/cache.ts'
import type { OrganizationSettings } from '../organization/settings.ts'
import { rulesMissing } from '../organization-settings/api.ts'
import type { Account } from '../users/account.ts'
import type { Arrival } from '../users/actions/create.ts'
import { rulesOf, rulesToJoin } from './cache.ts'
import * as errors from './errors.ts'
import { maxVersionsKept } from './limits.ts'
import { rulesAccepted, rulesChanged } from './states.ts'
import * as store from './store.ts'

interface Edit {
  readonly text: string
  readonly rendered: string
  readonly members_must_accept: boolean
  readonly edited_version?: number | undefined
}

/** Returns the current version. Without a change, there's no new one. */
export async function updateRules(
  mutation: Mutation,
  { text, rendered, members_must_accept, edited_version }: Edit,
): Promise<number> {
  const { tx, org } = mutation
  const before = rulesOf(mutation)
  if (edited_version !== undefined && edited_version !== before.version) throw errors.rulesEditedElsewhere()
  if (text === '' && settingsOf(mutation).join_gate === 'rules') throw errors.rulesRequired()
  if (text === before.text && (text === '' || !members_must_accept)) return before.version
  const version = before.newest + 1
  const required_version = members_must_accept && text !== '' ? version : before.requiredVersion
  await store.insert(tx, {
    ...{ org_id: org.id, version, required_version, text, rendered },
    ...{ author_id: mutation.viewer.id, created_at: mutation.now },
  })
  await store.removeUpTo(tx, org.id, version - maxVersionsKept)
  const shown = text === '' ? 0 : version
  mutation.emit(rulesChanged, { version: shown, required_version }, { everyone: true })
  return shown
}

export async function acceptRules(mutation: Mutation, version: number): Promise<void> {
  const { tx, org, viewer, now } = mutation
  const { version: current, requiredVersion } = rulesOf(mutation)
  if (version < 1 || version > current) throw errors.noSuchRules()
  if (version < requiredVersion) throw errors.rulesHaveChanged()
  mutation.isOwnAffair = true
  if (((await store.acceptedVersion(tx, viewer.id)) ?? 0) >= version) return
  await store.accept(tx, { org_id: org.id, user_id: viewer.id, version, accepted_at: now })
  mutation.emit(rulesAccepted, { accepted_version: version }, [viewer.id])
}

/** Someone who joined without seeing the rules, for example through a directory, is asked by the web client. */
export async function noteAcceptance({ tx, org, now }: Mutation, account: Account, arrival: Arrival): Promise<void> {
  if (account.botType !== null || account.isSystemBot || rulesToJoin(org) === 0) return
  const version = arrival.acceptedRules ?? 0
  await store.accept(tx, { org_id: org.id, user_id: account.id, version, accepted_at: now })
}

export async function checkGate(
  mutation: Mutation,
  before: OrganizationSettings,
  after: OrganizationSettings,
): Promise<void> {
  if (after.join_gate === 'rules' && before.join_gate !== 'rules' && rulesOf(mutation).version === 0)
    throw rulesMissing()
}
