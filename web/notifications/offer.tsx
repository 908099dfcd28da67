import './offer.css'
import { n } from '../texts/notifying.ts'
import { turnOff, turnOn } from './choice.ts'
import { offersNotifications } from './offering.ts'

/** Shown after sending a message, because the reply may come while the user is elsewhere. */
export function NotificationOffer() {
  const choose = (act: () => unknown) => {
    offersNotifications.value = false
    void act()
  }
  return (
    <div class="notification-offer" role="status">
      <span>{n.offer}</span>
      <button type="button" class="plain" onClick={() => choose(turnOn)}>
        {n.turnOn}
      </button>
      <button type="button" class="plain" onClick={() => choose(turnOff)}>
        {n.notHere}
      </button>
    </div>
  )
}
