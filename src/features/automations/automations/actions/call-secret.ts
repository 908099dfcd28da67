import { randomBytes } from 'node:crypto'
import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import { checkCanAutomate, managedAutomation } from '../access.ts'
import * as errors from '../errors.ts'
import type { StoredStep } from '../steps/input.ts'
import * as store from '../store.ts'

const purpose = 'automation calls'
const ownerOf = (org: Organization, botId: UserId) => `${org.id} ${botId}`

const makesCalls = (steps: readonly Pick<StoredStep, 'kind'>[]): boolean => steps.some(({ kind }) => kind === 'call')

/** In the form of standardwebhooks.com. */
function newCallSecret(org: Organization, botId: UserId) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { call_secret_sealed: secretsOf(org.services.config).seal(purpose, ownerOf(org, botId), secret) }
}

/** A secret for an automation whose steps make calls, unless it has one. */
export const callSecretFor = (
  org: Organization,
  steps: readonly Pick<StoredStep, 'kind'>[],
  { bot_id, call_secret_sealed }: Pick<store.Stored, 'bot_id' | 'call_secret_sealed'>,
) => (makesCalls(steps) && call_secret_sealed === null ? newCallSecret(org, bot_id) : {})

/** What an automation's calls are signed with; null after an import, or if the server's key has changed. */
export function callSecret(
  org: Organization,
  { bot_id, steps, call_secret_sealed }: Pick<store.Stored, 'bot_id' | 'steps' | 'call_secret_sealed'>,
): string | null {
  if (!makesCalls(steps)) throw errors.noCalls()
  if (call_secret_sealed === null) return null
  return secretsOf(org.services.config).open(purpose, ownerOf(org, bot_id), call_secret_sealed) ?? null
}

/** Calls are no longer signed with the previous secret. */
export async function renewCallSecret(mutation: Mutation, id: number): Promise<string | null> {
  const { tx, org } = mutation
  const row = await managedAutomation(tx, mutation, id)
  if (!makesCalls(row.steps)) throw errors.noCalls()
  checkCanAutomate(mutation, row.channel_id)
  return callSecret(org, await store.update(tx, id, newCallSecret(org, row.bot_id)))
}
