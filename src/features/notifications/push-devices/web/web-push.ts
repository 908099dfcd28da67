import type { Organization } from '#platform/organization'
import { BadUrlError, OutboundError, RefusedHostError } from '#platform/outbound'
import type { Outcome, Parcel, Sender } from '../delivery.ts'
import { ComeBackLater } from '../retry-times.ts'
import { contactOf, type ServerKeys, serverKeys } from './server-keys.ts'

const usualKeepSecs = 86_400
const width = 16
const usualPatienceMs = 10_000

/** Notifies browsers: encrypted (RFC 8291), signed (RFC 8292), by each one's push service (RFC 8030). */
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
      const trouble = sender.troubles.get(hostOf(parcel.device.endpoint))
      outcomes.set(parcel, trouble ?? (await push(sender, org, keys, parcel)))
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, waiting.length) }, work))
}

/** Encrypts and signs a request; undefined if the browser's keys are invalid. */
async function requestFor(sender: Sender, org: Organization, keys: ServerKeys, parcel: Parcel) {
  const { device, text, isUrgent, keepSecs = usualKeepSecs, topic } = parcel
  const { default: library } = await import('web-push')
  const subject = contactOf(sender.config, org.services.organizationUrl(''))
  const keysOfDevice = { p256dh: device.p256dh as string, auth: device.auth as string }
  try {
    return library.generateRequestDetails({ endpoint: device.endpoint as string, keys: keysOfDevice }, text, {
      vapidDetails: { subject, ...keys },
      TTL: keepSecs,
      ...(topic !== undefined && { topic }),
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return undefined
  }
}

async function push(sender: Sender, org: Organization, keys: ServerKeys, parcel: Parcel): Promise<Outcome> {
  const { device } = parcel
  const request = await requestFor(sender, org, keys, parcel)
  if (!request) return new Error(`Nothing can be encrypted for device ${device.id}`)
  try {
    const { status, headers: said } = await sender.outbound.request({
      url: device.endpoint as string,
      method: 'POST',
      headers: headersOf(request.headers),
      body: request.body,
      timeoutMs: sender.patienceMs ?? usualPatienceMs,
      ...(sender.signal && { signal: sender.signal }),
      // response bodies are for people; the status is enough
      maxBytes: 1_024,
      cut: true,
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    const message = `The push service at ${hostOf(device.endpoint)} answers with status ${status}`
    return new ComeBackLater(message, said.get('retry-after'))
  } catch (error) {
    // the URL isn't allowed, or isn't anymore
    if (error instanceof RefusedHostError || error instanceof BadUrlError) return 'gone'
    // the next process to start retries
    if (sender.signal?.aborted) return error as Error
    if (!(error instanceof OutboundError)) throw error
    const trouble = new Error(`A push service: ${error.message}`)
    // a response is about one browser, whose URL may be made up; no response is about the service
    sender.troubles.set(hostOf(device.endpoint), trouble)
    return trouble
  }
}

/** Without the length, which the connection sets. */
const headersOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  )

/** Apple cancels subscriptions that display nothing for a few pushes, so these browsers get no removals. */
export const canBeSilent = (address: string | null): boolean => !hostOf(address).endsWith('.push.apple.com')

/** Only the host: anyone with the rest of the URL can send to the browser. */
export const hostOf = (address: string | null): string => new URL(address as string).host
