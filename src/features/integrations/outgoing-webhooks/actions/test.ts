import { RateLimiterMemory } from 'rate-limiter-flexible'
import { botTypes } from '#contract'
import type { Context } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { notThatKind, testedTooOften } from '../api.ts'
import { shownAnswer } from '../deliveries/actions.ts'
import { payload } from '../payload.ts'
import { sampleMessage } from '../sample-message.ts'
import { callWebhook, keepAnswer } from './call.ts'

const tests = new RateLimiterMemory({ points: 10, duration: 60 })
const underWay = new Set<number>()

/** Calls a webhook with a sample message and logs the delivery. The reply isn't sent. */
export async function tryOut(ctx: Context, bot: Account) {
  const { service } = bot.botSettings
  if (bot.botType !== botTypes.outgoingWebhook || !bot.isActive || !service) throw notThatKind()
  if (underWay.has(bot.id)) throw testedTooOften()
  await tests.consume(bot.id).catch(() => {
    throw testedTooOften()
  })
  underWay.add(bot.id)
  try {
    const tester = ctx.get(peopleCache).byId.get(ctx.viewer.id) as Account
    const body = payload(ctx, bot, service, 'direct_message', sampleMessage(ctx.org, tester, bot))
    const answered = await callWebhook(ctx.server, service, body)
    if (!answered) throw new Error('A request ended without a result')
    await ctx.transact((mutation) => keepAnswer(mutation, bot, answered, true))
    const { outcome, status, durationMs } = answered
    return {
      succeeded: outcome.kind !== 'failed',
      status,
      duration_ms: Math.round(durationMs),
      problem: outcome.kind === 'failed' ? outcome.why : '',
      answer: shownAnswer(bot, answered.body),
      reply: outcome.kind === 'reply' ? outcome.reply.content : null,
    }
  } finally {
    underWay.delete(bot.id)
  }
}
