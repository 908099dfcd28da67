/** Whether the user can do something, and until when they can or could. */
export interface Right {
  readonly can: 'yes' | 'too late' | 'no'
  readonly until?: Date
}

const order: Readonly<Record<Right['can'], number>> = { no: 0, 'too late': 1, yes: 2 }

/** Of two rights, the one that lasts longer; one without a deadline lasts longest. */
export function longerOf(one: Right, other: Right): Right {
  if (one.can !== other.can) return order[one.can] > order[other.can] ? one : other
  const end = ({ until }: Right) => until?.getTime() ?? Number.POSITIVE_INFINITY
  return end(other) > end(one) ? other : one
}
