import { asUserId } from '#contract'
import type { MarkdownContext } from '../context.ts'
import { keyOf, type Lookup } from './protocol.ts'

/** A mention of a user, or an emoji by name, possibly also in code. */
const likely = /@_?\*\*(?<who>[^*\n]{1,230}?(?:\|(?<id>\d{1,15}))?)\*\*|:(?<emoji>[\p{L}\p{M}\p{N}_+-]{1,64})(?=:)/gu

/** Answers likely lookups. perf: for missing answers a text is rendered a second time, on a busy server every fifth. */
export function guessedAnswers(text: string, context: MarkdownContext): Record<string, unknown> | undefined {
  const answers = new Map<string, unknown>()
  const look = <T>(name: Lookup, argument: unknown, find: () => T): T => {
    const key = keyOf([name, argument])
    if (!answers.has(key)) answers.set(key, find() ?? null)
    return answers.get(key) as T
  }
  for (const { groups = {} } of text.matchAll(likely)) {
    const { who, id, emoji } = groups
    if (emoji !== undefined) look('customEmoji', emoji, () => context.customEmoji?.(emoji))
    else if (who !== undefined) {
      const userId = asUserId(Number(id))
      const user = id === undefined ? null : look('userById', userId, () => context.userById?.(userId))
      if (!user) look('usersByName', who, () => context.usersByName?.(who))
    }
  }
  return answers.size > 0 ? Object.fromEntries(answers) : undefined
}
