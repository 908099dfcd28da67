import { computed } from '@preact/signals'
import {
  getWebPush,
  subscribeWebPush,
  unsubscribeWebPush,
} from '../../src/features/notifications/push-devices/web-api.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { api } from '../transport/api.ts'

/** A worker that never comes, because the server has it turned off, is not waited for. */
const workerMs = 20_000

/** What shows notifications; undefined where there is none. */
export function board(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return Promise.resolve(undefined)
  const tooLong = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), workerMs))
  return Promise.race([navigator.serviceWorker.ready, tooLong])
}

/** Which device of the server's this browser is, and by which address. */
interface Device {
  readonly endpoint: string
  readonly id: number
}

/** `none`: this browser cannot be told. All tabs know it, whichever of them has found out. */
const [device, keepDevice] = keptChoice<Device | 'none' | undefined>(
  'push',
  (text) => {
    const { endpoint, id } = JSON.parse(text || '{}') as Partial<Device>
    if (typeof endpoint === 'string' && typeof id === 'number') return { endpoint, id }
    return text === '"none"' ? 'none' : undefined
  },
  (one) => (one === undefined ? '' : JSON.stringify(one)),
)

/** Whether the server can tell this browser something while no page is open; undefined while that is found out. */
export const isPushed = computed(() => (device.value === undefined ? undefined : device.value !== 'none'))

const inBase64 = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The browser's subscription by the server's key; one by another key, of a server that was set up anew, is replaced. */
async function subscriptionBy(key: string, { pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const found = await pushManager.getSubscription()
  if (found && inBase64(found.options.applicationServerKey) === key) return found
  await found?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Has the server tell this browser, unless it does. Where that cannot be, pages that are open notify all the same. */
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
    // no push service, or none that this browser reaches; or the server, which is asked again with the next page
    keepDevice('none')
  }
}

/** Tells this browser nothing any more. */
export async function unsubscribe(): Promise<void> {
  const known = device.peek()
  keepDevice(undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
  // the server may have forgotten it before
  if (typeof known === 'object') await api.call(unsubscribeWebPush, { device_id: known.id }).catch(() => {})
}
