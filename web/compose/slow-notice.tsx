import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { OwnSlowMode } from '../permissions/own-slow-mode.ts'
import { spanText } from '../texts/span.ts'
import { t } from '../texts/writing.ts'

/** How often people can post in a channel with slow mode, and how long the user has to wait. */
export const SlowNotice = ({ seconds, until }: OwnSlowMode) => {
  const wasWaiting = useSignal(false)
  useEffect(() => {
    if (until !== undefined) wasWaiting.value = true
  }, [until])
  return (
    <div class="banners">
      <p class="banner tells slow-mode">
        {until === undefined ? t.slowMode.interval(spanText(seconds)) : <Countdown until={until} />}
      </p>
      {/* screen readers would read the countdown every second */}
      <p class="visually-hidden" role="status">
        {until !== undefined ? t.slowMode.waits(spanText(secondsTo(until))) : wasWaiting.value ? t.slowMode.isOver : ''}
      </p>
    </div>
  )
}

const secondsTo = (until: number): number => Math.max(1, Math.ceil((until - Date.now()) / 1_000))

function Countdown({ until }: { until: number }) {
  const left = useSignal(secondsTo(until))
  useEffect(() => {
    const tick = () => {
      left.value = secondsTo(until)
      timer = setTimeout(tick, (until - Date.now()) % 1_000 || 1_000)
    }
    let timer: ReturnType<typeof setTimeout>
    tick()
    return () => clearTimeout(timer)
  }, [until])
  return <span aria-hidden="true">{t.slowMode.waits(clockText(left.value))}</span>
}

/** “0:05”, “1:02:03”. */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...others] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':')
}
