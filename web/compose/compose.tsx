import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { t } from '../texts/index.ts'
import { useLoadingField } from './loading-field.ts'
import { composeBoxKey, focusWhenOpen, newTopic, target } from './target.ts'

const LoadingBox = () => <div class="compose" id="compose" {...useLoadingField(focusWhenOpen.peek())} />

const ComposeBox = later(
  () =>
    import('./compose-box.tsx').then(({ beginComposing, ComposeBox }) => {
      beginComposing()
      return ComposeBox
    }),
  <LoadingBox />,
)

export const preloadComposeBox = ComposeBox.preload

export function Compose() {
  // wide screens have this button in the sidebar
  if (!target.value)
    return (
      <div class="compose closed" id="compose">
        <button type="button" class="quiet-button" onClick={newTopic}>
          <Icon name="pen" /> {t.newMessage}
        </button>
      </div>
    )
  return <ComposeBox key={composeBoxKey.value} />
}
