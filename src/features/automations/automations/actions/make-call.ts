import { ApiError, parsedJson, seconds, unsound } from '#contract'
import { version } from '#platform/config'
import type { Organization } from '#platform/organization'
import { later, type Workplace } from '#platform/timer'
import { standardSignature } from '../../../integrations/incoming-webhooks/public.ts'
import { post } from '../../../integrations/outgoing-webhooks/actions/post.ts'
import { retryDelaysMs } from '../../../integrations/outgoing-webhooks/delivery-queue.ts'
import * as errors from '../errors.ts'
import { maxCallAnswerBytes } from '../limits.ts'
import * as store from '../store.ts'
import { callBody } from './call-body.ts'
import { callSecret } from './call-secret.ts'
import { failRun } from './fail-run.ts'
import { runContext } from './run-context.ts'
import { completeStep } from './run-steps.ts'

/** What's due next: the run, or another attempt to make its call. */
type Next = { readonly due: 'run' | 'call'; readonly at: Date } | undefined

/** Makes a run's call, outside of a transaction. Its answer and the run's progress are saved in one transaction. */
export async function makeCall(
  place: Workplace,
  org: Organization,
  call: store.StoredCall,
  signal: AbortSignal,
): Promise<Next> {
  // the next process to start makes the call
  const leave = async () => {
    await org.transact(null, ({ tx }) => store.calls.postpone(tx, [call.id], place.now()))
    return undefined
  }
  if (signal.aborted) return leave()
  const [run, row] = await org.db.read(async (tx) => {
    const found = await store.findRun(tx, org.id, call.run_id)
    return [found, found && (await store.find(tx, org.id, found.automation_id))] as const
  })
  const isCurrent = run?.state === 'running' && run.step === call.step
  // canceled in the meantime
  if (!run || !row || !isCurrent) {
    await org.transact(null, ({ tx }) => store.calls.remove(tx, call.id))
    return undefined
  }
  try {
    const posted = await send(place, org, row, run, signal)
    if (!posted) return leave()
    const delayMs = posted.failure?.isTransient ? retryDelaysMs[call.attempts] : undefined
    if (delayMs !== undefined) {
      const at = later(place, delayMs)
      await org.transact(null, ({ tx }) => store.retryCall(tx, call, at))
      return { due: 'call', at }
    }
    if (posted.failure) throw errors.callFailed({}, { reason: posted.failure.why })
    const changes = { answer: answerIn(posted.body) }
    await org.transact(row.bot_id, async (mutation) => {
      if (!(await store.calls.remove(mutation.tx, call.id))) return
      const { now } = mutation
      await completeStep(mutation, row, run, { effect: async () => ({}), changes: { ...changes, due_at: now } })
    })
    return { due: 'run', at: place.now() }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await org.transact(null, async (mutation) => {
      if (await store.calls.remove(mutation.tx, call.id)) await failRun(mutation, row, run, error)
    })
    return undefined
  }
}

async function send(place: Workplace, org: Organization, row: store.Stored, run: store.StoredRun, signal: AbortSignal) {
  const step = run.steps[run.step]
  if (step?.kind !== 'call') throw new Error(`Step ${run.step} of run ${run.id} isn't a call`)
  const secret = callSecret(org, { ...row, steps: run.steps })
  if (secret === null) throw errors.noCallSecret()
  const body = callBody(await runContext(org, row, run), row, run, step)
  const id = `${run.id}/${run.step}`
  const time = String(seconds(place.now()))
  return post(place, {
    url: step.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `LoquatAutomation/${version}`,
      'idempotency-key': id,
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': standardSignature(secret, { id, time, body: Buffer.from(body) }),
    },
    body,
    maxBytes: maxCallAnswerBytes,
    signal,
  })
}

/** The values of an answer; null if it isn't JSON. */
function answerIn(body: string): unknown {
  const json = parsedJson(body)
  if (json === undefined) return null
  const problem = unsound(json)
  if (problem) throw errors.callFailed({}, { reason: `its answer ${problem}` })
  return json
}
