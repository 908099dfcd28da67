/** Wrong passwords per account, from all addresses, before guesses slow down. One is forgotten every three minutes. */
export const freeGuesses = 20
/** The same per network, for all accounts: more, because an office can share an address. */
export const freeNetworkGuesses = 50
const forgottenEveryMs = 180_000
const longestGapMs = 60_000
/** Maximum wait, so that guesses can't lock a target. */
export const longestWaitMs = 600_000
/** A caller's place in the line stays valid this long after its time. */
const keptMs = 120_000

interface Target {
  wrong: number
  since: number
  /** The earliest time not yet assigned to a caller. */
  next: number
  readonly line: Map<string, number>
}

interface Limits {
  /** Wrong passwords before guesses slow down. */
  readonly free: number
  /**
   * In a line of {@link longestWaitMs}: 'share' gives later callers its last time, 'turn away' lets them ask again, for
   * callers that one attacker can make up.
   */
  readonly whenFull: 'share' | 'turn away'
}

/**
 * Slows down password guessing on a target: an account guessed from many networks, or a network guessing many accounts.
 * After a number of wrong passwords, attempts are spaced up to a minute apart. Early callers get a time at which they're
 * admitted, each one once.
 */
export class Guesses {
  readonly #targets = new Map<string, Target>()
  readonly #limits: Limits
  readonly #now: () => number
  #sweptAt = 0

  constructor(limits: Limits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Milliseconds the caller has to wait; 0 if it can make one attempt. Asking again keeps the caller's place. */
  wait(name: string, caller: string): number {
    const now = this.#now()
    const { free, whenFull } = this.#limits
    const target = this.#target(name, now)
    if (target.wrong < free) return 0
    const given = target.line.get(caller)
    if (given !== undefined) return Math.max(0, given - now)
    // callers in line count as wrong ones already, so that a rush gets no more places than guesses one by one
    const gap = Math.min(longestGapMs, 1_000 * 2 ** (target.wrong - free + target.line.size))
    const earliest = Math.max(now, target.next)
    if (whenFull === 'turn away' && earliest - now > longestWaitMs) return longestWaitMs
    const time = Math.min(earliest, now + longestWaitMs)
    target.next = time + gap
    target.line.set(caller, time)
    return time - now
  }

  /** Admits a caller that doesn't have to wait, and counts the attempt as wrong until `wasRight`. */
  begin(name: string, caller: string): void {
    const now = this.#now()
    const target = this.#target(name, now)
    target.line.delete(caller)
    if (target.wrong === 0) target.since = now
    target.wrong = Math.min(target.wrong + 1, this.#limits.free + 10)
  }

  wasRight(name: string): void {
    const target = this.#targets.get(name)
    if (target) target.wrong = Math.max(0, target.wrong - 1)
  }

  #target(name: string, now: number): Target {
    this.#sweep(now)
    let target = this.#targets.get(name)
    if (!target) {
      target = { wrong: 0, since: now, next: 0, line: new Map() }
      this.#targets.set(name, target)
    }
    forget(target, now)
    return target
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < forgottenEveryMs && now >= this.#sweptAt) return
    this.#sweptAt = now
    for (const [name, target] of this.#targets) {
      forget(target, now)
      for (const [caller, time] of target.line) if (time + keptMs < now) target.line.delete(caller)
      if (target.wrong === 0 && target.line.size === 0) this.#targets.delete(name)
    }
  }
}

function forget(target: Target, now: number): void {
  const forgotten = Math.floor((now - target.since) / forgottenEveryMs)
  if (forgotten <= 0) return
  target.wrong = Math.max(0, target.wrong - forgotten)
  target.since += forgotten * forgottenEveryMs
}
