import type { Mutation, Organization } from '#platform/organization'
import { dueWork, type Workplace } from '#platform/timer'
import { organizationUuid } from '../../../people/organization/organization-uuid.ts'
import { idleMs, leaseMs, patienceMs, pauseAfter } from '../retry-times.ts'
import * as events from '../states.ts'
import { update } from '../store.ts'
import { type RefusalCode, type RegistrationOutcome, type Relay, RelayError, relayOf } from './relay.ts'
import * as store from './store.ts'

const batch = 8

/** At least once. The response is stored with the row's deletion; repeating a request gives the same one. */
export const registering = dueWork({
  name: 'push registrations',
  rows: store.waiting,
  first: (place, now) => store.waiting.takeOver(place, now),
  async *turn({ place, org, now }) {
    const relay = relayOf(place)
    if (!relay) {
      const later = new Date(now.getTime() + idleMs)
      await org.transact(null, ({ tx }) => store.waiting.postponeDue(tx, org.id, now, later))
      return
    }
    const lease = { now, until: new Date(now.getTime() + leaseMs), size: batch }
    for await (const rows of store.waiting.leased(org, lease, store.withDevices))
      yield (await Promise.all(rows.map((row) => handOver(place, org, relay, row)))).filter(Boolean)
  },
})

/** Returns the error to report to the operator: the first failure, not those that follow. */
async function handOver(
  place: Workplace,
  org: Organization,
  relay: Relay,
  row: store.Waiting,
): Promise<RelayError | undefined> {
  const { bouncer_public_key, encrypted_push_registration, attempts, created_at } = row
  const device =
    row.kind === 'app' ? { token_id: row.pending_token_id as string } : { push_account_id: row.account_id as number }
  try {
    const outcome = await relay.register(organizationUuid(org), {
      device,
      bouncer_public_key,
      encrypted_push_registration,
    })
    await org.transact(null, (mutation) => settle(mutation, row, outcome))
    return undefined
  } catch (error) {
    if (!(error instanceof RelayError)) throw error
    const now = place.now()
    if (now.getTime() - created_at.getTime() > patienceMs)
      // the app has to retry with fresh data
      await org.transact(null, (mutation) => settle(mutation, row, { kind: 'refused', code: 'REQUEST_EXPIRED' }))
    else
      await org.transact(null, ({ tx }) =>
        store.waiting.postpone(tx, [row.id], new Date(now.getTime() + pauseAfter(attempts))),
      )
    return attempts > 1 ? undefined : error
  }
}

/** Stores the relay's response, unless the device was removed or registered again in between. */
async function settle(mutation: Mutation, row: store.Waiting, outcome: RegistrationOutcome): Promise<void> {
  if (!(await store.waiting.remove(mutation.tx, row.id))) return
  if (outcome.kind === 'refused') return refuse(mutation, row, outcome.code)
  if (row.kind === 'app') {
    await update(mutation.tx, row.device_id, { token_id: row.pending_token_id, pending_token_id: null })
    const changes = { push_token_id: row.pending_token_id, pending_push_token_id: null }
    mutation.emit(events.deviceUpdated, { device_id: row.device_id, ...changes }, [row.user_id])
  } else {
    await update(mutation.tx, row.device_id, { relay_id: outcome.relayId })
    const push_account_id = row.account_id as number
    mutation.emit(events.pushDeviceChanged, { push_account_id, status: 'active' }, [row.user_id])
  }
}

async function refuse(mutation: Mutation, row: store.Waiting, code: RefusalCode): Promise<void> {
  await update(mutation.tx, row.device_id, {
    error_code: code,
    ...(row.kind === 'app' ? { pending_token_id: null } : {}),
  })
  if (row.kind === 'app')
    mutation.emit(
      events.deviceUpdated,
      { device_id: row.device_id, pending_push_token_id: null, push_registration_error_code: code },
      [row.user_id],
    )
  else
    mutation.emit(
      events.pushDeviceChanged,
      { push_account_id: row.account_id as number, status: 'failed', error_code: code },
      [row.user_id],
    )
}
