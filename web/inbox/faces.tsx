import { Avatar } from '../entities/avatar.tsx'

const maxFaces = 3

/** The first of the people, as overlapping avatars; screen readers get the names of senders elsewhere. */
export const Faces = ({ userIds }: { userIds: readonly number[] }) => (
  <span class="faces" aria-hidden="true">
    {userIds.slice(0, maxFaces).map((id) => (
      <Avatar key={id} userId={id} size={26} />
    ))}
  </span>
)
