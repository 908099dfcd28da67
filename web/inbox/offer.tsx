import './away.css'
import { hrefOf, narrow, route } from '../navigation/route.ts'
import { totalCount } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { absence } from './absence.ts'

export function Offer() {
  const away = absence.value
  if (!away || narrow.value || route.value.view === 'catch-up' || totalCount.value === 0) return null
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
