import { signal, useComputed } from '@preact/signals'
import type { UserStatus } from '../../src/features/messages/user-status/api.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { Face } from '../entities/face.tsx'
import { directNarrow } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import type { RowPlace } from '../parts/near-list.tsx'
import { plainKey } from '../parts/written-keys.ts'
import { localTimeIn } from '../popovers/local-time.ts'
import { isTurnedOff } from '../shortcuts/keys.ts'
import { part } from '../store/connection.ts'
import { guestMark } from '../store/guests.ts'
import { ownId } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { t } from '../texts/index.ts'
import { h } from '../texts/people.ts'

const statuses = part<Record<string, UserStatus>>('user_status')
const settings = part<{ user_list_style?: number } | undefined>('user_settings')
const styles = { names: 1, emoji: 2, fullStatus: 3 } as const
/** ID of the hovered or focused row, which shows the local time. */
const active = signal<number | undefined>(undefined)

/** A user in the sidebar: a click opens the conversation; `u` and a right click open the card. */
export function PersonEntry({ user, place }: { user: User; place: RowPlace }) {
  const { user_id, full_name, timezone } = user
  const isOwn = user_id === ownId.value
  const presence = isOwn ? 'active' : presenceOf(user_id)
  const { emoji_name, emoji_code, reaction_type, status_text } = statuses.value?.[user_id] ?? {}
  const style = settings.value?.user_list_style ?? styles.emoji
  const isActive = useComputed(() => active.value === user_id).value
  const time = isActive && !isOwn ? localTimeIn(timezone, new Date()) : undefined
  const stay = () => {
    active.value = user_id
  }
  return (
    <li data-row={user_id} {...place} onPointerEnter={stay} onFocusCapture={stay}>
      <a
        class="entry"
        data-target
        data-person={user_id}
        href={hrefOfNarrow(directNarrow([user_id]))}
        onKeyDown={(event) => {
          if (plainKey(event) !== 'u' || isTurnedOff('u') || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          const anchor = event.currentTarget
          void import('../popovers/person.tsx').then(({ openPersonCard }) => openPersonCard(user_id, { anchor }))
        }}
      >
        {style === styles.names ? (
          <span class={`presence ${presence}`} />
        ) : (
          <Face userId={user_id} presence={presence} />
        )}
        <span class="name" dir="auto">
          {full_name}
          {isOwn && <span class="soft"> ({t.you})</span>}
          <span class="soft">{guestMark(user)}</span>
          <span class="visually-hidden">, {t.present[presence]}</span>
        </span>
        {style !== styles.names && emoji_name && emoji_code && reaction_type && (
          <Emoji emoji={{ emoji_name, emoji_code, reaction_type }} />
        )}
        {status_text && (
          <span class={style === styles.fullStatus ? 'soft status-text' : 'visually-hidden'}>{status_text}</span>
        )}
        {time && (
          <span class="soft local-time">
            <span class="visually-hidden">{h.localTime} </span>
            {time}
          </span>
        )}
      </a>
    </li>
  )
}
