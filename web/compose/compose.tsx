import { signal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/index.ts'
import { composeBoxKey, newDirectMessage, newTopic, target } from './target.ts'

type ComposeBox = typeof import('./compose-box.tsx').ComposeBox
const composeBox = signal<ComposeBox | undefined>(undefined)

/** What one writes with comes after what one reads. */
const loadComposeBox = (): Promise<void> =>
  import('./compose-box.tsx').then((module) => {
    if (composeBox.peek()) return
    module.begin()
    composeBox.value = module.ComposeBox
  })

/** Where one writes: to the conversation that is shown, or to whom one chooses. */
export function Compose() {
  const Loaded = composeBox.value
  if (!Loaded) {
    void loadComposeBox()
    return <div class="compose" id="compose" aria-busy="true" />
  }
  if (!target.value)
    return (
      <div class="compose closed" id="compose">
        <button type="button" class="quiet-button" onClick={newTopic}>
          <Icon name="plus" size={15} /> {t.startTopic}
        </button>
        <button type="button" class="quiet-button" onClick={newDirectMessage}>
          <Icon name="plus" size={15} /> {t.startDirect}
        </button>
      </div>
    )
  return <Loaded key={composeBoxKey.value} />
}
