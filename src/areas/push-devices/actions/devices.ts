import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import * as api from '../api.ts'
import * as store from '../store.ts'

/** Maximum devices per user; the oldest is removed, and its client registers again if it still exists. */
const mostDevices = 100

/** Adds a client. It can't be notified yet: it has no key and no token. */
export async function addDevice(act: Act): Promise<number> {
  const { tx, org, viewer, now } = act
  await makeRoom(act)
  const { id } = await store.insert(tx, { org_id: org.id, user_id: viewer.id, kind: 'app', created_at: now })
  act.emit(api.deviceAdded, { device_id: id }, [viewer.id])
  return id
}

export async function makeRoom(act: Act): Promise<void> {
  const all = await store.list(act.tx, act.viewer.id)
  if (all.length >= mostDevices) await removeDevices(act, all.slice(0, all.length - mostDevices + 1))
}

export async function removeOwnDevice(act: Act, id: number): Promise<void> {
  const device = await store.find(act.tx, act.viewer.id, id)
  if (!device) throw api.noSuchDevice()
  await removeDevices(act, [device])
}

/** Call when a key is replaced or an account deactivated, so that a previous holder gets nothing more. */
export async function removeDevicesOf(act: Act, userId: UserId): Promise<void> {
  await removeDevices(act, await store.list(act.tx, userId))
}

/** Removes devices with their queued notifications, and notifies their owners' other clients. */
export async function removeDevices(act: Act, devices: readonly Pick<store.StoredDevice, 'id'>[]): Promise<void> {
  if (devices.length === 0) return
  const ids = devices.map(({ id }) => id)
  for (const { id, user_id, kind, account_id } of await store.remove(act.tx, act.org.id, ids)) {
    if (kind === 'app') act.emit(api.deviceRemoved, { device_id: id }, [user_id])
    else if (kind === 'web') act.emit(api.webDevicesChanged, { user_id })
    else act.emit(api.pushDeviceChanged, { push_account_id: account_id as number, status: 'removed' }, [user_id])
  }
}

/** For unreachable devices. Signed-in apps lose only their token and register a new one; others are removed. */
export async function loseDevices(act: Act, lost: readonly Pick<store.StoredDevice, 'id' | 'kind'>[]): Promise<void> {
  const apps = lost.filter(({ kind }) => kind === 'app').map(({ id }) => id)
  for (const { id, user_id } of await store.clearTokens(act.tx, act.org.id, apps))
    act.emit(api.deviceUpdated, { device_id: id, push_token_id: null }, [user_id])
  await removeDevices(
    act,
    lost.filter(({ kind }) => kind !== 'app'),
  )
}
