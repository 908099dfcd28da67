import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitHit, tooManyGuesses } from '#contract'
import { type Config, onReload } from '#platform/config'
import { networkOf, wideNetworkOf } from './caller-address.ts'
import { freeGuesses, freeNetworkGuesses, Guesses } from './guesses.ts'
import { KnownCallers, plainName } from './known-callers.ts'

export interface Allowance {
  limit: number
  remaining: number
  resetsAtSecs: number
}

export class RateLimits {
  readonly #config: Config
  readonly #users: RateLimiterMemory
  readonly #addresses: RateLimiterMemory
  readonly #failures: RateLimiterMemory
  readonly #accountGuesses: Guesses
  readonly #networkGuesses: Guesses
  readonly #knownCallers = new KnownCallers()

  constructor(config: Config, now: () => Date = () => new Date()) {
    this.#config = config
    this.#users = new RateLimiterMemory({ points: config.userRequestsPerMinute, duration: 60 })
    this.#addresses = new RateLimiterMemory({ points: config.addressRequestsPerMinute, duration: 60 })
    this.#failures = new RateLimiterMemory({ points: config.loginFailuresPerHalfHour, duration: 1800 })
    onReload(config, () => {
      this.#users.points = config.userRequestsPerMinute
      this.#addresses.points = config.addressRequestsPerMinute
      this.#failures.points = config.loginFailuresPerHalfHour
    })
    const nowMs = () => now().getTime()
    this.#accountGuesses = new Guesses({ free: freeGuesses, whenFull: 'share' }, nowMs)
    this.#networkGuesses = new Guesses({ free: freeNetworkGuesses, whenFull: 'turn away' }, nowMs)
  }

  get #on(): boolean {
    return this.#config.rateLimits === 'on'
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
   * Counts failures per account and network and, where the account is new to the network, per account from all networks
   * and per network for all accounts. Being told to wait costs no attempt.
   */
  async tryPassword(attempt: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean> {
    if (!this.#on) return check()
    const name = plainName(attempt.account)
    const network = networkOf(attempt.address)
    const key = `${network} ${name}`
    const used = await this.#failures.get(key)
    if (used && used.remainingPoints <= 0)
      throw tooManyGuesses(used.msBeforeNext / 1000, limitHeaders(used.msBeforeNext, this.#failures.points))
    const isFree = this.#knownCallers.has(name, network) || (await attempt.isKnown())
    const wasRight = isFree ? undefined : this.#beginGuess(name, attempt)
    const right = await this.trySecret(key, check)
    if (!right) return false
    wasRight?.()
    this.#knownCallers.add(name, network)
    return true
  }

  /** Throws if the caller has to wait; returns what to call if the password is right. */
  #beginGuess(name: string, { address, isSignedIn }: PasswordAttempt): () => void {
    const counts = [
      { guesses: this.#accountGuesses, target: name, caller: wideNetworkOf(address) },
      // signed-in callers can only try their own account
      ...(isSignedIn ? [] : [{ guesses: this.#networkGuesses, target: networkOf(address), caller: name }]),
    ]
    const waitMs = Math.max(...counts.map(({ guesses, target, caller }) => guesses.wait(target, caller)))
    if (waitMs > 0) throw tooManyGuesses(waitMs / 1000)
    for (const { guesses, target, caller } of counts) guesses.begin(target, caller)
    return () => {
      for (const { guesses, target } of counts) guesses.wasRight(target)
    }
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
  /** Whether this is a signed-in user who confirms their own password. */
  readonly isSignedIn?: boolean
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
