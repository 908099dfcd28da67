import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** The browser doesn't let this page play sound before the user has pressed something. */
export const isSoundBlocked = signal(false)

const audible = new Set<HTMLAudioElement>()

/** Called from a click, which lets the page play sound. */
export async function turnOnSound(): Promise<void> {
  await Promise.all([...audible].map((element) => element.play().catch(() => {})))
  isSoundBlocked.value = false
}

/** Plain elements: sound through Web Audio has no echo cancellation. */
export function Sound({ track }: { track: MediaStreamTrack }) {
  const ref = useRef<HTMLAudioElement>(null)
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
  // biome-ignore lint/a11y/useMediaCaption: live speech has no captions
  return <audio ref={ref} />
}

export function Picture({ track, mirrored, label }: { track: MediaStreamTrack; mirrored?: boolean; label: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    element.srcObject = new MediaStream([track])
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [track])
  // its sound comes from an element of its own
  return <video ref={ref} class={mirrored ? 'mirrored' : ''} muted playsInline aria-label={label} />
}
