import { signal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/index.ts'
import { deskKey, newDirectMessage, newTopic, target } from './target.ts'

type Desk = typeof import('./desk.tsx').Desk
const desk = signal<Desk | undefined>(undefined)

/** The compose box loads after the messages. */
const loadDesk = (): Promise<void> =>
  import('./desk.tsx').then((module) => {
    if (desk.peek()) return
    module.begin()
    desk.value = module.Desk
  })

export function Compose() {
  const Loaded = desk.value
  if (!Loaded) {
    void loadDesk()
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
  return <Loaded key={deskKey.value} />
}
