import { useEffect, useRef } from 'preact/hooks'
import { OwnHead } from '../account-menu/own-head.tsx'
import { newTopic } from '../compose/target.ts'
import { QuietEntry } from '../do-not-disturb/entry.tsx'
import { address } from '../navigation/route.ts'
import { openSidebar } from '../navigation/sidebars.ts'
import { Icon } from '../parts/icon.tsx'
import { commandOf } from '../shortcuts/known-commands.ts'
import { ownKeys } from '../store/own-keys.ts'
import { t } from '../texts/index.ts'
import { Channels } from './channel-list.tsx'
import { showCurrentEntry } from './current-entry.ts'
import { Directs } from './directs.tsx'
import { Views } from './views.tsx'

export const LeftSidebar = () => {
  const sidebar = useRef<HTMLElement>(null)
  const isOpen = openSidebar.value === 'left'
  const here = address.value
  const [key] = ownKeys.value.newTopic ?? commandOf('newTopic')?.keys ?? []
  // however the user got here: by link, shortcut, or command palette
  useEffect(() => (sidebar.current ? showCurrentEntry(sidebar.current) : undefined), [here, isOpen])
  return (
    <nav class="left scrolls" id="left-sidebar" aria-label={t.menu} tabIndex={-1} ref={sidebar}>
      <div class="left-head">
        <OwnHead />
        <div class="left-actions">
          <button
            type="button"
            class="new-message"
            aria-keyshortcuts={key}
            onClick={() => {
              // on a phone, it covers the compose box
              openSidebar.value = undefined
              newTopic()
            }}
          >
            <Icon name="pen" />
            {t.newMessage}
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing of it takes the focus; its button says the key */}
            {key && <kbd aria-hidden="true">{key}</kbd>}
          </button>
          <button
            type="button"
            class="left-search"
            aria-label={t.goToAnything}
            title={t.goToAnything}
            onClick={() => commandOf('palette')?.run('')}
          >
            <Icon name="search" />
          </button>
        </div>
      </div>
      <Views />
      <Directs />
      <Channels />
      <QuietEntry />
    </nav>
  )
}
