import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'
import { messageOf } from './errors.ts'
import { isBehind, type Standing, standingIn, standingQuery } from './standing.ts'

/** How one of the servers is reached. */
export type Server = pg.ClientConfig

interface Found {
  readonly server: Server
  readonly standing: Standing
}

/** Between two searches, and how often those are looked at that are not in charge. */
const againMs = 200
const lookMs = 5_000
/** How long a server may take to say what it is, and how long one in charge waits for another that is more so. */
const patienceMs = 2_000
const graceMs = 500

/**
 * Which of some servers is in charge. Where there are several it is searched for whenever it is in doubt, and it moves
 * when another server is promoted: the one with the newest timeline is right, and one that was left behind is never used
 * again, even if it thinks that it is in charge. A server that follows another is not used at all.
 */
export class Primary {
  readonly #servers: readonly Server[]
  readonly #waitMs: number
  readonly #moved: () => void
  readonly #closing = new AbortController()
  #current: Server | undefined
  /** What was in charge last. */
  #last: Found | undefined
  #search: Promise<void> | undefined
  #missingSince = performance.now()
  #reasons: readonly string[] = []

  /** `moved` is told whenever another server or timeline is in charge; whoever asks waits so long for a server. */
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

  /** The one in charge; while there is none, any. */
  get server(): Server {
    return this.#current ?? (this.#servers[0] as Server)
  }

  /** The one in charge, once there is one: an absence is a pause, and later everybody is told at once. */
  async find(): Promise<Server> {
    if (this.#current) return this.#current
    this.#search ??= this.#seek().finally(() => {
      this.#search = undefined
    })
    const left = this.#missingSince + this.#waitMs - performance.now()
    if (left > 0) {
      const late = new AbortController()
      await Promise.race([this.#search, sleep(left, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    }
    if (this.#current) return this.#current
    throw new DatabaseUnavailable(`no server takes writes (${this.#reasons.join(', ') || 'none answers'})`)
  }

  /** A server that cannot be reached, or does not do what one in charge does: it is looked for anew. */
  doubt(server: Server): void {
    if (this.isOnly || this.#current !== server) return
    this.#current = undefined
    this.#missingSince = performance.now()
  }

  /** Throws where a connection leads to a server that must not be used. */
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

  /** Whether what was connected to a server may be used still. */
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

  /** A server may be promoted while the former one can be reached, and does not know. */
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

  /** The best one in charge among these. */
  async #look(servers: readonly Server[]): Promise<Found | undefined> {
    const found: Found[] = []
    const reasons: string[] = []
    let first = () => {}
    const isFound = new Promise<void>((resolve) => {
      first = resolve
    })
    const asking = servers.map(async (server) => {
      try {
        const standing = await standingOf(server)
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

/** What a server says of itself, within a time; the answer comes on a connection of its own. */
async function standingOf(server: Server): Promise<Standing> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: patienceMs })
  client.on('error', () => {})
  const destroy = () => client.connection.stream.destroy()
  const timer = setTimeout(destroy, patienceMs).unref()
  try {
    await client.connect()
    return standingIn(await client.query(standingQuery))
  } finally {
    clearTimeout(timer)
    destroy()
  }
}
