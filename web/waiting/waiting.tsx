import { signal } from '@preact/signals'

type Views = typeof import('./lists.tsx')
const views = signal<Views | undefined>(undefined)

/** What is not sent yet: drafts, or what waits for its time. */
export function Waiting({ what }: { what: 'drafts' | 'scheduled' }) {
  const loaded = views.value
  if (!loaded) {
    void import('./lists.tsx').then((module) => {
      views.value = module
    })
    return <div class="inbox" id="messages" tabIndex={-1} aria-busy="true" />
  }
  return what === 'drafts' ? <loaded.Drafts /> : <loaded.Scheduled />
}
