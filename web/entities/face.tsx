import { Icon } from '../parts/icon.tsx'
import { person } from '../store/people.ts'
import { type Presence, presenceOf } from '../store/presence.ts'
import { Avatar } from './avatar.tsx'

/** A small picture with a presence dot; bots have an icon instead. */
export const Face = ({ userId, presence = presenceOf(userId) }: { userId: number; presence?: Presence }) => (
  <span class="face" data-person={userId}>
    {person(userId)?.is_bot ? (
      <Icon name="bot" size={18} />
    ) : (
      <>
        <Avatar userId={userId} size={20} />
        <span class={`presence ${presence}`} aria-hidden="true" />
      </>
    )}
  </span>
)

/** The first two people of a group conversation, in the space of one. */
export const FacePair = ({ userIds }: { userIds: readonly number[] }) => (
  <span class="face face-pair">
    {userIds.slice(0, 2).map((id) => (
      <Avatar key={id} userId={id} size={14} />
    ))}
  </span>
)
