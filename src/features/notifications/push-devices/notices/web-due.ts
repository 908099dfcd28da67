import { queueKeyOf } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import { backgroundWork, type DueWork, type UnderWay, type Workplace } from '#platform/timer'
import { senderOf } from '../delivery.ts'
import { leaseMs } from '../retry-times.ts'
import { PushQueues } from '../web/delivery-queue.ts'
import { hostOf } from '../web/web-push.ts'
import { tell } from './due.ts'
import * as store from './store.ts'

const batch = 100
/** How long a turn waits for its requests; slower ones continue during the next turns. */
const turnMs = 2_000
/** Services that didn't respond last time, or haven't yet, are retried after this, with this timeout. */
const shortPatienceMs = 2_000
const laterMs = 5_000

/** Notifications in progress in this process. */
class Telling implements UnderWay {
  readonly queues = new PushQueues()
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  /** Started by this turn, which waits for them. */
  begun: Promise<void>[] = []

  idle(): Promise<void> {
    return this.queues.idle()
  }
}

/** A separate job, so that browsers' push services don't block apps. */
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

/** Queues rows in their lanes. Returns the promises to wait for, without lanes that didn't respond before. */
async function begin(
  place: Workplace,
  org: Organization,
  rows: readonly store.Due[],
  current: Telling,
): Promise<Promise<void>[]> {
  const { queues } = current
  const begun: Promise<void>[] = []
  const busy: store.Due[] = []
  for (const [queueKey, own] of byQueueKey(org, rows)) {
    const [first] = own as [store.Due]
    // the service hasn't responded for longer than a turn, so don't send more
    if (queues.isBusy(queueKey)) {
      busy.push(...own)
      continue
    }
    const doubted = queues.doubts(queueKey)
    const sender = senderOf(place, { signal: current.stop.signal, ...(doubted && { patienceMs: shortPatienceMs }) })
    const told = new Promise<void>((resolve) => {
      queues.add(queueKey, queueKeyOf(org.id, first.user_id), async () => {
        try {
          const problem = await tell(place, sender, org, own, webTelling)
          if (problem) current.problems.push(problem)
          // any response at all clears the doubt
          queues.doubt(queueKey, sender.troubles.size > 0)
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
    await org.transact(null, ({ tx }) =>
      store.postpone(
        tx,
        busy.map((row) => ({ ...row, again })),
      ),
    )
    org.services.workDue(webTelling, again)
  }
  return begun
}

function byQueueKey(org: Organization, rows: readonly store.Due[]): Map<string, store.Due[]> {
  const queues = new Map<string, store.Due[]>()
  for (const row of rows) {
    const queueKey = `${org.id} ${row.user_id} ${hostOf(row.device.endpoint)}`
    queues.set(queueKey, [...(queues.get(queueKey) ?? []), row])
  }
  return queues
}

async function within(ms: number, done: Promise<unknown>): Promise<void> {
  let clock: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    clock = setTimeout(resolve, ms)
  })
  await Promise.race([done, passed])
  clearTimeout(clock)
}
