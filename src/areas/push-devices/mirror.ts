import type { Tx } from '#platform/db'
import { mirror } from '#platform/organization'
import { deviceAdded, deviceRemoved, deviceUpdated, pushDeviceChanged, webDevicesChanged } from './states.ts'
import { listReachable, type Reachable } from './store.ts'

/** Whose devices can be told of something: asked at each message, so it is in memory. */
class ReachableDevices {
  readonly #byUser = new Map<number, readonly Reachable[]>()

  of(userId: number): readonly Reachable[] {
    return this.#byUser.get(userId) ?? []
  }

  get isEmpty(): boolean {
    return this.#byUser.size === 0
  }

  async load(tx: Tx, orgId: number, userIds?: readonly number[]): Promise<this> {
    for (const user of userIds ?? []) this.#byUser.delete(user)
    for (const device of await listReachable(tx, orgId, userIds))
      this.#byUser.set(device.user_id, [...this.of(device.user_id), device])
    return this
  }
}

export const reachableDevices = mirror<ReachableDevices>({
  name: 'push devices',
  load: (tx, orgId) => new ReachableDevices().load(tx, orgId),
})
  .on([deviceAdded, deviceRemoved, deviceUpdated, pushDeviceChanged], async (all, events, tx, orgId) => {
    await all.load(tx, orgId, [...new Set(events.flatMap(({ audience }) => audience.users ?? []))])
  })
  .on(webDevicesChanged, async (all, events, tx, orgId) => {
    await all.load(tx, orgId, [...new Set(events.map(({ payload }) => payload.user_id))])
  })
