import { isIP } from 'node:net'
import type { Config } from '#platform/config'
import type { Mutation } from '#platform/organization'
import { checkedUrl, isAllowed, parseNetworks } from '#platform/outbound'
import { makeRoom, removeDevices } from '../actions/devices.ts'
import { noSuchDevice } from '../api.ts'
import { webDevicesChanged } from '../states.ts'
import * as store from '../store.ts'
import { badPushAddress } from '../web-api.ts'

/** Must be https; http if the operator allows private networks. Host names are checked for each request. */
export function checkAddress(text: string, { outboundAllow }: Pick<Config, 'outboundAllow'>): string {
  const refuse = (reason: string) => badPushAddress({}, { reason })
  let url: URL
  try {
    url = checkedUrl(text)
  } catch {
    throw refuse('it must be an https address')
  }
  const allowed = parseNetworks(outboundAllow) ?? []
  if (url.protocol !== 'https:' && allowed.length === 0) throw refuse('it must be an https address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowed(host, allowed)) throw refuse('it is not a public address')
  return url.href
}

/** Each notification is a request to every browser, so their number is limited. */
const maxBrowsers = 20

interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** The browser's session, with which the subscription ends; null for a caller with an API key. */
  readonly session_id: number | null
}

/** Returns the device's ID. When another user signs in to the browser, it becomes theirs. */
export async function subscribe(mutation: Mutation, subscription: Subscription): Promise<number> {
  const { tx, org, viewer, now } = mutation
  const { endpoint, ...rest } = subscription
  const known = await store.findEndpoint(tx, org.id, endpoint)
  if (known?.user_id === viewer.id) {
    const isSame = known.p256dh === rest.p256dh && known.auth === rest.auth && known.session_id === rest.session_id
    if (!isSame) await store.update(tx, known.id, rest)
    return known.id
  }
  if (known) await removeDevices(mutation, [known])
  await makeRoom(mutation)
  const browsers = await store.list(tx, viewer.id, 'web')
  await removeDevices(mutation, browsers.slice(0, Math.max(browsers.length - maxBrowsers + 1, 0)))
  const row = { org_id: org.id, user_id: viewer.id, kind: 'web', created_at: now, ...subscription }
  const { id } = await store.insert(tx, row)
  mutation.emit(webDevicesChanged, { user_id: viewer.id })
  return id
}

export async function unsubscribe(mutation: Mutation, id: number): Promise<void> {
  const device = await store.find(mutation.tx, mutation.viewer.id, id)
  if (device?.kind !== 'web') throw noSuchDevice()
  await removeDevices(mutation, [device])
}
