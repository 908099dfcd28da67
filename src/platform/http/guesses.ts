import { wideNetworkOf } from './caller-address.ts'

/** Wrong passwords per account, from all addresses, before guesses slow down. One is forgotten every three minutes. */
export const freeGuesses = 20
/** Wrong passwords per network, for any accounts, before guesses slow down; an office behind one address has typos too. */
export const freeGuessesOfNetwork = 100
const forgottenEveryMs = 180_000
const longestGapMs = 60_000
/** Maximum wait, so that guesses can't lock an account. In a longer line, the last callers share a time. */
export const longestWaitMs = 600_000
/** A caller's place in the line stays valid this long after its time. */
const keptMs = 120_000

interface Account {
  wrong: number
  since: number
  /** The earliest time not yet assigned to a caller. */
  next: number
  readonly line: Map<string, number>
}

/**
 * Slows down password guessing on one account from many addresses, or on many accounts from one network: after so many
 * wrong passwords, attempts are spaced up to a minute apart. Early callers get a time at which they're admitted, one per wide network.
 */
export class Guesses {
  readonly #accounts = new Map<string, Account>()
  readonly #now: () => number
  readonly #free: number
  #sweptAt = 0

  /** `free` wrong passwords are answered at once. */
  constructor(now: () => number, free = freeGuesses) {
    this.#now = now
    this.#free = free
  }

  /** Milliseconds the caller has to wait. 0 admits the attempt and counts it as wrong until `wasRight`. */
  begin(name: string, address: string): number {
    const now = this.#now()
    const account = this.#account(name, now)
    const wait = account.wrong < this.#free ? 0 : this.#wait(account, wideNetworkOf(address), now)
    if (wait > 0) return wait
    if (account.wrong === 0) account.since = now
    account.wrong = Math.min(account.wrong + 1, this.#free + 10)
    return 0
  }

  wasRight(name: string): void {
    const account = this.#accounts.get(name)
    if (account) account.wrong = Math.max(0, account.wrong - 1)
  }

  #wait(account: Account, network: string, now: number): number {
    const given = account.line.get(network)
    if (given !== undefined) {
      if (given > now) return given - now
      account.line.delete(network)
      return 0
    }
    const gap = Math.min(longestGapMs, 1_000 * 2 ** (account.wrong - this.#free))
    const time = Math.min(Math.max(now, account.next), now + longestWaitMs)
    account.next = time + gap
    if (time > now) account.line.set(network, time)
    return time - now
  }

  #account(name: string, now: number): Account {
    this.#sweep(now)
    let account = this.#accounts.get(name)
    if (!account) {
      account = { wrong: 0, since: now, next: 0, line: new Map() }
      this.#accounts.set(name, account)
    }
    forget(account, now)
    return account
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < forgottenEveryMs && now >= this.#sweptAt) return
    this.#sweptAt = now
    for (const [name, account] of this.#accounts) {
      forget(account, now)
      for (const [network, time] of account.line) if (time + keptMs < now) account.line.delete(network)
      if (account.wrong === 0 && account.line.size === 0) this.#accounts.delete(name)
    }
  }
}

function forget(account: Account, now: number): void {
  const forgotten = Math.floor((now - account.since) / forgottenEveryMs)
  if (forgotten <= 0) return
  account.wrong = Math.max(0, account.wrong - forgotten)
  account.since += forgotten * forgottenEveryMs
}
