import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { carrier } from './call-state.ts'
import { connectedDevice } from './devices.ts'

/** The browser doesn't let this page play sound before the user has pressed something. */
export const isSoundBlocked = signal(false)

const audible = new Set<HTMLAudioElement>()

/** Called from a click, which lets the page play sound. */
export async function turnOnSound(): Promise<void> {
  await Promise.all([...audible].map((element) => element.play().catch(() => {})))
  isSoundBlocked.value = false
}

interface SoundProps {
  readonly track: MediaStreamTrack
  /** From 0 to 1. */
  readonly volume: number
  readonly isMuted: boolean
}

/** Plain elements: sound through Web Audio has no echo cancellation. */
export function Sound({ track, volume, isMuted }: SoundProps) {
  const ref = useRef<HTMLAudioElement>(null)
  const speaker = connectedDevice('speaker') ?? ''
  useEffect(() => {
    const element = ref.current
    if (!element) return
    element.srcObject = new MediaStream([track])
    audible.add(element)
    void element.play().catch((problem: unknown) => {
      if ((problem as DOMException).name === 'NotAllowedError') isSoundBlocked.value = true
    })
    return () => {
      audible.delete(element)
      element.srcObject = null
    }
  }, [track])
  useEffect(() => {
    if (ref.current) ref.current.volume = volume
  }, [volume])
  // a speaker that's gone by now: the browser keeps the one before
  useEffect(() => {
    if (ref.current && (ref.current.sinkId ?? '') !== speaker) ref.current.setSinkId?.(speaker).catch(() => {})
  }, [speaker])
  return <audio ref={ref} muted={isMuted} />
}

export function Picture({ track, mirrored, label }: { track: MediaStreamTrack; mirrored?: boolean; label: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const end = carrier.transport?.attach?.(track, element)
    if (end) return end
    element.srcObject = new MediaStream([track])
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [track])
  // its sound comes from an element of its own
  return <video ref={ref} class={mirrored ? 'mirrored' : ''} muted playsInline aria-label={label} />
}
