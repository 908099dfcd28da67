import type { ComponentChildren } from 'preact'
import type { User } from '../../src/features/people/users/wire.ts'
import { Avatar } from '../entities/avatar.tsx'
import type { RowPlace } from '../parts/near-list.tsx'
import { guestMark } from '../store/guests.ts'
import { ownId } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { t } from '../texts/index.ts'

interface Props {
  readonly user: User
  readonly place: RowPlace
  readonly detail?: string | undefined
  readonly before?: ComponentChildren
  readonly more?: ComponentChildren
}

export function PersonRow({ user, place, detail, before, more }: Props) {
  const { user_id, full_name, is_bot } = user
  const presence = user_id === ownId.value ? 'active' : presenceOf(user_id)
  return (
    <li class="directory-row person" data-row={user_id} {...place}>
      {before}
      <a class="directory-link" data-target href={`#user/${user_id}`}>
        <Avatar userId={user_id} size={28} />
        {!is_bot && <span class={`presence ${presence}`} aria-hidden="true" />}
        <span class="words">
          <span class="name" dir="auto">
            {full_name}
            {user_id === ownId.value && <span class="soft"> ({t.you})</span>}
            <span class="soft">{guestMark(user)}</span>
            {!is_bot && <span class="visually-hidden">, {t.present[presence]}</span>}
          </span>
          {detail && (
            <span class="detail soft" dir="auto">
              {detail}
            </span>
          )}
        </span>
      </a>
      {more}
    </li>
  )
}
