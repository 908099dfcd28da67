import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Avatar } from './avatar.tsx'

/** Whose pictures have been asked for: these are there at once. */
const known = new Set<number>()
const restMs = 150

/**
 * A picture in a list that changes with each key: it is asked for when the list has come to rest, as a dozen pictures cost
 * more than all the rest of a key, and most of them nobody sees.
 */
export const LateAvatar = ({ userId, size }: { userId: number; size: number }) => {
  const isAsked = useSignal(known.has(userId))
  useEffect(() => {
    if (isAsked.peek()) return
    const timer = setTimeout(() => {
      known.add(userId)
      isAsked.value = true
    }, restMs)
    return () => clearTimeout(timer)
  }, [])
  if (isAsked.value) return <Avatar userId={userId} size={size} />
  return <span class="avatar" style={{ inlineSize: `${size}px`, blockSize: `${size}px` }} />
}
