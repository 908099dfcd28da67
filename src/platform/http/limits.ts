import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '#contract'
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

  async address(address: string): Promise<Allowance | undefined> {
    return this.#on ? take(this.#addresses, address) : undefined
  }

  /** Throws when too many passwords were wrong; asked before a password is looked at. */
  async beforePassword(key: string): Promise<void> {
    if (!this.#on) return
    const state = await this.#failures.get(key)
    if (state && state.consumedPoints >= this.#failures.points) throw limitHit(state.msBeforeNext)
  }

  async wrongPassword(key: string): Promise<void> {
    if (this.#on) await this.#failures.penalty(key)
  }

  async rightPassword(key: string): Promise<void> {
    if (this.#on) await this.#failures.delete(key)
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
  const headers: Record<string, string> = { 'Retry-After': String(Math.ceil(wait)) }
  if (limit !== undefined) {
    headers['X-RateLimit-Limit'] = String(limit)
    headers['X-RateLimit-Remaining'] = '0'
    headers['X-RateLimit-Reset'] = String(Math.ceil(Date.now() / 1000 + wait))
  }
  return new ApiError(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit', { 'retry-after': wait }, headers)
}
