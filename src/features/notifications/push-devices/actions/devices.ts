import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import * as api from '../api.ts'
import * as store from '../store.ts'

/** Maximum devices per user; the oldest is removed, and its client registers again if it still exists. */
const maxDevices = 100

/** Adds a client. It can't be notified yet: it has no key and no token. */
export async function addDevice(mutation: Mutation): Promise<number> {
  const { tx, org, viewer, now } = mutation
  await makeRoom(mutation)
  const { id } = await store.insert(tx, { org_id: org.id, user_id: viewer.id, kind: 'app', created_at: now })
  mutation.emit(api.deviceAdded, { device_id: id }, [viewer.id])
  return id
}

export async function makeRoom(mutation: Mutation): Promise<void> {
  const all = await store.list(mutation.tx, mutation.viewer.id)
  if (all.length >= maxDevices) await removeDevices(mutation, all.slice(0, all.length - maxDevices + 1))
}

export async function removeOwnDevice(mutation: Mutation, id: number): Promise<void> {
  const device = await store.find(mutation.tx, mutation.viewer.id, id)
  if (!device) throw api.noSuchDevice()
  await removeDevices(mutation, [device])
}

/** Call when a key is replaced or an account deactivated, so that a previous holder gets nothing more. */
export async function removeDevicesOf(mutation: Mutation, userId: UserId): Promise<void> {
  await removeDevices(mutation, await store.list(mutation.tx, userId))
}

/** Removes devices with their queued notifications, and notifies their owners' other clients. */
export async function removeDevices(
  mutation: Mutation,
  devices: readonly Pick<store.StoredDevice, 'id'>[],
): Promise<void> {
  if (devices.length === 0) return
  const ids = devices.map(({ id }) => id)
  for (const { id, user_id, kind, account_id } of await store.remove(mutation.tx, mutation.org.id, ids)) {
    if (kind === 'app') mutation.emit(api.deviceRemoved, { device_id: id }, [user_id])
    else if (kind === 'web') mutation.emit(api.webDevicesChanged, { user_id })
    else mutation.emit(api.pushDeviceChanged, { push_account_id: account_id as number, status: 'removed' }, [user_id])
  }
}

/** For unreachable devices. Signed-in apps lose only their token and register a new one; others are removed. */
export async function loseDevices(
  mutation: Mutation,
  lost: readonly Pick<store.StoredDevice, 'id' | 'kind'>[],
): Promise<void> {
  const apps = lost.filter(({ kind }) => kind === 'app').map(({ id }) => id)
  for (const { id, user_id } of await store.clearTokens(mutation.tx, mutation.org.id, apps))
    mutation.emit(api.deviceUpdated, { device_id: id, push_token_id: null }, [user_id])
  await removeDevices(
    mutation,
    lost.filter(({ kind }) => kind !== 'app'),
  )
}
