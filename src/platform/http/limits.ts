import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type ApiError, rateLimitHit } from '#contract'
import type { Config } from '#platform/config'

/** How many requests are left, for the headers that tell clients. */
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

  constructor(config: Config) {
    this.#on = config.rateLimits === 'on'
    this.#users = new RateLimiterMemory({ points: config.userRequestsPerMinute, duration: 60 })
    this.#addresses = new RateLimiterMemory({ points: config.addressRequestsPerMinute, duration: 60 })
    this.#failures = new RateLimiterMemory({ points: config.loginFailuresPerHalfHour, duration: 1800 })
  }

  async user(id: number): Promise<Allowance | undefined> {
    return this.#on ? take(this.#users, `${id}`) : undefined
  }

  /** The same for a program that acts for no account, by its name in its organization. */
  async program(orgId: number, name: string): Promise<Allowance | undefined> {
    return this.#on ? take(this.#users, `${orgId} ${name}`) : undefined
  }

  async address(address: string): Promise<Allowance | undefined> {
    return this.#on ? take(this.#addresses, address) : undefined
  }

  /**
   * Runs a check of a password, but not again and again: throws when too many were wrong. Each attempt counts before it
   * is made, so that many at once are not worth more; a right password clears the account.
   */
  async tryPassword(key: string, check: () => Promise<boolean>): Promise<boolean> {
    if (!this.#on) return check()
    await take(this.#failures, key)
    const right = await check()
    if (right) await this.#failures.delete(key)
    return right
  }
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
    if (state instanceof RateLimiterRes) throw limitHit(state.msBeforeNext, limiter.points)
    throw state
  }
}

function limitHit(waitMs: number, limit?: number): ApiError {
  const wait = waitMs / 1000
  const headers: Record<string, string> = {}
  if (limit !== undefined) {
    headers['X-RateLimit-Limit'] = String(limit)
    headers['X-RateLimit-Remaining'] = '0'
    headers['X-RateLimit-Reset'] = String(Math.ceil(Date.now() / 1000 + wait))
  }
  return rateLimitHit(wait, headers)
}
