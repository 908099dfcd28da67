import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Delay before announcing, because updates on every key press interrupt the screen reader. */
const announceDelayMs = 300

export const LiveRegion = ({ text }: { text: string }) => {
  const announced = useSignal('')
  useEffect(() => {
    const timer = setTimeout(() => (announced.value = text), announceDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p class="visually-hidden" role="status">
      {announced.value}
    </p>
  )
}
