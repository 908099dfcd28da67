import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitHit, tooManyGuesses } from '#contract'
import type { Config } from '#platform/config'
import { networkOf } from './caller-address.ts'
import { freeGuessesOfNetwork, Guesses } from './guesses.ts'
import { KnownCallers, plainName } from './known-callers.ts'

export interface Allowance {
  limit: number
  remaining: number
  resetsAtSecs: number
}

export class RateLimits {
  readonly #on: boolean
  readonly #users: RateLimiterMemory
  readonly #addresses: RateLimiterMemory
  readonly #failures: RateLimiterMemory
  readonly #guesses: Guesses
  readonly #guessesOfNetworks: Guesses
  readonly #knownCallers = new KnownCallers()

  constructor(config: Config, now: () => Date = () => new Date()) {
    this.#on = config.rateLimits === 'on'
    this.#users = new RateLimiterMemory({ points: config.userRequestsPerMinute, duration: 60 })
    this.#addresses = new RateLimiterMemory({ points: config.addressRequestsPerMinute, duration: 60 })
    this.#failures = new RateLimiterMemory({ points: config.loginFailuresPerHalfHour, duration: 1800 })
    this.#guesses = new Guesses(() => now().getTime())
    this.#guessesOfNetworks = new Guesses(() => now().getTime(), freeGuessesOfNetwork)
  }

  async user(id: number): Promise<Allowance | undefined> {
    return this.#on ? take(this.#users, `${id}`) : undefined
  }

  /** Like `user`, for a program without an account, by its name in the organization. */
  async program(orgId: number, name: string): Promise<Allowance | undefined> {
    return this.#on ? take(this.#users, `${orgId} ${name}`) : undefined
  }

  async address(address: string): Promise<Allowance | undefined> {
    return this.#on ? take(this.#addresses, networkOf(address)) : undefined
  }

  /**
   * Throws after too many failures. Attempts are counted before the check, so that concurrent ones gain nothing; a
   * right one resets the count.
   */
  async trySecret(key: string, check: () => Promise<boolean>): Promise<boolean> {
    if (!this.#on) return check()
    await take(this.#failures, key)
    const right = await check()
    if (right) await this.#failures.delete(key)
    return right
  }

  /**
   * Counts failures per account and network, and, from networks new to the account, per account and per network. Being told to wait costs no attempt.
   */
  async tryPassword({ account, address, isKnown }: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean> {
    if (!this.#on) return check()
    const name = plainName(account)
    const network = networkOf(address)
    const key = `${network} ${name}`
    const used = await this.#failures.get(key)
    if (used && used.remainingPoints <= 0)
      throw tooManyGuesses(used.msBeforeNext / 1000, limitHeaders(used.msBeforeNext, this.#failures.points))
    const isFree = this.#knownCallers.has(name, network) || (await isKnown())
    const networkWaitMs = isFree ? 0 : this.#guessesOfNetworks.begin(network, address)
    if (networkWaitMs > 0) throw tooManyGuesses(networkWaitMs / 1000)
    const waitMs = isFree ? 0 : this.#guesses.begin(name, address)
    if (waitMs > 0) {
      this.#guessesOfNetworks.wasRight(network)
      throw tooManyGuesses(waitMs / 1000)
    }
    const right = await this.trySecret(key, check)
    if (!right) return false
    if (!isFree) {
      this.#guesses.wasRight(name)
      this.#guessesOfNetworks.wasRight(network)
    }
    this.#knownCallers.add(name, network)
    return true
  }

  /** The caller proved ownership of the account in another way, so their network becomes known. */
  knowCaller(account: string, address: string): void {
    if (this.#on) this.#knownCallers.add(plainName(account), networkOf(address))
  }
}

interface PasswordAttempt {
  readonly account: string
  readonly address: string
  /** Whether the account has been used from the caller's network before. */
  readonly isKnown: () => Promise<boolean>
}

async function take(limiter: RateLimiterMemory, key: string): Promise<Allowance> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key)
    return {
      limit: limiter.points,
      remaining: remainingPoints,
      resetsAtSecs: Math.ceil((Date.now() + msBeforeNext) / 1000),
    }
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    const { msBeforeNext } = state
    throw rateLimitHit(msBeforeNext / 1000, limitHeaders(msBeforeNext, limiter.points))
  }
}

const limitHeaders = (waitMs: number, limit: number): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': String(Math.ceil((Date.now() + waitMs) / 1000)),
})
