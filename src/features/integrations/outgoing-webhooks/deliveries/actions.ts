import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import * as store from './store.ts'

/** Stored of a delivery. */
const maxCharacters = { problem: 500, answer: 500, integration: 60 }

interface Delivered {
  readonly direction: 'incoming' | 'outgoing'
  readonly succeeded: boolean
  readonly isTest?: boolean
  readonly status: number | null
  readonly durationMs: number
  readonly problem?: string
  readonly answer?: string
  /** For a post to an incoming webhook: the integration, its event, and why no message was sent. */
  readonly integration?: string
  readonly event?: string
  readonly leftOut?: string
}

/** The beginning of a response, without the bot's secrets, which a program may echo. */
export function shownAnswer(bot: Account, answer: string): string {
  let text = answer.slice(0, 4 * maxCharacters.answer)
  for (const secret of [bot.botSettings.service?.token, bot.apiKey])
    if (secret) text = text.replaceAll(secret, '(hidden)')
  const shown = storable(text, maxCharacters.answer)
  return answer.length > maxCharacters.answer ? `${shown}…` : shown
}

/** PostgreSQL stores neither null bytes nor half characters. */
const storable = (text: string, max: number): string => text.replaceAll('\0', '').slice(0, max).toWellFormed()

export async function keepDelivery({ tx, org, now }: Mutation, bot: Account, delivered: Delivered): Promise<void> {
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
    integration: storable(integration, maxCharacters.integration),
    event,
    left_out: leftOut,
    problem: storable(problem, maxCharacters.problem),
    answer: answer === '' ? '' : shownAnswer(bot, answer),
  })
}
