import type { Config } from '#platform/config'
import { BadUrlError, type Outbound, OutboundError, RefusedHostError, TooLargeError } from '#platform/outbound'
import { type Failure, failureOf } from '../answer.ts'
import { outgoingWebhookOptions } from '../options.ts'

export interface Poster {
  readonly config: Config
  readonly outbound: Outbound
}

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

interface Posted {
  /** Undefined if it succeeded. */
  readonly failure: Failure | undefined
  /** Null if there was no response. */
  readonly status: number | null
  readonly body: string
  readonly durationMs: number
}

/** Posts to a URL that a user has set; undefined if aborted by `signal`. */
export async function post(
  { config, outbound }: Poster,
  { url, headers, body, maxBytes, signal }: Post,
): Promise<Posted | undefined> {
  const begun = performance.now()
  const took = () => performance.now() - begun
  try {
    const answer = await outbound.request({
      ...{ url, method: 'POST', headers, body, maxBytes },
      timeoutMs: outgoingWebhookOptions(config).webhookTimeoutSeconds * 1000,
      ...(signal ? { signal } : {}),
    })
    const { status } = answer
    return { failure: failureOf(status), status, body: answer.text(), durationMs: took() }
  } catch (error) {
    if (signal?.aborted) return undefined
    if (!(error instanceof OutboundError)) throw error
    const failure = { why: error.message, isTransient: !isFinal(error) }
    return { failure, status: null, body: '', durationMs: took() }
  }
}

const isFinal = (error: OutboundError) =>
  error instanceof BadUrlError || error instanceof RefusedHostError || error instanceof TooLargeError
