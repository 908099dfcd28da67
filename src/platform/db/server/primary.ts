import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'
import { messageOf } from './errors.ts'
import { isBehind, type Standing, standingIn, standingQuery } from './standing.ts'

export type Server = pg.ClientConfig

interface Found {
  readonly server: Server
  readonly standing: Standing
}

/** Pause between searches, and the interval for checking the other servers. */
const againMs = 200
const lookMs = 5_000
/** Time limit for a server's response once a primary was found; until then, it's the callers' whole wait. */
const patienceMs = 2_000
/** How long a primary that was found waits for a newer one. */
const graceMs = 500

/**
 * Finds the primary among several servers, again when in doubt. The newest timeline wins: a server that was left behind
 * is never used again, even if it considers itself primary.
 */
export class Primary {
  readonly #servers: readonly Server[]
  readonly #waitMs: number
  readonly #moved: () => void
  readonly #closing = new AbortController()
  #current: Server | undefined
  #last: Found | undefined
  #search: Promise<void> | undefined
  /** Undefined until the first search: a process that starts may be busy before it can search. */
  #missingSince: number | undefined
  #reasons: readonly string[] = []

  /** `moved` is called when the server or timeline changes; callers of `find` wait up to `waitSecs`. */
  constructor(servers: readonly Server[], waitSecs: number, moved: () => void) {
    this.#servers = servers
    this.#waitMs = waitSecs * 1000
    this.#moved = moved
    if (this.isOnly) this.#current = servers[0]
    else void this.#watch()
  }

  get isOnly(): boolean {
    return this.#servers.length === 1
  }

  /** The primary, or any server while there is none. */
  get server(): Server {
    return this.#current ?? (this.#servers[0] as Server)
  }

  /** Waits for a primary. After `waitSecs` without one, callers fail at once. */
  async find(): Promise<Server> {
    if (this.#current) return this.#current
    this.#search ??= this.#seek().finally(() => {
      this.#search = undefined
    })
    this.#missingSince ??= performance.now()
    const left = this.#missingSince + this.#waitMs - performance.now()
    if (left > 0) {
      const late = new AbortController()
      await Promise.race([this.#search, sleep(left, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    }
    if (this.#current) return this.#current
    throw new DatabaseUnavailable(`no server takes writes (${this.#reasons.join(', ') || 'none answers'})`)
  }

  /** Starts a new search, because this server is unreachable or doesn't act as primary. */
  doubt(server: Server): void {
    if (this.isOnly || this.#current !== server) return
    this.#current = undefined
    this.#missingSince = performance.now()
  }

  check(server: Server, standing: Standing): void {
    const problem = standing.follows
      ? 'the server follows another one'
      : isBehind(standing, this.#last?.standing)
        ? 'another server has taken its place'
        : undefined
    if (problem) {
      this.doubt(server)
      throw new DatabaseUnavailable(problem)
    }
    if (this.isOnly) this.#take({ server, standing })
    else if (server !== this.#current) throw new DatabaseUnavailable('another server has taken its place')
  }

  isInCharge(server: Server, { system, timeline }: Standing): boolean {
    if (!this.#last) return true
    const { standing } = this.#last
    return server === this.#last.server && system === standing.system && timeline === standing.timeline
  }

  close(): void {
    this.#closing.abort()
  }

  async #seek(): Promise<void> {
    const { signal } = this.#closing
    while (!this.#current && !signal.aborted) {
      const found = await this.#look(this.#servers)
      if (found) this.#take(found)
      else await sleep(againMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Another server may be promoted while the old primary is still reachable and doesn't know. */
  async #watch(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await sleep(lookMs, undefined, { signal, ref: false }).catch(() => {})
      const current = this.#current
      if (!current || signal.aborted) continue
      const found = await this.#look(this.#servers.filter((one) => one !== current))
      if (found && this.#last && isBehind(this.#last.standing, found.standing) && this.#current === current)
        this.#take(found)
    }
  }

  #take({ server, standing }: Found): void {
    const wasInCharge = this.isInCharge(server, standing)
    this.#current = server
    this.#last = { server, standing }
    if (!wasInCharge) this.#moved()
  }

  async #look(servers: readonly Server[]): Promise<Found | undefined> {
    const found: Found[] = []
    const reasons: string[] = []
    // a failover shouldn't wait for a dead server, but at the start, servers that are just slow are all there is
    const limitMs = this.#last ? patienceMs : Math.max(patienceMs, this.#waitMs)
    let first = () => {}
    const isFound = new Promise<void>((resolve) => {
      first = resolve
    })
    const asking = servers.map(async (server) => {
      try {
        const standing = await standingOf(server, limitMs)
        if (standing.follows) reasons.push(`${nameOf(server)} follows another one`)
        else if (isBehind(standing, this.#last?.standing)) reasons.push(`${nameOf(server)} was left behind`)
        else {
          found.push({ server, standing })
          first()
        }
      } catch (error) {
        reasons.push(`${nameOf(server)}: ${messageOf(error as Error)}`)
      }
    })
    const late = new AbortController()
    const grace = isFound.then(() => sleep(graceMs, undefined, { signal: late.signal }).catch(() => {}))
    await Promise.race([Promise.all(asking), grace])
    late.abort()
    this.#reasons = reasons
    const rank = ({ server, standing }: Found) => [
      -standing.timeline,
      Number(standing.onlyReads),
      servers.indexOf(server),
    ]
    return found.sort((a, b) => compare(rank(a), rank(b)))[0]
  }
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((one, index) => one - (b[index] as number)).find((difference) => difference !== 0) ?? 0

const nameOf = ({ connectionString = '' }: Server): string => new URL(connectionString).host

/** Asks a server for its role on a new connection, with a time limit. */
async function standingOf(server: Server, limitMs: number): Promise<Standing> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: limitMs })
  client.on('error', () => {})
  const destroy = () => client.connection.stream.destroy()
  const timer = setTimeout(destroy, limitMs).unref()
  try {
    await client.connect()
    return standingIn(await client.query(standingQuery))
  } finally {
    clearTimeout(timer)
    destroy()
  }
}
