import type { ChannelId, Scope, UserId } from '#contract'
import type { Row } from '#platform/db'
import type { TokenInUse } from '#platform/serve'

/** Prefix of every token, for secret scanners. */
export const tokenBegins = 'loquat_'

/** A token in use by a request, which can hold on to it while waiting. */
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

export class AccessTokens {
  readonly #byId = new Map<number, Row<'access_token'>>()
  readonly #byHash = new Map<string, number>()
  /** Last uses that aren't stored yet. */
  readonly used = new Map<number, Date>()

  /** Undefined for unknown hashes, expired tokens, and expired secrets. */
  find(hash: string, now: () => Date): TokenInUse | undefined {
    const row = this.#byId.get(this.#byHash.get(hash) ?? 0)
    if (!row) return undefined
    const ends = endsOf(row.expires_at, row.secret_expires_at)
    const isOver = () => this.#byId.get(row.id)?.token_hash !== hash || now().getTime() >= ends
    return isOver() ? undefined : new UsableToken(row, isOver)
  }

  /** The same by id, for approved requests: the secret may have changed since. */
  withId(id: number, now: () => Date): TokenInUse | undefined {
    const row = this.#byId.get(id)
    if (!row) return undefined
    const ends = endsOf(row.expires_at)
    const isOver = () => !this.#byId.has(id) || now().getTime() >= ends
    return isOver() ? undefined : new UsableToken(row, isOver)
  }

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

const endsOf = (...times: readonly (Date | null)[]): number =>
  Math.min(...times.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY))
