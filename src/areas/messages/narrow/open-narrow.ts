import { unauthorized } from '#contract'
import type { Operator, Term } from './terms.ts'

/** What can be asked without an account: everything else is about the person who asks, or about direct messages. */
const open = new Set<Operator>(['channel', 'channels', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with', 'is'])

/**
 * Refuses what cannot be asked without an account, as if nothing could: the narrow has to say `channels:web-public`, and
 * people go by their ids, because addresses are nobody's business.
 */
export function checkOpenNarrow(terms: readonly Term[]): void {
  const isOpen = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated,
  )
  if (!isOpen || !terms.every(mayAsk)) throw unauthorized()
}

function mayAsk({ operator, operand }: Term): boolean {
  if (operator === 'is') return operand === 'resolved'
  if (operator === 'sender') return /^\d{1,15}$/.test(String(operand))
  return open.has(operator)
}
