import type { Act } from '#platform/organization'
import type { Account } from '../users/account.ts'
import * as store from './store.ts'

/** As many characters as are kept of a reason and of an answer. */
const most = { problem: 500, answer: 500 }

interface Delivered {
  readonly direction: 'incoming' | 'outgoing'
  readonly succeeded: boolean
  readonly isTest?: boolean
  readonly status: number | null
  readonly durationMs: number
  readonly problem?: string
  readonly answer?: string
  /** Of a post to an incoming webhook: the tool, what it said had happened, and why there is no message. */
  readonly integration?: string
  readonly event?: string
  readonly leftOut?: string
}

/** What is shown of an answer: its beginning, without the secrets of the bot, which a program may send back. */
export function shownAnswer(bot: Account, answer: string): string {
  let text = answer.slice(0, 4 * most.answer)
  for (const secret of [bot.botSettings.service?.token, bot.apiKey])
    if (secret) text = text.replaceAll(secret, '(hidden)')
  // the null byte is more than the database can keep
  const shown = text.replaceAll('\0', '').slice(0, most.answer).toWellFormed()
  return answer.length > most.answer ? `${shown}…` : shown
}

/** Keeps what came of a request, in the act that ends it. */
export async function keepDelivery({ tx, org, now }: Act, bot: Account, delivered: Delivered): Promise<void> {
  const { direction, succeeded, isTest = false, status, durationMs, problem = '', answer = '' } = delivered
  const { integration = '', event = '', leftOut = '' } = delivered
  await store.insert(tx, {
    org_id: org.id,
    bot_id: bot.id,
    direction,
    at: now,
    succeeded,
    is_test: isTest,
    status,
    duration_ms: Math.min(Math.max(Math.round(durationMs), 0), 2 ** 31 - 1),
    integration,
    event,
    left_out: leftOut,
    problem: problem.slice(0, most.problem).toWellFormed(),
    answer: answer === '' ? '' : shownAnswer(bot, answer),
  })
}
