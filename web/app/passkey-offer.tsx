import '../notifications/offer.css'
import { follow } from '../navigation/route.ts'
import { o } from '../texts/own.ts'
import { offersPasskey } from './offers-passkey.ts'

/** Shown once per browser, after signing in. */
export function PasskeyOffer() {
  const close = () => {
    offersPasskey.value = false
  }
  return (
    <div class="notification-offer" role="status">
      <span>{o.passkeyOffer}</span>
      <button
        type="button"
        class="plain"
        onClick={() => {
          close()
          follow('#settings/second-factor')
        }}
      >
        {o.passkeyCreate}
      </button>
      <button type="button" class="plain" onClick={close}>
        {o.passkeyNotNow}
      </button>
    </div>
  )
}
