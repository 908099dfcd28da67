import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import type { Outbound } from '#platform/outbound'
import { organizationUuid } from '../../people/organization/organization-uuid.ts'
import { type RelayDevice, RelayError, type RelayNotification, relayOf } from './relay/relay.ts'
import { sealFor } from './sealed-notification.ts'
import type { StoredDevice } from './store.ts'
import { pushToBrowsers } from './web/web-push.ts'

export interface Sender {
  readonly config: Config
  readonly outbound: Outbound
  /** Hosts that failed in this turn, which aren't called again in it. */
  readonly troubles: Map<string, Error>
  /** Timeout of a push service; 10 seconds by default. */
  readonly patienceMs?: number
  readonly signal?: AbortSignal
}

export const senderOf = (
  { config, outbound }: Pick<Sender, 'config' | 'outbound'>,
  more: Pick<Sender, 'patienceMs' | 'signal'> = {},
): Sender => ({ config, outbound, troubles: new Map(), ...more })

export interface Parcel {
  readonly device: StoredDevice
  readonly text: string
  /** Whether to alert the user. */
  readonly isUrgent: boolean
  /** How long a push service keeps it for a browser that's offline; a day by default. */
  readonly keepSecs?: number
  /** Replaces what a push service still keeps for the browser on the same topic. */
  readonly topic?: string
}

/** `not yet`: still registering; `no way`: unreachable. An error's message can be shown to the operator. */
export type Outcome = 'sent' | 'gone' | 'not yet' | 'no way' | Error

/** The relay's batch limit. */
const maxAtOnce = 100
/** A key in `troubles`, next to host names. */
const theRelay = 'the relay'

/** Encrypts and sends parcels; returns their results in order. Never call in a mutation. */
export async function deliver(sender: Sender, org: Organization, parcels: readonly Parcel[]): Promise<Outcome[]> {
  const outcomes = new Map<Parcel, Outcome>()
  const browsers = parcels.filter(({ device }) => device.kind === 'web')
  const relayed = parcels.filter(({ device }) => device.kind !== 'web')
  // in parallel: their failures are independent
  await Promise.all([relayAll(sender, org, relayed, outcomes), pushToBrowsers(sender, org, browsers, outcomes)])
  return parcels.map((parcel) => outcomes.get(parcel) ?? 'no way')
}

async function relayAll(
  sender: Sender,
  org: Organization,
  parcels: readonly Parcel[],
  outcomes: Map<Parcel, Outcome>,
): Promise<void> {
  for (let from = 0; from < parcels.length; from += maxAtOnce)
    await relay(sender, org, parcels.slice(from, from + maxAtOnce), outcomes)
}

async function relay(
  sender: Sender,
  org: Organization,
  all: readonly Parcel[],
  outcomes: Map<Parcel, Outcome>,
): Promise<void> {
  const to = relayOf(sender)
  if (!to) return
  for (const parcel of all) if (!isKnown(parcel.device)) outcomes.set(parcel, 'not yet')
  const parcels = all.filter(({ device }) => isKnown(device))
  const trouble = sender.troubles.get(theRelay)
  if (trouble) for (const parcel of parcels) outcomes.set(parcel, trouble)
  if (trouble) return
  const ready = new Map<Parcel, RelayNotification>()
  for (const parcel of parcels)
    try {
      ready.set(parcel, await addressed(parcel))
    } catch {
      // one bad key shouldn't block the others; don't include the library's error, which could contain the key
      outcomes.set(parcel, new Error(`Nothing can be encrypted for device ${parcel.device.id}`))
    }
  if (ready.size === 0) return
  try {
    const gone = await to.notify(organizationUuid(org), [...ready.values()])
    // ignore devices that the relay wasn't asked about
    const names = new Set(gone.map(nameOf))
    for (const parcel of ready.keys())
      outcomes.set(parcel, names.has(nameOf(relayDevice(parcel.device))) ? 'gone' : 'sent')
  } catch (error) {
    if (!(error instanceof RelayError)) throw error
    sender.troubles.set(theRelay, error)
    for (const parcel of ready.keys()) outcomes.set(parcel, error)
  }
}

/** An app that registers again is unknown to the relay for a while. */
const isKnown = ({ kind, token_id, relay_id }: StoredDevice): boolean =>
  kind === 'app' ? token_id !== null : relay_id !== null

const nameOf = (device: RelayDevice): string => ('token_id' in device ? device.token_id : `#${device.device_id}`)

const relayDevice = ({ kind, token_id, relay_id }: StoredDevice): RelayDevice =>
  kind === 'app' ? { token_id: token_id as string } : { device_id: relay_id as number }

async function addressed({ device, text, isUrgent }: Parcel): Promise<RelayNotification> {
  return {
    device: relayDevice(device),
    key:
      device.kind === 'app'
        ? { push_key_id: device.key_id as number }
        : { push_account_id: device.account_id as number },
    token_kind: device.token_kind as string,
    encrypted_data: await sealFor(device, text),
    priority: isUrgent ? 'high' : 'normal',
  }
}
