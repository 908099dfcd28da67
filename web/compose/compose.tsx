import { useLayoutEffect } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { typeAhead } from '../parts/typed-ahead.ts'
import { t } from '../texts/index.ts'
import { composeBoxKey, focusWhenOpen, newTopic, target } from './target.ts'

function LoadingBox() {
  useLayoutEffect(() => {
    if (focusWhenOpen.peek()) typeAhead()
  }, [])
  return <div class="compose" id="compose" aria-busy="true" />
}

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
