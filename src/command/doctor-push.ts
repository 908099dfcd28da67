import { stat } from 'node:fs/promises'
import { type Config, flagOf } from '#platform/config'
import { pushDeviceOptions } from '../features/notifications/push-devices/options.ts'
import { keyFile } from '../features/notifications/push-devices/web/server-keys.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

/** Checks that the push relay responds and knows this server, with an empty list of notifications; throws otherwise. */
export async function pushRelay(config: Config): Promise<Found> {
  const { pushRelayUrl, pushRelayOrgId, pushRelayKey } = pushDeviceOptions(config)
  if (!pushRelayUrl)
    return { state: 'note', says: `there is no ${flagOf('pushRelayUrl')}: mobile apps don't receive notifications` }
  const { Outbound } = await import('#platform/outbound')
  const { relayOf } = await import('../features/notifications/push-devices/relay/relay.ts')
  const outbound = new Outbound()
  try {
    await relayOf({ config, outbound })?.notify('00000000-0000-4000-8000-000000000000', [])
  } finally {
    await outbound.close()
  }
  const { host } = new URL(pushRelayUrl)
  if (pushRelayOrgId === undefined || pushRelayKey === undefined)
    return { state: 'note', says: `${host} responds, although it was asked without ${flagOf('pushRelayKey')}` }
  return { state: 'ok', says: `${host} answers and knows this server` }
}

/** Finds the VAPID key, which identifies this server to browsers' push services. */
export async function webPush(config: Config): Promise<Found> {
  const { dataDir, databaseUrl } = config
  const { webPushKey } = pushDeviceOptions(config)
  if (webPushKey) return { state: 'ok', says: `the key is that of ${flagOf('webPushKey')}` }
  const file = keyFile(dataDir)
  const kept = await stat(file).catch(() => undefined)
  const says = kept
    ? `the key is in ${file}; losing it ends the subscriptions of all browsers`
    : `the key is made when the first browser asks for it, in ${file}`
  if (kept && (kept.mode & 0o077) !== 0) return { state: 'note', says: `${file} can be read by others` }
  if (databaseUrl) return { state: 'note', says: `${says}; several processes need the same ${flagOf('webPushKey')}` }
  return { state: 'ok', says }
}
