import { Icon } from '../parts/icon.tsx'
import { person } from '../store/people.ts'
import { type Presence, presenceOf } from '../store/presence.ts'
import { t } from '../texts/index.ts'
import { Avatar } from './avatar.tsx'

/** A small picture with a presence dot; bots have an icon instead. */
export const Face = ({ userId, presence = presenceOf(userId) }: { userId: number; presence?: Presence }) => (
  <span class="face">
    {person(userId)?.is_bot ? (
      <Icon name="bot" size={18} />
    ) : (
      <>
        <Avatar userId={userId} size={20} />
        <span class={`presence ${presence}`} title={t.present[presence]} />
      </>
    )}
  </span>
)
