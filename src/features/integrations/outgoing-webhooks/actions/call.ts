import { version } from '#platform/config'
import type { Mutation } from '#platform/organization'
import type { Account, BotSettings } from '../../../people/users/account.ts'
import { type Outcome, outcomeOf } from '../answer.ts'
import { keepDelivery } from '../deliveries/actions.ts'
import type { Body } from '../payload.ts'
import { type Poster, post } from './post.ts'

const maxBytes = 256 * 1024

export interface Answered {
  readonly outcome: Outcome
  /** Null if there was no response. */
  readonly status: number | null
  readonly body: string
  readonly durationMs: number
}

type Service = NonNullable<BotSettings['service']>

/** Posts to a webhook; undefined if aborted by `signal`. */
export async function callWebhook(
  poster: Poster,
  service: Service,
  { type, text }: Body,
  signal?: AbortSignal,
  outcomeFor = (answer: string) => outcomeOf(service.interface, answer),
): Promise<Answered | undefined> {
  const posted = await post(poster, {
    url: service.base_url,
    headers: { 'content-type': type, 'user-agent': `LoquatOutgoingWebhook/${version}` },
    body: text,
    maxBytes,
    signal,
  })
  if (!posted) return undefined
  const { failure, ...answer } = posted
  return { ...answer, outcome: failure ? { kind: 'failed', ...failure } : outcomeFor(posted.body) }
}

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
