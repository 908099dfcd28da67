import { timeFormat } from '../entities/time-format.ts'
import { address } from '../navigation/route.ts'
import { connection, offlineSince } from '../store/connection.ts'
import { isInOtherLanguage } from '../store/language.ts'
import { t } from '../texts/index.ts'
import { busyUntil } from '../transport/api.ts'
import { isOutdated } from './renewal.ts'

const hourFormat = timeFormat({ timeStyle: 'short' })
const secondFormat = timeFormat({ timeStyle: 'medium' })

/** Connection status line, empty while connected. */
const Connection = () => {
  switch (connection.value) {
    case 'reconnecting':
      return <p class="connection">{t.reconnecting}</p>
    case 'offline':
      return <p class="connection">{t.offlineSince(hourFormat.format(offlineSince.value))}</p>
    case 'signed-out':
      return (
        <p class="connection" role="alert">
          {t.signedOut} <a href={`accounts/login?next=${encodeURIComponent(address.value)}`}>{t.signIn}</a>
        </p>
      )
    default:
      return busyUntil.value ? (
        <p class="connection">{t.busyUntil(secondFormat.format(busyUntil.value))}</p>
      ) : isOutdated.value || isInOtherLanguage.value ? (
        <p class="connection">
          {isOutdated.value ? t.outdated : t.inOtherLanguage}{' '}
          <button type="button" class="plain" onClick={() => location.reload()}>
            {t.reload}
          </button>
        </p>
      ) : null
  }
}

export const Status = () => (
  <div class="status" role="status">
    <Connection />
  </div>
)
