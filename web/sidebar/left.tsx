import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { OwnHead } from '../account-menu/own-head.tsx'
import { QuietEntry } from '../do-not-disturb/entry.tsx'
import { peopleNames } from '../entities/place.tsx'
import { conversationKey, conversationOf, type Narrow, narrowOf } from '../narrow/narrow.ts'
import { address, hrefOfNarrow, narrow } from '../navigation/route.ts'
import { openSidebar } from '../navigation/sidebars.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { directConversations } from '../store/conversations.ts'
import { isSilentDirect } from '../store/mutes.ts'
import { person } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { directUnread } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { Channels } from './channel-list.tsx'
import { showCurrentEntry } from './current-entry.ts'
import { Views } from './views.tsx'

const shownConversations = 5

const directsNarrow: Narrow = [{ operator: 'is', operand: 'dm' }]

const Directs = () => {
  const showsAll = useSignal(false)
  const all = directConversations.value
  const here = narrow.value && conversationOf(narrow.value)
  const hereKey = here && conversationKey(here)
  const usual = all.filter(
    ({ conversation }, index) =>
      index < shownConversations ||
      conversationKey(conversation) === hereKey ||
      (directUnread.value.get(conversationKey(conversation))?.ids.length ?? 0) > 0,
  )
  const shown = showsAll.value ? all : usual
  return (
    <section aria-labelledby="directs">
      <h2 id="directs">
        <a href={hrefOfNarrow(directsNarrow)}>{t.directMessages}</a>
      </h2>
      <ul>
        {shown.map(({ conversation }) => {
          const key = conversationKey(conversation)
          if (conversation.kind !== 'direct') return null
          const [first] = conversation.userIds
          const isOne = conversation.userIds.length === 1
          const status = isOne ? presenceOf(first as number) : undefined
          const isQuiet = isSilentDirect(conversation.userIds)
          const isBot = isOne && person(first as number)?.is_bot
          return (
            <li key={key}>
              <a
                class={isQuiet ? 'entry muted' : 'entry'}
                href={hrefOfNarrow(narrowOf(conversation))}
                aria-current={key === hereKey ? 'page' : undefined}
              >
                {isOne && !isBot ? (
                  <span class={`presence ${status}`} title={status && t.present[status]} />
                ) : (
                  <Icon name="people" />
                )}
                <span class="name" dir="auto">
                  {peopleNames(conversation.userIds)}
                </span>
                <Count count={directUnread.value.get(key)?.ids.length ?? 0} quiet={isQuiet} />
              </a>
            </li>
          )
        })}
      </ul>
      {usual.length < all.length && (
        <button
          type="button"
          class="plain more"
          aria-expanded={showsAll.value}
          onClick={() => (showsAll.value = !showsAll.value)}
        >
          {showsAll.value ? t.fewerConversations : t.moreConversations}
        </button>
      )}
    </section>
  )
}

export const LeftSidebar = () => {
  const sidebar = useRef<HTMLElement>(null)
  const isOpen = openSidebar.value === 'left'
  const here = address.value
  // however the user got here: by link, shortcut, or command palette
  useEffect(() => (sidebar.current ? showCurrentEntry(sidebar.current) : undefined), [here, isOpen])
  return (
    <nav class="left scrolls" id="left-sidebar" aria-label={t.menu} tabIndex={-1} ref={sidebar}>
      <OwnHead />
      <Views />
      <Directs />
      <Channels />
      <QuietEntry />
    </nav>
  )
}
