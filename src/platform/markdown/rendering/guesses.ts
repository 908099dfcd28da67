import { asUserId } from '#contract'
import type { MarkdownContext } from '../context.ts'
import { keyOf, type Lookup } from './protocol.ts'

/** A mention of somebody, or an emoji by its name, wherever the text turns out to have one. */
const likely = /@_?\*\*(?<who>[^*\n]{1,230}?(?:\|(?<id>\d{1,15}))?)\*\*|:(?<emoji>[\p{L}\p{M}\p{N}_+-]{1,64})(?=:)/gu

/**
 * Answers to what a text is likely to ask. perf: what a thread has not been told it asks for, and then the text is rendered
 * a second time; of the messages of a busy server every fifth was. What is guessed wrongly is told for nothing.
 */
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
