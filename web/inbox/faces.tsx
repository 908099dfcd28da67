import { Avatar } from '../entities/avatar.tsx'
import { namesAndMore } from '../parts/names-and-more.ts'
import { nameOf } from '../store/people.ts'

const maxFaces = 3
const maxNames = 4

/** The first of the people, as overlapping avatars; screen readers get the names of senders elsewhere. */
export const Faces = ({ userIds }: { userIds: readonly number[] }) => (
  <span
    class="faces"
    aria-hidden="true"
    title={namesAndMore(
      userIds.map(nameOf).filter((name) => name !== ''),
      maxNames,
    )}
  >
    {userIds.slice(0, maxFaces).map((id) => (
      <Avatar key={id} userId={id} size={26} />
    ))}
  </span>
)
