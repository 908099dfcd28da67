import { connection } from '../store/connection.ts'
import { t } from '../texts/index.ts'
import { busyUntil, lastHeard } from '../transport/api.ts'
import { isOutdated } from './renewal.ts'
import { address } from './route.ts'

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const secondFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** One quiet line for what stands between this page and the server; nothing while all is well. */
const Connection = () => {
  switch (connection.value) {
    case 'reconnecting':
      return <p class="connection">{t.reconnecting}</p>
    case 'offline':
      return <p class="connection">{t.offlineSince(timeFormat.format(lastHeard.value))}</p>
    case 'signed-out':
      return (
        <p class="connection" role="alert">
          {t.signedOut} <a href={`accounts/login?next=${encodeURIComponent(address.value)}`}>{t.signIn}</a>
        </p>
      )
    default:
      return busyUntil.value ? (
        <p class="connection">{t.busyUntil(secondFormat.format(busyUntil.value))}</p>
      ) : isOutdated.value ? (
        <p class="connection">
          {t.outdated}{' '}
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
