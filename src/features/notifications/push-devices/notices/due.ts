import { seconds, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { type DueWork, dueWork, type Workplace } from '#platform/timer'
import { canReadMessage, type Reader, readerOf } from '../../../messages/messages/access/reader.ts'
import { composeContext } from '../../../messages/messages/actions/compose.ts'
import { personal } from '../../../people/user-settings/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { loseDevices } from '../actions/devices.ts'
import { deliver, type Outcome, type Parcel, type Sender, senderOf } from '../delivery.ts'
import { idleMs, leaseMs, patienceMs, pauseFor } from '../retry-times.ts'
import { canBeSilent } from '../web/web-push.ts'
import { digestPayload, messagePayload, removalPayload, ringPayload } from './payload.ts'
import * as store from './store.ts'

export const pushCounter = 'loquat_push_notifications_total'
const batch = 100
/** Maximum messages in one removal. */
const maxRemoved = 200

/** At least once. Rows are taken and settled in separate mutations; texts follow from what the user can read then. */
export const telling: DueWork = dueWork({
  name: 'push notifications',
  rows: store.waiting.relay,
  async first(place, now) {
    await store.waiting.relay.takeOver(place, now)
    return senderOf(place)
  },
  async *turn({ place, org, now, shared: sender }) {
    const lease = { now, until: new Date(now.getTime() + leaseMs), size: batch }
    for await (const rows of store.waiting.relay.leased(org, lease, store.withDevices)) {
      const problem = await tell(place, sender, org, rows, telling)
      yield problem ? [problem] : []
    }
  },
})

interface Notified {
  readonly parcel: Parcel
  readonly rows: readonly store.Due[]
}

/** Returns the error to report to the operator: first failures only, not repeated ones. */
export async function tell(
  place: Workplace,
  sender: Sender,
  org: Organization,
  rows: readonly store.Due[],
  work: DueWork,
): Promise<Error | undefined> {
  const { told, pointless, bug } = await parcelsOf(org, rows, place.now())
  const outcomes = await deliver(
    sender,
    org,
    told.map(({ parcel }) => parcel),
  )
  const now = place.now()
  const settled: store.Due[] = []
  const again: (store.Due & { again: Date })[] = []
  // an earlier attempt may have reached the device despite the error, and a ring that has stopped is still shown
  const isDoubtful = ({ state, attempts, ring }: store.Due) =>
    state !== 'remove' && (attempts > 1 || (state === 'send' && ring !== null))
  const dropped = pointless.filter((row) => !isDoubtful(row)).map(({ id }) => id)
  const takenBack = pointless.filter(isDoubtful).map(({ id }) => id)
  const gone = new Map<number, Parcel['device']>()
  let problem = bug
  for (const [index, { parcel, rows: own }] of told.entries()) {
    const outcome = outcomes[index] as Outcome
    place.outcomes.add(pushCounter, outcome === 'sent' || outcome === 'gone' ? outcome : 'failed')
    if (outcome === 'gone') gone.set(parcel.device.id, parcel.device)
    else if (outcome === 'sent') settled.push(...own)
    else
      for (const row of own) {
        if (outcome instanceof Error && row.attempts === 1) problem ??= outcome
        const pause = outcome === 'no way' ? idleMs : pauseFor(row.attempts, outcome)
        if (now.getTime() - row.created_at.getTime() > patienceMs) dropped.push(row.id)
        else again.push({ ...row, again: new Date(now.getTime() + pause) })
      }
  }
  await org.transact(null, async (mutation) => {
    await store.settle(mutation.tx, settled)
    await store.postpone(mutation.tx, again)
    await store.drop(mutation.tx, dropped)
    await store.takeAway(mutation.tx, takenBack, now)
    await loseDevices(mutation, [...gone.values()])
  })
  // the turn that started this may have ended, and another one may have computed its schedule before
  const [next] = again.map((row) => row.again).sort((a, b) => a.getTime() - b.getTime())
  if (next) org.services.workDue(work, next)
  return problem
}

/** The notice of a call's message follows its ring, and replaces it. */
const ringTopic = ({ ring }: store.Due) => (ring ? { topic: `call-${ring.call_id}` } : {})

async function parcelsOf(org: Organization, rows: readonly store.Due[], now: Date) {
  const told: Notified[] = []
  const pointless: store.Due[] = []
  let bug: Error | undefined
  const hears = ({ device }: store.Due) => device.kind !== 'web' || canBeSilent(device.endpoint)
  // where a removal would show nothing, the message takes the place of a ring that's over
  const isSend = (row: store.Due) => row.state !== 'remove' || (row.ring !== null && !hears(row))
  const sends = rows.filter(isSend)
  const readers = await readersOf(org, sends)
  const ids = [...new Set(sends.map(({ message_id }) => message_id))]
  const found = ids.length === 0 ? [] : await org.db.read((tx) => store.messages(tx, org.id, ids))
  const messages = new Map(found.map((message) => [message.id, message]))
  for (const row of sends) {
    const reader = readers.get(row.user_id)
    const message = messages.get(row.message_id)
    if (!reader || !message || !canReadMessage(reader, message)) {
      pointless.push(row)
      continue
    }
    try {
      if (row.state === 'ring' && row.ring) {
        const text = ringPayload(org, reader.viewer, message, row.ring)
        const keepSecs = row.ring.until - seconds(now)
        if (keepSecs > 0)
          told.push({ parcel: { device: row.device, text, isUrgent: true, keepSecs, ...ringTopic(row) }, rows: [row] })
        continue
      }
      const text = row.digest
        ? digestPayload(org, reader.viewer, message, row.digest)
        : messagePayload(org, reader.viewer, message, row.group_id, hidesText(org, row, message))
      told.push({ parcel: { device: row.device, text, isUrgent: true, ...ringTopic(row) }, rows: [row] })
    } catch (error) {
      // one failing text shouldn't block the others
      bug ??= new Error(`There is no notification of message ${message.id}`, { cause: error })
      pointless.push(row)
    }
  }
  const removals = rows.filter((row) => !isSend(row))
  pointless.push(...removals.filter((row) => !hears(row)))
  for (const row of removals.filter((one) => one.ring && hears(one))) {
    const text = removalPayload(org, row.user_id, [row.message_id])
    told.push({ parcel: { device: row.device, text, isUrgent: true, ...ringTopic(row) }, rows: [row] })
  }
  for (const own of byDevice(removals.filter((one) => !one.ring && hears(one))))
    for (let from = 0; from < own.length; from += maxRemoved) {
      const some = own.slice(from, from + maxRemoved)
      const { device, user_id } = some[0] as store.Due
      const messageIds = some.map(({ message_id }) => message_id)
      const text = removalPayload(org, user_id, messageIds)
      told.push({ parcel: { device, text, isUrgent: false }, rows: some })
    }
  return { told, pointless, bug }
}

/** Whether the user hides direct message texts in desktop notifications, which is where browsers show them. */
function hidesText(org: Organization, { device, user_id }: store.Due, { member_ids }: store.NoticedMessage): boolean {
  const account = org.get(peopleCache).byId.get(user_id)
  if (device.kind !== 'web' || member_ids === null || !account) return false
  return !personal(account, 'pm_content_in_desktop_notifications')
}

async function readersOf(org: Organization, rows: readonly store.Due[]): Promise<Map<UserId, Reader>> {
  const readers = new Map<UserId, Reader>()
  for (const { user_id } of rows) {
    const viewer = readers.has(user_id) ? undefined : org.viewer(user_id)
    if (viewer) readers.set(user_id, await readerOf(composeContext(org, viewer)))
  }
  return readers
}

function byDevice(rows: readonly store.Due[]): store.Due[][] {
  const groups = new Map<number, store.Due[]>()
  for (const row of rows) {
    const group = groups.get(row.device.id)
    if (group) group.push(row)
    else groups.set(row.device.id, [row])
  }
  return [...groups.values()]
}
