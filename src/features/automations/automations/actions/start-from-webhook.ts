import { randomUUID } from 'node:crypto'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import type { RequestInfo } from '#platform/serve'
import * as errors from '../errors.ts'
import * as store from '../store.ts'
import { runLimitsOf, startRun } from './start.ts'
import { checkSigned } from './webhook-secret.ts'

interface Delivery {
  /** Checked if deliveries have to be signed. */
  readonly request: Pick<RequestInfo, 'body' | 'url' | 'header'>
  readonly key: string
  /** Identifies the delivery if it's repeated; empty if the sender has none. */
  readonly id: string
  readonly payload: unknown
}

const limitErrors = {
  automation: errors.tooManyRuns,
  organization: errors.tooManyRunsInOrganization,
} as const

/** Starts a run and returns its ID. A delivery that's repeated returns the existing run. */
export async function startFromWebhook(mutation: Mutation, { key, id, payload, request }: Delivery): Promise<number> {
  const { tx, org, now } = mutation
  const row = await store.findByWebhook(tx, org.id, hashToken(key))
  if (!row?.is_enabled || row.trigger.kind !== 'webhook') throw errors.noSuchWebhook()
  const signedId = checkSigned(org, row, request, now)
  const onceKey = `webhook ${signedId || id || randomUUID()}`
  const existingRunId = await store.runIdOf(tx, row.id, onceKey)
  if (existingRunId !== undefined) return existingRunId
  const run = await startRun(mutation, row, { onceKey, personId: null, payload })
  if (run === 'automation' || run === 'organization') throw limitErrors[run]({}, { limit: runLimitsOf(row)[run] })
  if (!run || typeof run === 'string') throw new Error(`Automation ${row.id} didn't start a run for ${onceKey}`)
  return run.id
}
