import { unauthorized } from '#contract'
import type { Operator, Term } from './terms.ts'

/** Operators allowed without an account: the others concern the caller or direct messages. */
const open = new Set<Operator>(['channel', 'channels', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with', 'is'])

/** Spectators need `channels:web-public`, and user IDs, because email addresses are private. */
export function checkOpenNarrow(terms: readonly Term[]): void {
  const isOpen = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated,
  )
  if (!isOpen || !terms.every(canAsk)) throw unauthorized()
}

function canAsk({ operator, operand }: Term): boolean {
  if (operator === 'is') return operand === 'resolved'
  if (operator === 'sender') return /^\d{1,15}$/.test(String(operand))
  return open.has(operator)
}
