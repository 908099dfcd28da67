import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Host } from '#platform/serve'
import { type Addressee, addresseeOf, placeOf } from '../access.ts'
import { incomingMailOptions } from '../options.ts'
import { countOutcome } from '../tally.ts'

interface Limiters {
  readonly senders: RateLimiterMemory | undefined
  readonly places: RateLimiterMemory | undefined
}

const limiters = new WeakMap<Host, Limiters>()

function limitersOf(host: Host): Limiters {
  const known = limiters.get(host)
  if (known) return known
  const { senderMailsPerHour, channelMailsPerHour } = incomingMailOptions(host.config)
  const perHour = (points: number) => (points === 0 ? undefined : new RateLimiterMemory({ points, duration: 3_600 }))
  const made = { senders: perHour(senderMailsPerHour), places: perHour(channelMailsPerHour) }
  limiters.set(host, made)
  return made
}

export type Admission = { readonly addressee: Addressee } | { readonly refused: 'unknown' | 'too many' }

/** Decides at RCPT whether to accept mail from a sender for an address. The sender is empty for bounces. */
export async function admit(host: Host, sender: string, address: string): Promise<Admission> {
  const addressee = await addresseeOf(host, address)
  const isBounce = sender === ''
  // an address that only sends accepts nothing else
  if (!addressee || (addressee.kind === 'ourselves' && !isBounce)) {
    countOutcome(host, 'unknown address')
    return { refused: 'unknown' }
  }
  if (addressee.kind === 'ourselves') return { addressee }
  const { senders, places } = limitersOf(host)
  try {
    if (!isBounce) await senders?.consume(sender.toLowerCase().slice(0, 300))
    await places?.consume(placeOf(addressee))
  } catch {
    countOutcome(host, 'too many')
    return { refused: 'too many' }
  }
  return { addressee }
}
