import type { Organization } from '#platform/organization'
import type { DueWork, Workplace } from '#platform/timer'
import { senderOf } from '../delivering.ts'
import { takeOver } from '../leases.ts'
import { leaseMs } from '../pauses.ts'
import { PushLanes } from '../web/lanes.ts'
import { hostOf } from '../web/sending.ts'
import { tell } from './sending.ts'
import * as store from './store.ts'

const batch = 100
/** How long a turn waits for what it began; whatever takes longer goes on beside the next turns. */
const turnMs = 2_000
/** Who did not answer last time, or has not answered yet, is asked again after this, and for no longer. */
const shortPatienceMs = 2_000
const laterMs = 5_000

/** What one process has under way. */
class UnderWay {
  readonly lanes = new PushLanes()
  readonly stop = new AbortController()
  problems: unknown[] = []
}

const underWay = new WeakMap<Workplace, UnderWay>()
function underWayAt(place: Workplace): UnderWay {
  let known = underWay.get(place)
  if (!known) {
    known = new UnderWay()
    underWay.set(place, known)
  }
  return known
}

/** A work of its own, so that a push service that a browser has named keeps no app waiting. */
export const webTelling: DueWork = {
  name: 'web push notifications',
  nextDue: (tx) => store.nextDue(tx, 'web'),
  async run(place, now) {
    await takeOver(place, 'push_notice', now)
    const current = underWayAt(place)
    const begun: Promise<void>[] = []
    for (const id of await place.db.read((tx) => store.organizationsWithDue(tx, now, 'web'))) {
      const org = await place.organization(id)
      for (;;) {
        const until = new Date(now.getTime() + leaseMs)
        const rows = await org.write(null, ({ tx }) => store.take(tx, id, 'web', { now, until, limit: batch }))
        begun.push(...(await begin(place, org, rows, current)))
        if (rows.length < batch) break
      }
    }
    await within(turnMs, Promise.all(begun))
    const [problem] = current.problems.splice(0)
    if (problem) throw problem
  },
  async end(place) {
    const current = underWayAt(place)
    underWay.delete(place)
    current.stop.abort(new Error('The server stops'))
    await current.lanes.idle()
  },
}

/** Puts rows on their lanes. What this turn is to wait for is answered: no lane that was silent before. */
async function begin(
  place: Workplace,
  org: Organization,
  rows: readonly store.Due[],
  current: UnderWay,
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
      lanes.add(lane, first.user_id, async () => {
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
