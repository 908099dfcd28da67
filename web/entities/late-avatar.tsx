import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Avatar } from './avatar.tsx'

/** Users with pictures that have been requested before and show immediately. */
const known = new Set<number>()
const restMs = 150

/** Loads once the list rests: a dozen pictures cost more than the rest of a key press, and most are never seen. */
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
