import './away.css'
import { hrefOf, route } from '../navigation/route.ts'
import { totalCount } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { absence } from './absence.ts'

export function Offer() {
  const away = absence.value
  // the other tabs of the inbox and other views aren't long lists of what's unread
  if (!away || route.value.view !== 'inbox' || totalCount.value === 0) return null
  return (
    <div class="away" role="status">
      <span>{away.days > 0 ? t.awayFor(away.days, totalCount.value) : t.messagesUnread(totalCount.value)}</span>
      <a class="plain" href={hrefOf({ view: 'catch-up' })}>
        {t.catchUp}
      </a>
      <button type="button" class="plain" onClick={() => (absence.value = undefined)}>
        {t.notNow}
      </button>
    </div>
  )
}
