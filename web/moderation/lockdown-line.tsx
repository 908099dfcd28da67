import './lockdown.css'
import { timeFormat } from '../entities/time-format.ts'
import { Icon } from '../parts/icon.tsx'
import { lockdown } from '../store/lockdown.ts'
import { l } from '../texts/lockdown.ts'
import { openEnd } from './lockdown-form.tsx'

const clock = timeFormat({ hour: 'numeric', minute: '2-digit' })
const dayAndClock = timeFormat({ weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** A lockdown ends within 24 hours, so the weekday is enough. */
export function endText({ until }: { readonly until: number }): string {
  const end = new Date(until * 1_000)
  return (end.toDateString() === new Date().toDateString() ? clock : dayAndClock).format(end)
}

/** Banner above the view, shown to moderators. */
export function LockdownLine() {
  const current = lockdown.value
  if (!current) return null
  return (
    <p class="lockdown-line" role="status">
      <Icon name="lock" />
      <span>{l.line(endText(current))}</span>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={openEnd}>
        {l.endNow}
      </button>
      <a class="plain" href="#organization/community-safety">
        {l.review}
      </a>
    </p>
  )
}
