import { person } from '../store/people.ts'

/** Fallback for a missing picture: the first letter of the name. */
const letter = (name = ''): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><text x="18" y="24" text-anchor="middle" font-family="sans-serif" font-size="17" fill="#85807a">${/[\p{L}\d]/u.exec(name)?.[0].toUpperCase() ?? ''}</text></svg>`,
  )}`

export const Avatar = ({ userId, size = 36 }: { userId: number; size?: number }) => {
  const who = person(userId)
  const url = `avatar/${userId}/medium?version=${who?.avatar_version ?? 0}&foreign=no`
  return (
    <img
      class="avatar"
      data-person={userId}
      // set before the source, because some browsers fetch as soon as that's set
      loading="lazy"
      decoding="async"
      src={url}
      alt=""
      width={size}
      height={size}
      onError={({ currentTarget }) => {
        const instead = letter(who?.full_name)
        if (currentTarget.src !== instead) currentTarget.src = instead
      }}
    />
  )
}
