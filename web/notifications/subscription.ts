import { computed } from '@preact/signals'
import {
  getWebPush,
  subscribeWebPush,
  unsubscribeWebPush,
} from '../../src/features/notifications/push-devices/web-api.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { api } from '../transport/api.ts'

/** Don't wait for a service worker that never comes because the server has it turned off. */
const workerMs = 20_000

/** The service worker registration, which shows notifications; undefined if there's none. */
export function board(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return Promise.resolve(undefined)
  const tooLong = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), workerMs))
  return Promise.race([navigator.serviceWorker.ready, tooLong])
}

/** This browser's push endpoint, and its device ID on the server. */
interface Device {
  readonly endpoint: string
  readonly id: number
}

/** `none`: push isn't available in this browser. Shared by all tabs. */
const [device, keepDevice] = keptChoice<Device | 'none' | undefined>(
  'push',
  (text) => {
    const { endpoint, id } = JSON.parse(text || '{}') as Partial<Device>
    if (typeof endpoint === 'string' && typeof id === 'number') return { endpoint, id }
    return text === '"none"' ? 'none' : undefined
  },
  (one) => (one === undefined ? '' : JSON.stringify(one)),
)

/** True if the server can push to this browser while no page is open; undefined until that's known. */
export const isPushed = computed(() => (device.value === undefined ? undefined : device.value !== 'none'))

const inBase64 = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The push subscription for the server's key; one for an old key is replaced. */
async function subscriptionBy(key: string, { pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const found = await pushManager.getSubscription()
  if (found && inBase64(found.options.applicationServerKey) === key) return found
  await found?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Registers for push on the server. If that fails, open pages still show notifications. */
export async function subscribe(): Promise<void> {
  const registration = await board()
  if (!registration?.pushManager) return keepDevice('none')
  try {
    const { public_key, subscriptions } = await api.call(getWebPush, {})
    const { endpoint = '', keys = {} } = (await subscriptionBy(public_key, registration)).toJSON()
    const known = device.peek()
    const isKnown =
      typeof known === 'object' &&
      known.endpoint === endpoint &&
      subscriptions.some(({ device_id }) => device_id === known.id)
    if (isKnown) return
    const { p256dh = '', auth = '' } = keys
    const { device_id } = await api.call(subscribeWebPush, { endpoint, p256dh, auth })
    keepDevice({ endpoint, id: device_id })
  } catch {
    // no push service, or the browser or the server can't be reached; the next page load tries again
    keepDevice('none')
  }
}

/** Removes this browser's push registration. */
export async function unsubscribe(): Promise<void> {
  const known = device.peek()
  keepDevice(undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
  // the server may have removed it already
  if (typeof known === 'object') await api.call(unsubscribeWebPush, { device_id: known.id }).catch(() => {})
}
