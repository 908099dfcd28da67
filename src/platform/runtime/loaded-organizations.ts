import { setImmediate as turn } from 'node:timers/promises'
import { Organization, type OrganizationServices } from '#platform/organization'

/** An organization that's loaded or loading. */
interface Loaded {
  readonly opening: Promise<Organization>
  /** Undefined while loading. */
  org: Organization | undefined
  /** Monotonic time in milliseconds. */
  usedAt: number
}

interface Hooks {
  loaded(org: Organization): void
  /** Stores what's only in memory. */
  store(org: Organization): Promise<void>
}

/** When organizations are evicted. */
export interface Rest {
  /** After this idle time, */
  readonly idleMs: number
  /** or, with more organizations than this in memory, */
  readonly most: number
  /** after this idle time. */
  readonly leastIdleMs: number
}

/**
 * The organizations in memory. They're loaded on first use and evicted when idle; see docs/decisions on sleeping
 * organizations.
 */
export class LoadedOrganizations {
  readonly #services: OrganizationServices
  readonly #hooks: Hooks
  /** Least recently used first. */
  readonly #loaded = new Map<number, Loaded>()
  /**
   * Weak references to all instances still in use, including evicted ones: an organization never has two instances in a
   * process.
   */
  readonly #there = new Map<number, WeakRef<Organization>>()
  readonly #collected = new FinalizationRegistry<number>((id) => {
    if (!this.#there.get(id)?.deref()) this.#there.delete(id)
  })
  /** Since the process started. */
  readonly counts = { loads: 0, leaves: 0 }

  constructor(services: OrganizationServices, hooks: Hooks) {
    this.#services = services
    this.#hooks = hooks
  }

  /** Loads it if needed; concurrent callers share one load. */
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
    // even if this load fails, the next one must use the same instance
    this.#there.set(id, new WeakRef(org))
    if (!known) this.#collected.register(org, id)
    await this.#services.bus.opening(id)
    await org.open()
    this.counts.loads++
    this.#hooks.loaded(org)
    return org
  }

  /** Runs `work` in an organization, which is evicted afterwards unless it's used in the meantime. */
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

  /** The organization if it's loaded; doesn't count as a use. */
  peek(id: number): Promise<Organization> | undefined {
    return this.#loaded.get(id)?.opening
  }

  /** All loaded organizations; doesn't count as a use. */
  all(): Organization[] {
    return [...this.#loaded.values()].flatMap(({ org }) => org ?? [])
  }

  /** Evicts a deleted organization. */
  async forget(id: number): Promise<void> {
    const org = await this.#loaded.get(id)?.opening.catch(() => undefined)
    org?.queues.close()
    this.#loaded.delete(id)
    this.#there.delete(id)
  }

  /** Evicts organizations that were idle too long, and the least recently used ones of too many. */
  async rest({ idleMs, most, leastIdleMs }: Rest, failed: (error: unknown) => void): Promise<void> {
    for (const [id, loaded] of this.#loaded) {
      const idle = performance.now() - loaded.usedAt
      const isTooMany = this.#loaded.size > most && idle >= leastIdleMs
      if (idle < idleMs && !isTooMany) return
      // perf: no query for organizations that stay
      if (loaded.org?.isIdle) await this.#leave(id, loaded, loaded.org).catch(failed)
    }
  }

  async #leave(id: number, loaded: Loaded, org: Organization): Promise<void> {
    const { usedAt } = loaded
    await this.#hooks.store(org)
    // a writer becomes idle one tick after its last result
    await turn()
    if (loaded.usedAt !== usedAt || this.#loaded.get(id) !== loaded || !org.isIdle) return
    this.#loaded.delete(id)
    this.#services.bus.leaving(id)
    this.counts.leaves++
  }
}
