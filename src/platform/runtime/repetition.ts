import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import type { Repeated, Server } from '#platform/serve'

/** Interval for checks without new writes. */
const lookAgainMs = 3_600_000
const soonestMs = 60_000
/** The process that writes for an organization does this work; other processes check after this time. */
const lookAfterOthersMs = 30_000

/** One kind of repeated work, per organization; an error in one doesn't affect the others. */
export class Repetition {
  readonly work: Repeated
  readonly #server: Server
  /** Whether another process writes for an organization. */
  readonly #isOfAnother: (orgId: number) => boolean
  /** Each organization's log position and monotonic time at the last run. */
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
    // perf: the writer's process does it, unless the write bypassed the writer; each statement costs all processes the
    // same
    if (done && performance.now() - done.at < lookAfterOthersMs && this.#isOfAnother(org.id)) return false
    if ([...org.backlog.values()].some((left) => left > 0)) return true
    return done?.position !== org.position || performance.now() - done.at > lookAgainMs
  }

  /** When an organization that isn't loaded needs it next; null if only when it's used. */
  async next(org: Organization): Promise<Date | null> {
    const { wakes, ages } = this.work
    const date = (await (wakes ?? ages)?.(org, this.#server)) ?? null
    // never wake an organization in a loop because of past dates
    return date && new Date(Math.max(date.getTime(), org.now().getTime() + (wakes ? soonestMs : dayMs)))
  }
}
