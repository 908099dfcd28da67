import { computed, signal } from '@preact/signals'
import { keptChoice } from '../store/kept-choice.ts'

/** The user's choice in this browser for this account. */
type Chosen = 'unasked' | 'on' | 'off'

export const [chosen, keepChosen] = keptChoice<Chosen>(
  'notifications',
  (text) => (text === 'on' || text === 'off' ? text : 'unasked'),
  (one) => one,
)

/** The browser's permission; `ask`: not asked yet. */
type Permission = 'granted' | 'ask' | 'blocked' | 'insecure' | 'install' | 'unsupported'

function look(): Permission {
  if (!isSecureContext) return 'insecure'
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator))
    return canBeInstalled() ? 'install' : 'unsupported'
  if (Notification.permission === 'granted') return 'granted'
  return Notification.permission === 'denied' ? 'blocked' : 'ask'
}

/** Apple's phones and tablets allow notifications only for apps on the home screen. */
const canBeInstalled = (): boolean => 'standalone' in navigator && navigator.maxTouchPoints > 1

export const permission = signal(look())

export const notifies = computed(() => chosen.value === 'on' && permission.value === 'granted')

/** Call once: users can change permissions in the browser's own settings. */
export function followPermission(): void {
  const again = () => (permission.value = look())
  addEventListener('focus', again)
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', again))
    .catch(() => {})
}

/** Asks for permission if needed. Call it only after a click, as browsers require. */
export async function turnOn(): Promise<void> {
  if (permission.peek() === 'ask') await Notification.requestPermission()
  permission.value = look()
  // after dismissing the browser's prompt, keep the choice as it is
  if (permission.peek() === 'granted') keepChosen('on')
}

export const turnOff = (): void => keepChosen('off')
