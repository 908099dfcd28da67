import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { newDirectMessage } from '../compose/target.ts'
import { CallMark } from '../entities/call-mark.tsx'
import { Face, FacePair } from '../entities/face.tsx'
import { peopleNames } from '../entities/place.tsx'
import { conversationKey, conversationOf, type Narrow, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow, narrow } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { useMovingRows } from '../parts/moving-rows.ts'
import { callIn } from '../store/calls.ts'
import { directConversations } from '../store/conversations.ts'
import { isSilentDirect } from '../store/mutes.ts'
import { person } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { audibleDirects, directUnread } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { foldedSections } from './folded-sections.ts'
import { SectionHead } from './section-head.tsx'

const shownConversations = 5
const foldKey = 'directs'

const directsNarrow: Narrow = [{ operator: 'is', operand: 'dm' }]

export const Directs = () => {
  const showsAll = useSignal(false)
  const all = directConversations.value
  const here = narrow.value && conversationOf(narrow.value)
  const hereKey = here && conversationKey(here)
  const isFolded = foldedSections.value.has(foldKey)
  const usual = all.filter(({ conversation }, index) => {
    const key = conversationKey(conversation)
    return key === hereKey || (!isFolded && (index < shownConversations || directUnread.value.get(key)?.ids.length))
  })
  const shown = showsAll.value && !isFolded ? all : usual
  const list = useRef<HTMLUListElement>(null)
  useMovingRows(
    list,
    shown.map(({ conversation }) => conversationKey(conversation)),
  )
  const unread = isFolded ? [...audibleDirects.value.values()].flatMap(({ ids }) => ids).length : 0
  return (
    <section aria-label={t.directMessages}>
      <SectionHead fold={foldKey} name={t.directMessages} href={hrefOfNarrow(directsNarrow)} count={unread} />
      <button
        type="button"
        class="section-add"
        aria-label={t.newDirectMessage}
        title={t.newDirectMessage}
        onClick={newDirectMessage}
      >
        <Icon name="plus" />
      </button>
      <ul ref={list}>
        {shown.map(({ conversation }) => {
          const key = conversationKey(conversation)
          if (conversation.kind !== 'direct') return null
          const [first] = conversation.userIds
          const isOne = conversation.userIds.length === 1
          const presence = isOne && !person(first as number)?.is_bot && presenceOf(first as number)
          const isQuiet = isSilentDirect(conversation.userIds)
          return (
            <li key={key}>
              <a
                class={isQuiet ? 'entry muted' : 'entry'}
                data-person={isOne ? first : undefined}
                href={hrefOfNarrow(narrowOf(conversation))}
                aria-current={key === hereKey ? 'page' : undefined}
              >
                {isOne ? <Face userId={first as number} /> : <FacePair userIds={conversation.userIds} />}
                <span class="name" dir="auto">
                  {peopleNames(conversation.userIds)}
                  {presence && <span class="visually-hidden">, {t.present[presence]}</span>}
                </span>
                <CallMark people={callIn(conversation)?.sessions.length ?? 0} />
                <Count count={directUnread.value.get(key)?.ids.length ?? 0} quiet={isQuiet} />
              </a>
            </li>
          )
        })}
      </ul>
      {!isFolded && usual.length < all.length && (
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
