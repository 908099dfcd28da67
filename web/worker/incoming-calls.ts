import { inQueue } from '../notifications/board.ts'
import type { CallPayload } from '../notifications/payload.ts'
import { n } from '../texts/notifications.ts'
import { worker } from './worker.ts'

const { registration } = worker

/** Kept in the notification of a call that rings. */
export interface RingingCall {
  readonly account: number
  readonly callId: number
  readonly messageId: number
}

/** Browsers stop a worker that takes longer. */
const maxShownMs = 60_000
const vibration = [400, 200, 400, 1_500, 400, 200, 400]

/** The call of a notification. */
export const ringOf = ({ data }: Notification): RingingCall | undefined =>
  (data as { ringing?: RingingCall } | null)?.ringing ?? undefined

/** Shows that a call rings until the ring stops, and at the latest when its time is over. */
export async function showRing(payload: CallPayload, isSilent: boolean): Promise<void> {
  const { user_id, call_id, message_id, sender_full_name, sender_avatar_url, until } = payload
  const leftMs = Math.min(until * 1_000 - Date.now(), maxShownMs)
  const ringing: RingingCall = { account: user_id, callId: call_id, messageId: message_id }
  const options = {
    tag: `loquat call ${user_id} ${call_id}`,
    icon: sender_avatar_url,
    data: { ringing },
    requireInteraction: true,
    renotify: true,
    silent: isSilent || payload.silent,
    // browsers refuse a silent notification that vibrates
    ...(isSilent || payload.silent ? {} : { vibrate: vibration }),
    actions: [
      { action: 'accept', title: n.acceptCall },
      { action: 'decline', title: n.declineCall },
    ],
  } as NotificationOptions
  await inQueue(() => registration.showNotification(n.incomingCall(sender_full_name), options))
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
  await closeRings(user_id, [message_id])
}

/** Closes the notifications of calls with these messages, whose rings are over. */
export const closeRings = (account: number, messageIds: readonly number[]): Promise<void> =>
  inQueue(async () => {
    for (const shown of await registration.getNotifications()) {
      const ring = ringOf(shown)
      if (ring?.account === account && messageIds.includes(ring.messageId)) shown.close()
    }
  })
