import type { ChannelId, Scope, UserId } from '#contract'
import type { Row } from '#platform/db'
import type { TokenInUse } from '#platform/serve'

/** How every token begins: by this, programs that look for leaked secrets find one. */
export const tokenBegins = 'loquat_'

/** A token as requests use it, and hold on to it while they wait. */
class UsableToken implements TokenInUse {
  readonly id: number
  readonly userId: UserId
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  readonly onlyChannels: ReadonlySet<ChannelId> | undefined
  readonly #isOver: () => boolean

  constructor(row: Row<'access_token'>, isOver: () => boolean) {
    this.id = row.id
    this.userId = row.user_id
    this.name = row.name
    this.scopes = new Set((row.secret_scopes ?? row.scopes) as Scope[])
    this.onlyChannels = row.channel_ids ? new Set(row.channel_ids) : undefined
    this.#isOver = isOver
  }

  get hasEnded(): boolean {
    return this.#isOver()
  }
}

/** Every token of an organization, by its hash: each request that comes with one asks. */
export class AccessTokens {
  readonly #byId = new Map<number, Row<'access_token'>>()
  readonly #byHash = new Map<string, number>()
  /** When those were used that were used since this was last written down. */
  readonly used = new Map<number, Date>()

  /** Undefined for a hash that is none's, and for a token that has expired, or whose secret has. */
  find(hash: string, now: () => Date): TokenInUse | undefined {
    const row = this.#byId.get(this.#byHash.get(hash) ?? 0)
    if (!row) return undefined
    const ends = endsOf(row.expires_at, row.secret_expires_at)
    const isOver = () => this.#byId.get(row.id)?.token_hash !== hash || now().getTime() >= ends
    return isOver() ? undefined : new UsableToken(row, isOver)
  }

  /** The same by its id, for what somebody has approved of, whichever secret the token has by then. */
  withId(id: number, now: () => Date): TokenInUse | undefined {
    const row = this.#byId.get(id)
    if (!row) return undefined
    const ends = endsOf(row.expires_at)
    const isOver = () => !this.#byId.has(id) || now().getTime() >= ends
    return isOver() ? undefined : new UsableToken(row, isOver)
  }

  /** One whose secret is another by now is not known by the one before. */
  put(row: Row<'access_token'>): void {
    this.#byHash.delete(this.#byId.get(row.id)?.token_hash ?? '')
    this.#byId.set(row.id, row)
    this.#byHash.set(row.token_hash, row.id)
  }

  drop(id: number): void {
    this.#byHash.delete(this.#byId.get(id)?.token_hash ?? '')
    this.#byId.delete(id)
    this.used.delete(id)
  }
}

/** The first of these times, in milliseconds. */
const endsOf = (...times: readonly (Date | null)[]): number =>
  Math.min(...times.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY))
