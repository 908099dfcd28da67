import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Announce after a pause, because each key press would restart the screen reader. */
const restMs = 300

export const Heard = ({ text }: { text: string }) => {
  const said = useSignal('')
  useEffect(() => {
    const timer = setTimeout(() => (said.value = text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p class="visually-hidden" role="status">
      {said.value}
    </p>
  )
}
