import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../src/features/calls/calls/api.ts'
import { otherSessions } from './call-state.ts'
import { speaking } from './speaking.ts'

/** Minimum time between changes, so that the picture doesn't flicker when two people talk at once. */
const minShownMs = 2_000

/** The session to show largest: the person who speaks or spoke last, else someone with a camera. Undefined if alone. */
export function useSpotlight(): Session | undefined {
  const last = useSignal<string | undefined>(undefined)
  const changedAt = useRef(0)
  const [loudest] = speaking.value
  useEffect(() => {
    if (loudest === undefined || loudest === last.peek()) return
    const change = () => {
      last.value = loudest
      changedAt.current = Date.now()
    }
    const timer = setTimeout(change, Math.max(0, changedAt.current + minShownMs - Date.now()))
    return () => clearTimeout(timer)
  }, [loudest, last])
  const others = otherSessions.value
  return others.find(({ session_id }) => session_id === last.value) ?? others.find(({ video }) => video) ?? others[0]
}
