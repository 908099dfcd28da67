import { person } from '../store/people.ts'

/** A picture beside a name: it says nothing of its own. */
export const Avatar = ({ userId, size = 36 }: { userId: number; size?: number }) => {
  const url = `/avatar/${userId}/medium?version=${person(userId)?.avatar_version ?? 0}&foreign=no`
  return <img class="avatar" src={url} alt="" width={size} height={size} loading="lazy" decoding="async" />
}
