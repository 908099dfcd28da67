import { badRequest } from '#contract'
import { homeName } from '#platform/config'
import { type Places, settleAlone } from '#platform/moves'
import type { Organization } from '#platform/organization'
import { Lookup } from './lookup.ts'
import { decidedOf, placesOf, placeToTake } from './places.ts'
import type { Runtime } from './runtime.ts'
import { SeenMoves } from './seen-moves.ts'

/**
 * The databases of this process, and where each organization is. The first database has a table of organizations in
 * other ones.
 */
export class RuntimeRegistry {
  /** The first database, which records what's in the others. */
  readonly home: Runtime
  readonly seenMoves = new SeenMoves()
  readonly #byName: Map<string, Runtime>
  /** Cached databases of subdomains. */
  readonly #places = new Map<string, Runtime>()
  readonly #placeNames = new Lookup((subdomains) => this.home.db.readOnce((tx) => placesOf(tx, subdomains)))

  readonly #decided = new Lookup(async (ids) => {
    const rows = await this.home.db.readOnce((tx) => decidedOf(tx, ids.map(Number)))
    return new Map(rows.map((id) => [String(id), true]))
  })

  constructor(home: Runtime) {
    this.home = home
    this.#byName = new Map([[homeName, home]])
  }

  /** Call before serving requests. */
  join(name: string, runtime: Runtime): void {
    this.#byName.set(name, runtime)
    runtime.registry = this
  }

  /** The first one comes first. */
  get all(): readonly Runtime[] {
    return [...this.#byName.values()]
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  /** Undefined if there's no such database. */
  named(name: string): Runtime | undefined {
    return this.#byName.get(name)
  }

  nameOf(runtime: Runtime): string {
    for (const [name, one] of this.#byName) if (one === runtime) return name
    throw new Error('A runtime asked for a database that it does not know')
  }

  runtimeOf(org: Organization): Runtime {
    for (const one of this.#byName.values()) if (one.db === org.db) return one
    throw new Error(`Organization ${org.id} is in no database of this process`)
  }

  /** Undefined if there is none. */
  organizationBelow(subdomain: string): Promise<Organization | undefined> {
    return this.#found(subdomain, (one) => one.organizationBelow(subdomain))
  }

  /** Without loading it. */
  organizationIdBelow(subdomain: string): Promise<number | undefined> {
    return this.#found(subdomain, (one) => one.organizationIdBelow(subdomain))
  }

  /** The organization if it's loaded here; IDs are unique only within a database. */
  opened(id: number): Promise<Organization> | undefined {
    for (const one of this.all) {
      const found = one.opened(id)
      if (found) return found
    }
    return undefined
  }

  async #found<T>(subdomain: string, look: (runtime: Runtime) => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#places.get(subdomain) ?? this.home
    const found = await look(known)
    if (found !== undefined || this.#byName.size === 1) return found
    // a deleted organization may have been recreated in another database
    const place = (await this.#placeOf(subdomain)) ?? this.home
    if (place === this.home) this.#places.delete(subdomain)
    else this.#places.set(subdomain, place)
    return place === known ? undefined : look(place)
  }

  async #placeOf(subdomain: string): Promise<Runtime | undefined> {
    const name = await this.#placeNames.find(subdomain)
    return name === undefined ? undefined : this.named(name)
  }

  /** Loaded organizations of all databases. */
  openedAll(): Organization[] {
    return this.all.flatMap((one) => one.openedAll())
  }

  /** How many databases respond within that time. */
  async answering(ms: number): Promise<number> {
    const answers = await Promise.all(this.all.map(({ db }) => db.answersWithin(ms)))
    return answers.filter(Boolean).length
  }

  /** Whether any database has an organization. */
  async hasOrganization(): Promise<boolean> {
    const rows = await this.home.db.read(async (tx) => [
      await tx.selectFrom('organization').select('id').limit(1).executeTakeFirst(),
      await tx.selectFrom('organization_place').select('subdomain').limit(1).executeTakeFirst(),
    ])
    return rows.some((row) => row !== undefined)
  }

  /** Creates an organization in a database and reserves its subdomain; throws if another database has it. */
  async placing<T>(subdomain: string, runtime: Runtime, make: () => Promise<T>): Promise<T> {
    await this.#reserve(subdomain, runtime)
    try {
      const made = await make()
      // the deletion of an earlier organization with this subdomain may have removed the reservation
      await this.#reserve(subdomain, runtime)
      return made
    } catch (error) {
      await this.release(subdomain, runtime)
      throw error
    }
  }

  async #reserve(subdomain: string, runtime: Runtime): Promise<void> {
    const database_name = this.nameOf(runtime)
    if (runtime === this.home) return
    await this.home.db.transaction(async (tx) => {
      const place = await placeToTake(tx, subdomain)
      // if two requests found it, or one was interrupted, the other database has the current state
      if (place === database_name) return
      const here = tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain)
      if (place !== undefined || (await here.executeTakeFirst())) throw subdomainTaken(subdomain, place)
      await tx.insertInto('organization_place').values({ subdomain, database_name }).execute()
    })
  }

  /** The databases, for moving organizations between them. */
  get places(): Places {
    return {
      home: this.home.db.driver,
      named: (name) => {
        const found = this.named(name)
        if (!found) throw new Error(`There is no database '${name}'`)
        return found.db.driver
      },
    }
  }

  /** Evicts organizations that are in another database now, in case the notification was lost. */
  async followMoves(): Promise<void> {
    const moves = await this.#moves()
    this.seenMoves.look(moves)
    for (const { orgId, subdomain, source, decidedAt } of moves) {
      if (!decidedAt) continue
      this.#places.delete(subdomain)
      await this.named(source)?.forget(orgId)
    }
  }

  /** Whether an organization that was held for its move is in its new place. */
  async hasMoved(id: number): Promise<boolean> {
    return (await this.#decided.find(String(id))) === true
  }

  /** Finishes interrupted moves. */
  async endMoves(): Promise<void> {
    const goOn = () => {
      if (this.home.isStopping) throw new Error('The process stops; another one goes on')
    }
    for (const { orgId } of await this.#moves()) await settleAlone(this.places, orgId, goOn)
  }

  #moves() {
    return this.home.db.read((tx) =>
      tx
        .selectFrom('organization_move')
        .select(['org_id as orgId', 'subdomain', 'source', 'decided_at as decidedAt'])
        .select(['rows_copied as rowsCopied', 'rows_to_copy as rowsToCopy', 'paused_ms as pausedMs'])
        .execute(),
    )
  }

  /** After an organization was deleted: frees its subdomain, unless another one has it by now. */
  async release(subdomain: string, runtime: Runtime): Promise<void> {
    this.#places.delete(subdomain)
    if (runtime === this.home) return
    await this.home.db.transaction(async (tx) => {
      if ((await placeToTake(tx, subdomain)) !== this.nameOf(runtime)) return
      const other = await runtime.db.read((there) =>
        there.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirst(),
      )
      if (!other) await tx.deleteFrom('organization_place').where('subdomain', '=', subdomain).execute()
    })
  }
}

/** The error for a subdomain that's in use. */
export const subdomainTaken = (subdomain: string, database?: string) => {
  const where = database === undefined ? '' : `, by an organization in the database '${database}'`
  return badRequest(
    subdomain
      ? `The subdomain '${subdomain}' is taken${where}`
      : 'There is already an organization at the root: choose a subdomain, such as --subdomain team',
  )
}
