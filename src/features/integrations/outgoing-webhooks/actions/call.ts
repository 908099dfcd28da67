import { type Config, version } from '#platform/config'
import type { Mutation } from '#platform/organization'
import { BadUrlError, type Outbound, OutboundError, RefusedHostError, TooLargeError } from '#platform/outbound'
import type { Account, BotSettings } from '../../../people/users/account.ts'
import { type Outcome, outcomeOf } from '../answer.ts'
import { keepDelivery } from '../deliveries/actions.ts'
import { outgoingWebhookOptions } from '../options.ts'
import type { Body } from '../payload.ts'

const maxBytes = 256 * 1024

export interface Answered {
  readonly outcome: Outcome
  /** Null if there was no response. */
  readonly status: number | null
  readonly body: string
  readonly durationMs: number
}

interface Caller {
  readonly config: Config
  readonly outbound: Outbound
}

type Service = NonNullable<BotSettings['service']>

/** Posts to a webhook; undefined if aborted by `signal`. */
export async function callWebhook(
  { config, outbound }: Caller,
  service: Service,
  { type, text }: Body,
  signal?: AbortSignal,
): Promise<Answered | undefined> {
  const begun = performance.now()
  const took = () => performance.now() - begun
  try {
    const answer = await outbound.request({
      url: service.base_url,
      method: 'POST',
      headers: { 'content-type': type, 'user-agent': `LoquatOutgoingWebhook/${version}` },
      body: text,
      timeoutMs: outgoingWebhookOptions(config).webhookTimeoutSeconds * 1000,
      maxBytes: maxBytes,
      ...(signal ? { signal } : {}),
    })
    const { status } = answer
    const body = answer.text()
    return { outcome: outcomeOf(service.interface, status, body), status, body, durationMs: took() }
  } catch (error) {
    if (signal?.aborted) return undefined
    if (!(error instanceof OutboundError)) throw error
    const outcome: Outcome = { kind: 'failed', why: error.message, isTransient: !isFinal(error) }
    return { outcome, status: null, body: '', durationMs: took() }
  }
}

const isFinal = (error: OutboundError) =>
  error instanceof BadUrlError || error instanceof RefusedHostError || error instanceof TooLargeError

export function keepAnswer(mutation: Mutation, bot: Account, answered: Answered, isTest = false): Promise<void> {
  const { outcome, status, durationMs, body } = answered
  const hasFailed = outcome.kind === 'failed'
  return keepDelivery(mutation, bot, {
    direction: 'outgoing',
    succeeded: !hasFailed,
    isTest,
    status,
    durationMs,
    problem: hasFailed ? outcome.why : '',
    // replies are in the conversation
    answer: hasFailed || isTest ? body : '',
  })
}
