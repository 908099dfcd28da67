import { signal } from '@preact/signals'

const lists = ['drafts', 'scheduled', 'reminders'] as const
type List = (typeof lists)[number]
export const isWaiting = (view: string): view is List => lists.some((one) => one === view)

type Views = typeof import('./lists.tsx')
const views = signal<Views | undefined>(undefined)

/** What is not sent yet, and what is to come back: drafts, what waits for its time, reminders. */
export function Waiting({ what }: { what: List }) {
  const loaded = views.value
  if (!loaded) {
    void import('./lists.tsx').then((module) => {
      views.value = module
    })
    return <div class="inbox" id="messages" tabIndex={-1} aria-busy="true" />
  }
  if (what === 'reminders') return <loaded.Reminders />
  return what === 'drafts' ? <loaded.Drafts /> : <loaded.Scheduled />
}
