import { setImmediate as turn } from 'node:timers/promises'
import { Organization, type OrganizationServices } from '#platform/organization'

/** An organization that is in memory, or is being loaded. */
interface Loaded {
  readonly opening: Promise<Organization>
  /** Once it is loaded. */
  org: Organization | undefined
  /** On the process's own clock, in milliseconds. */
  usedAt: number
}

interface Hooks {
  loaded(org: Organization): void
  /** Stores what only memory holds of it. */
  store(org: Organization): Promise<void>
}

/** When organizations leave memory. */
export interface Rest {
  /** After nobody has asked for one for so long. */
  readonly idleMs: number
  /** With more than so many in memory… */
  readonly most: number
  /** …after so long. */
  readonly leastIdleMs: number
}

/**
 * The organizations in this process's memory. One is loaded when it is first asked for, and leaves when nobody has asked
 * for a while; see docs/decisions on sleeping organizations.
 */
export class LoadedOrganizations {
  readonly #services: OrganizationServices
  readonly #hooks: Hooks
  /** The one that was used least recently first. */
  readonly #loaded = new Map<number, Loaded>()
  /**
   * All that somebody may have, those that have left too. Whoever still works with one keeps it, and whoever asks meanwhile
   * is given the same: there are never two of one organization in a process.
   */
  readonly #there = new Map<number, WeakRef<Organization>>()
  readonly #collected = new FinalizationRegistry<number>((id) => {
    if (!this.#there.get(id)?.deref()) this.#there.delete(id)
  })
  /** Of this process so far. */
  readonly counts = { loads: 0, leaves: 0 }

  constructor(services: OrganizationServices, hooks: Hooks) {
    this.#services = services
    this.#hooks = hooks
  }

  /** Loads it if need be; all who ask meanwhile wait for one load. */
  open(id: number): Promise<Organization> {
    const known = this.#loaded.get(id)
    if (known) {
      known.usedAt = performance.now()
      this.#loaded.delete(id)
      this.#loaded.set(id, known)
      return known.opening
    }
    const loaded: Loaded = { opening: this.#load(id), org: undefined, usedAt: performance.now() }
    this.#loaded.set(id, loaded)
    loaded.opening.then(
      (org) => {
        loaded.org = org
      },
      () => {
        if (this.#loaded.get(id) === loaded) this.#loaded.delete(id)
      },
    )
    return loaded.opening
  }

  async #load(id: number): Promise<Organization> {
    const known = this.#there.get(id)?.deref()
    const org = known ?? new Organization(id, this.#services)
    // whatever becomes of this load: the next one is of the same
    this.#there.set(id, new WeakRef(org))
    if (!known) this.#collected.register(org, id)
    await this.#services.bus.opening(id)
    await org.open()
    this.counts.loads++
    this.#hooks.loaded(org)
    return org
  }

  /** Does something in one that is not in memory, which then leaves it again unless somebody has come meanwhile. */
  async visit(id: number, work: (org: Organization) => Promise<void>): Promise<void> {
    if (this.#loaded.has(id)) return
    const org = await this.open(id)
    const loaded = this.#loaded.get(id)
    const usedAt = loaded?.usedAt
    try {
      await work(org)
    } finally {
      await turn()
      if (loaded && loaded.usedAt === usedAt && org.isIdle) await this.#leave(id, loaded, org)
    }
  }

  /** Of those in memory, which this does not count as a use of it. */
  peek(id: number): Promise<Organization> | undefined {
    return this.#loaded.get(id)?.opening
  }

  /** All that are loaded. This does not count as a use of them. */
  all(): Organization[] {
    return [...this.#loaded.values()].flatMap(({ org }) => org ?? [])
  }

  /** Lets go of one that is deleted. */
  async forget(id: number): Promise<void> {
    const org = await this.#loaded.get(id)?.opening.catch(() => undefined)
    org?.queues.close()
    this.#loaded.delete(id)
    this.#there.delete(id)
  }

  /** Lets those go that nobody has used for long, and of too many those that were used longest ago. */
  async rest({ idleMs, most, leastIdleMs }: Rest, failed: (error: unknown) => void): Promise<void> {
    for (const [id, loaded] of this.#loaded) {
      const idle = performance.now() - loaded.usedAt
      const isTooMany = this.#loaded.size > most && idle >= leastIdleMs
      if (idle < idleMs && !isTooMany) return
      // perf: nothing is asked of the database for one that stays
      if (loaded.org?.isIdle) await this.#leave(id, loaded, loaded.org).catch(failed)
    }
  }

  async #leave(id: number, loaded: Loaded, org: Organization): Promise<void> {
    const { usedAt } = loaded
    await this.#hooks.store(org)
    // a writer that has answered is at rest one turn later
    await turn()
    if (loaded.usedAt !== usedAt || this.#loaded.get(id) !== loaded || !org.isIdle) return
    this.#loaded.delete(id)
    this.#services.bus.leaving(id)
    this.counts.leaves++
  }
}
