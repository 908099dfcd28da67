import type { Entry } from './entries.ts'
import { painted, there } from './waiting.ts'

const settings = '#settings/notifications'
/** Sets the browser's permission and the user's choice. */
const where = (now: 'granted' | 'blocked' | 'install', isOn: boolean) => async () => {
  const { keepChosen, permission } = await import('../notifications/choice.ts')
  permission.value = now
  keepChosen(isOn ? 'on' : 'unasked')
  await there('[data-setting="this_browser_notifies"]')
  await painted()
}

export const notificationEntries: readonly Entry[] = [
  {
    name: 'notifications are offered',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    after: async () => {
      const { offersNotifications } = await import('../notifications/offering.ts')
      offersNotifications.value = true
      await there('.notification-offer')
    },
  },
  { name: 'settings, notifications in this browser', hash: settings, after: where('granted', true) },
  { name: 'settings, notifications that the browser blocks', hash: settings, after: where('blocked', false) },
  { name: 'settings, notifications of an app to be installed', hash: settings, after: where('install', false) },
]
