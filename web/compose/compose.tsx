import { signal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/index.ts'
import { composeBoxKey, newTopic, target } from './target.ts'

type ComposeBox = typeof import('./compose-box.tsx').ComposeBox
const composeBox = signal<ComposeBox | undefined>(undefined)

/** The compose box loads after the messages. */
const loadComposeBox = (): Promise<void> =>
  import('./compose-box.tsx').then((module) => {
    if (composeBox.peek()) return
    module.begin()
    composeBox.value = module.ComposeBox
  })

export function Compose() {
  const Loaded = composeBox.value
  if (!Loaded) void loadComposeBox()
  // wide screens have this button in the sidebar
  if (!target.value)
    return (
      <div class="compose closed" id="compose">
        <button type="button" class="quiet-button" onClick={newTopic}>
          <Icon name="pen" /> {t.newMessage}
        </button>
      </div>
    )
  return Loaded ? <Loaded key={composeBoxKey.value} /> : <div class="compose" id="compose" aria-busy="true" />
}
