import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import type { Repeated, Server } from '#platform/serve'

/** Where nothing is written, it is looked again after this time nevertheless. */
const lookAgainMs = 3_600_000
const soonestMs = 60_000
/** A process that does not write for an organization leaves its news to the one that does, and looks after this time. */
const lookAfterOthersMs = 30_000

/** One work that is repeated, organization by organization: what goes wrong in one keeps no other from its turn. */
export class Repetition {
  readonly work: Repeated
  readonly #server: Server
  /** Whether another process writes for an organization. */
  readonly #isOfAnother: (orgId: number) => boolean
  /** Where each organization was when it was last done there, and when that was on the process's own clock. */
  readonly #done = new WeakMap<Organization, { readonly position: number; readonly at: number }>()

  constructor(work: Repeated, server: Server, isOfAnother: (orgId: number) => boolean) {
    this.work = work
    this.#server = server
    this.#isOfAnother = isOfAnother
  }

  async run(org: Organization): Promise<void> {
    const { position } = org
    const { onNews } = this.work
    if (onNews && !this.#isNews(org)) return
    const goesOn = () => !this.#server.isStopping && !(onNews && this.#isOfAnother(org.id))
    await this.work.run(org, this.#server, goesOn)
    this.#done.set(org, { position, at: performance.now() })
  }

  #isNews(org: Organization): boolean {
    const done = this.#done.get(org)
    // perf: the writer does it, unless what was written did not come by it; each statement costs all processes the same
    if (done && performance.now() - done.at < lookAfterOthersMs && this.#isOfAnother(org.id)) return false
    if ([...org.backlog.values()].some((left) => left > 0)) return true
    return done?.position !== org.position || performance.now() - done.at > lookAgainMs
  }

  /** When it is next to be done in an organization that is not in memory; null for not before somebody uses it. */
  async next(org: Organization): Promise<Date | null> {
    const { wakes, ages } = this.work
    const date = (await (wakes ?? ages)?.(org, this.#server)) ?? null
    // whatever a work says of the past: nothing wakes an organization again and again
    return date && new Date(Math.max(date.getTime(), org.now().getTime() + (wakes ? soonestMs : dayMs)))
  }
}
