import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { type Change, cache } from '#platform/organization'
import { sessionEnded } from '../../sign-in/sessions/api.ts'
import { deviceAdded, deviceRemoved, deviceUpdated, pushDeviceChanged, webDevicesChanged } from './states.ts'
import { listReachable, type Reachable } from './store.ts'

/** Users' reachable devices, in memory because they're needed for each message. */
class ReachableDevices {
  readonly #byUser = new Map<UserId, readonly Reachable[]>()

  of(userId: UserId): readonly Reachable[] {
    return this.#byUser.get(userId) ?? []
  }

  get isEmpty(): boolean {
    return this.#byUser.size === 0
  }

  set(devices: Awaited<ReturnType<typeof listReachable>>, userIds: readonly UserId[] = []): void {
    for (const user of userIds) this.#byUser.delete(user)
    for (const device of devices) this.#byUser.set(device.user_id, [...this.of(device.user_id), device])
  }
}

async function refresh(all: ReachableDevices, users: Iterable<UserId>, tx: Tx, orgId: number): Promise<Change> {
  const userIds = [...new Set(users)]
  const devices = await listReachable(tx, orgId, userIds)
  return () => all.set(devices, userIds)
}

export const reachableDevices = cache<ReachableDevices>({
  name: 'push devices',
  async load(tx, orgId) {
    const all = new ReachableDevices()
    all.set(await listReachable(tx, orgId))
    return all
  },
})
  // browser devices belong to sessions
  .on([deviceAdded, deviceRemoved, deviceUpdated, pushDeviceChanged, sessionEnded], (all, events, tx, orgId) =>
    refresh(
      all,
      events.flatMap(({ audience }) => audience.users ?? []),
      tx,
      orgId,
    ),
  )
  .on(webDevicesChanged, (all, events, tx, orgId) =>
    refresh(
      all,
      events.map(({ payload }) => payload.user_id),
      tx,
      orgId,
    ),
  )
