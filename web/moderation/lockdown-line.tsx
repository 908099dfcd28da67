import './lockdown.css'
import { endLockdown } from '../../src/features/people/restrictions/lockdown/api.ts'
import { timeFormat } from '../entities/time-format.ts'
import { Icon } from '../parts/icon.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { lockdown } from '../store/lockdown.ts'
import { l } from '../texts/lockdown.ts'
import { api } from '../transport/api.ts'

const clock = timeFormat({ hour: 'numeric', minute: '2-digit' })
const dayAndClock = timeFormat({ weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** A lockdown ends within 24 hours, so the weekday is enough. */
export function endText({ until }: { readonly until: number }): string {
  const end = new Date(until * 1_000)
  return (end.toDateString() === new Date().toDateString() ? clock : dayAndClock).format(end)
}

export async function end(): Promise<void> {
  await api.call(endLockdown, {})
  toast(l.ended)
}

/** Banner above the view, shown to moderators. */
export function LockdownLine() {
  const current = lockdown.value
  if (!current) return null
  return (
    <p class="lockdown-line" role="status">
      <Icon name="lock" />
      <span>{l.line(endText(current))}</span>
      <button type="button" class="plain" onClick={() => void end().catch(showRefusal)}>
        {l.endNow}
      </button>
      <a class="plain" href="#organization/community-safety">
        {l.review}
      </a>
    </p>
  )
}
