import { computed, signal } from '@preact/signals'
import { keptChoice } from '../store/kept-choice.ts'

/** Of this browser, for this account: nobody has been asked, it notifies, or it is not to. */
type Chosen = 'unasked' | 'on' | 'off'

export const [chosen, keepChosen] = keptChoice<Chosen>(
  'notifications',
  (text) => (text === 'on' || text === 'off' ? text : 'unasked'),
  (one) => one,
)

/** What stands between this browser and notifications; `ask`: nothing has been asked yet. */
type Permission = 'granted' | 'ask' | 'blocked' | 'insecure' | 'install' | 'unsupported'

function look(): Permission {
  if (!isSecureContext) return 'insecure'
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator))
    return canBeInstalled() ? 'install' : 'unsupported'
  if (Notification.permission === 'granted') return 'granted'
  return Notification.permission === 'denied' ? 'blocked' : 'ask'
}

/** Phones and tablets of Apple notify for what was put on the home screen alone. */
const canBeInstalled = (): boolean => 'standalone' in navigator && navigator.maxTouchPoints > 1

export const permission = signal(look())

/** Whether this browser notifies of messages. */
export const notifies = computed(() => chosen.value === 'on' && permission.value === 'granted')

/** To be called once: people change what a site may in the browser's own settings. */
export function followPermission(): void {
  const again = () => (permission.value = look())
  addEventListener('focus', again)
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', again))
    .catch(() => {})
}

/** Asks, where the browser has not been asked; only when somebody has just pressed something for it. */
export async function turnOn(): Promise<void> {
  if (permission.peek() === 'ask') await Notification.requestPermission()
  permission.value = look()
  // whoever has closed the browser's question is not asked by us again before they want to be
  if (permission.peek() === 'granted') keepChosen('on')
}

export const turnOff = (): void => keepChosen('off')
