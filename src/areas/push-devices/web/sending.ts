import type { Organization } from '#platform/organization'
import { BadUrlError, OutboundError, RefusedHostError } from '#platform/outbound'
import type { Outcome, Parcel, Sender } from '../delivering.ts'
import { contactOf, type ServerKeys, serverKeys } from './vapid.ts'

/** How long a push service keeps what it cannot hand over to a browser that is switched off. */
const keepSecs = 86_400
/** At once, to all push services. */
const width = 16
const patienceMs = 10_000

/** Tells browsers: encrypted (RFC 8291), signed (RFC 8292), to the push service of each (RFC 8030). */
export async function pushToBrowsers(
  sender: Sender,
  org: Organization,
  parcels: readonly Parcel[],
  outcomes: Map<Parcel, Outcome>,
): Promise<void> {
  if (parcels.length === 0) return
  const keys = await serverKeys(sender.config)
  const waiting = [...parcels]
  const work = async () => {
    for (let parcel = waiting.shift(); parcel; parcel = waiting.shift()) {
      const host = hostOf(parcel.device.endpoint)
      const outcome = sender.troubles.get(host) ?? (await push(sender, org, keys, parcel))
      if (outcome instanceof Error) sender.troubles.set(host, outcome)
      outcomes.set(parcel, outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, waiting.length) }, work))
}

async function push(sender: Sender, org: Organization, keys: ServerKeys, parcel: Parcel): Promise<Outcome> {
  const { device, text, isUrgent } = parcel
  const { default: library } = await import('web-push')
  const subject = contactOf(sender.config, org.services.organizationUrl(''))
  const keysOfDevice = { p256dh: device.p256dh as string, auth: device.auth as string }
  const { headers, body } = library.generateRequestDetails(
    { endpoint: device.endpoint as string, keys: keysOfDevice },
    text,
    {
      vapidDetails: { subject, ...keys },
      TTL: keepSecs,
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    },
  )
  try {
    const { status } = await sender.outbound.request({
      url: device.endpoint as string,
      method: 'POST',
      headers: headersOf(headers),
      body,
      timeoutMs: patienceMs,
      // what push services say is for people; the status is enough
      maxBytes: 1_024,
      cut: true,
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return new Error(`The push service at ${hostOf(device.endpoint)} answers with status ${status}`)
  } catch (error) {
    // it never was an address that we go to, or is one no more
    if (error instanceof RefusedHostError || error instanceof BadUrlError) return 'gone'
    if (!(error instanceof OutboundError)) throw error
    return new Error(`A push service: ${error.message}`)
  }
}

/** Without the length, which is for the connection to say. */
const headersOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  )

/** The rest of the address lets whoever knows it send something to the browser. */
export const hostOf = (address: string | null): string => new URL(address as string).host
