import type { UserId } from '#contract'
import { cache } from '#platform/organization'
import type { Account } from '../users/account.ts'
import { type Quiet, quietAt } from './quiet-hours-states.ts'
import { nothingQuiet, quietTimeChanged } from './states.ts'
import * as store from './store.ts'
import type { QuietTime } from './wire.ts'

interface Known extends Quiet {
  readonly zone: string
  readonly since: number
}

class QuietTimes {
  readonly #chosen = new Map<UserId, QuietTime>()
  /** perf: a result is valid until its `next`. */
  readonly #known = new Map<UserId, Known>()

  of(userId: UserId): QuietTime {
    return this.#chosen.get(userId) ?? nothingQuiet
  }

  /** The end of a user's current quiet time, or null. */
  until({ id, timezone: zone }: Pick<Account, 'id' | 'timezone'>, now: Date): Date | null {
    const chosen = this.#chosen.get(id)
    if (!chosen) return null
    const time = now.getTime()
    let known = this.#known.get(id)
    // a system clock set back invalidates the cached result
    if (!known || known.zone !== zone || time >= known.next || time < known.since) {
      known = { ...quietAt(chosen, zone, time), zone, since: time }
      this.#known.set(id, known)
    }
    return known.until === null ? null : new Date(known.until)
  }

  set(userId: UserId, quietTime: QuietTime | undefined): void {
    this.#known.delete(userId)
    if (quietTime) this.#chosen.set(userId, quietTime)
    else this.#chosen.delete(userId)
  }
}

export const quietTimesCache = cache<QuietTimes>({
  name: 'quiet times',
  async load(tx, orgId) {
    const all = new QuietTimes()
    for (const [userId, quietTime] of await store.list(tx, orgId)) all.set(userId, quietTime)
    return all
  },
}).on(quietTimeChanged, (all, events) => () => {
  for (const { payload, audience } of events)
    for (const userId of audience.users ?? []) all.set(userId, payload.quiet_time)
})
