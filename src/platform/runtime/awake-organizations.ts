import { setImmediate as turn } from 'node:timers/promises'
import { Organization, type OrganizationServices } from '#platform/organization'

/** An organization that is in memory, or is being loaded. */
interface Awake {
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
export class AwakeOrganizations {
  readonly #services: OrganizationServices
  readonly #hooks: Hooks
  /** The one that was used least recently first. */
  readonly #awake = new Map<number, Awake>()
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
    const known = this.#awake.get(id)
    if (known) {
      known.usedAt = performance.now()
      this.#awake.delete(id)
      this.#awake.set(id, known)
      return known.opening
    }
    const awake: Awake = { opening: this.#load(id), org: undefined, usedAt: performance.now() }
    this.#awake.set(id, awake)
    awake.opening.then(
      (org) => {
        awake.org = org
      },
      () => {
        if (this.#awake.get(id) === awake) this.#awake.delete(id)
      },
    )
    return awake.opening
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
    if (this.#awake.has(id)) return
    const org = await this.open(id)
    const awake = this.#awake.get(id)
    const usedAt = awake?.usedAt
    try {
      await work(org)
    } finally {
      await turn()
      if (awake && awake.usedAt === usedAt && org.isIdle) await this.#leave(id, awake, org)
    }
  }

  /** Of those in memory, which this does not count as a use of it. */
  peek(id: number): Promise<Organization> | undefined {
    return this.#awake.get(id)?.opening
  }

  /** All that are loaded. This does not count as a use of them. */
  all(): Organization[] {
    return [...this.#awake.values()].flatMap(({ org }) => org ?? [])
  }

  /** Lets go of one that is deleted. */
  async forget(id: number): Promise<void> {
    const org = await this.#awake.get(id)?.opening.catch(() => undefined)
    org?.queues.close()
    this.#awake.delete(id)
    this.#there.delete(id)
  }

  /** Lets those go that nobody has used for long, and of too many those that were used longest ago. */
  async rest({ idleMs, most, leastIdleMs }: Rest, failed: (error: unknown) => void): Promise<void> {
    for (const [id, awake] of this.#awake) {
      const idle = performance.now() - awake.usedAt
      const isTooMany = this.#awake.size > most && idle >= leastIdleMs
      if (idle < idleMs && !isTooMany) return
      // perf: nothing is asked of the database for one that stays
      if (awake.org?.isIdle) await this.#leave(id, awake, awake.org).catch(failed)
    }
  }

  async #leave(id: number, awake: Awake, org: Organization): Promise<void> {
    const { usedAt } = awake
    await this.#hooks.store(org)
    // a writer that has answered is at rest one turn later
    await turn()
    if (awake.usedAt !== usedAt || this.#awake.get(id) !== awake || !org.isIdle) return
    this.#awake.delete(id)
    this.#services.bus.leaving(id)
    this.counts.leaves++
  }
}
