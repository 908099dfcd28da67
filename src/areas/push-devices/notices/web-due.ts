import type { Organization } from '#platform/organization'
import { backgroundWork, type DueWork, type UnderWay, type Workplace } from '#platform/timer'
import { laneOf } from '#platform/turns'
import { senderOf } from '../delivery.ts'
import { leaseMs } from '../retry-times.ts'
import { PushLanes } from '../web/delivery-turns.ts'
import { hostOf } from '../web/web-push.ts'
import { tell } from './due.ts'
import * as store from './store.ts'

const batch = 100
/** How long a turn waits for what it began; whatever takes longer goes on beside the next turns. */
const turnMs = 2_000
/** Who did not answer last time, or has not answered yet, is asked again after this, and for no longer. */
const shortPatienceMs = 2_000
const laterMs = 5_000

/** What one process has under way. */
class Telling implements UnderWay {
  readonly lanes = new PushLanes()
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  /** What this turn has begun and waits for. */
  begun: Promise<void>[] = []

  idle(): Promise<void> {
    return this.lanes.idle()
  }
}

/** A work of its own, so that a push service that a browser has named keeps no app waiting. */
export const webTelling: DueWork = backgroundWork({
  name: 'web push notifications',
  rows: store.waiting.web,
  begin: () => new Telling(),
  first: (place, now) => store.waiting.web.takeOver(place, now),
  async turn({ place, org, now, underWay }) {
    const lease = { now, until: new Date(now.getTime() + leaseMs), size: batch }
    for await (const rows of store.waiting.web.leased(org, lease, store.withDevices))
      underWay.begun.push(...(await begin(place, org, rows, underWay)))
  },
  last: (underWay) => within(turnMs, Promise.all(underWay.begun.splice(0))),
})

/** Puts rows on their lanes. What this turn is to wait for is answered: no lane that was silent before. */
async function begin(
  place: Workplace,
  org: Organization,
  rows: readonly store.Due[],
  current: Telling,
): Promise<Promise<void>[]> {
  const { lanes } = current
  const begun: Promise<void>[] = []
  const busy: store.Due[] = []
  for (const [lane, own] of byLane(org, rows)) {
    const [first] = own as [store.Due]
    // it is being asked for longer than a turn, so there is no use in asking it for more
    if (lanes.isBusy(lane)) {
      busy.push(...own)
      continue
    }
    const doubted = lanes.doubts(lane)
    const sender = senderOf(place, { signal: current.stop.signal, ...(doubted && { patienceMs: shortPatienceMs }) })
    const told = new Promise<void>((resolve) => {
      lanes.add(lane, laneOf(org.id, first.user_id), async () => {
        try {
          const problem = await tell(place, sender, org, own, webTelling)
          if (problem) current.problems.push(problem)
          // an answer of any kind is none
          lanes.doubt(lane, sender.troubles.size > 0)
        } catch (error) {
          current.problems.push(error)
        }
        resolve()
      })
    })
    if (!doubted) begun.push(told)
  }
  if (busy.length > 0) {
    const again = new Date(place.now().getTime() + laterMs)
    await org.write(null, ({ tx }) =>
      store.postpone(
        tx,
        busy.map((row) => ({ ...row, again })),
      ),
    )
    org.services.workDue(webTelling, again)
  }
  return begun
}

function byLane(org: Organization, rows: readonly store.Due[]): Map<string, store.Due[]> {
  const lanes = new Map<string, store.Due[]>()
  for (const row of rows) {
    const lane = `${org.id} ${row.user_id} ${hostOf(row.device.endpoint)}`
    lanes.set(lane, [...(lanes.get(lane) ?? []), row])
  }
  return lanes
}

/** Waits for something, but not for ever. */
async function within(ms: number, done: Promise<unknown>): Promise<void> {
  let clock: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    clock = setTimeout(resolve, ms)
  })
  await Promise.race([done, passed])
  clearTimeout(clock)
}
