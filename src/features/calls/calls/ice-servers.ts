import { createHmac } from 'node:crypto'
import { seconds, type UserId } from '#contract'
import { type Config, ConfigError, flagOf } from '#platform/config'
import type { Organization } from '#platform/organization'
import { personal } from '../../people/user-settings/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { type IceServer, noRelay } from './api.ts'
import type { LiveCall } from './call.ts'
import { credentialSecs } from './limits.ts'
import { checkLiveKit } from './livekit/connection.ts'
import { callOptions } from './options.ts'

interface Ice {
  readonly ice_servers: IceServer[]
  readonly ice_expires_at: number | null
  readonly relay_only: boolean
}

/** Throws ConfigError if options contradict each other. */
export function checkCallOptions(config: Config): void {
  const { turnUrl, turnSecret, callsRelayOnly } = callOptions(config)
  if (turnUrl && !turnSecret) throw new ConfigError(`${flagOf('turnUrl')} needs ${flagOf('turnSecret')}`)
  if (callsRelayOnly === 'on' && !turnUrl)
    throw new ConfigError(`${flagOf('callsRelayOnly')} needs ${flagOf('turnUrl')}`)
  checkLiveKit(config)
}

/** Credentials as in the TURN REST API draft, which coturn's `use-auth-secret` checks: they expire by themselves. */
export function turnCredentials(secret: string, name: string, expiresAt: number) {
  const username = `${expiresAt}:${name}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

/** Whether the person's calls must go through a relay, by their own setting or the server's. */
export function isRelayed(org: Organization, userId: UserId): boolean {
  if (callOptions(org.services.config).callsRelayOnly === 'on') return true
  const account = org.get(peopleCache).byId.get(userId)
  return account !== undefined && personal(account, 'calls_relay_only')
}

type Carried = Pick<LiveCall, 'room'>

/**
 * Without a relay, people who hide their network address can't be in calls between browsers. On a LiveKit server, other
 * participants never see it.
 */
export function checkHasRelay(
  { org, viewer }: { readonly org: Organization; readonly viewer: { id: UserId } },
  { room }: Carried,
): void {
  if (room === null && !callOptions(org.services.config).turnUrl && isRelayed(org, viewer.id)) throw noRelay()
}

export function iceFor(org: Organization, userId: UserId, { room }: Carried): Ice {
  const { config } = org.services
  const { turnUrl, turnSecret, stunUrl } = callOptions(config)
  const stun = stunUrl ? [{ urls: stunUrl }] : []
  const isWithoutRelay = !turnUrl || !turnSecret
  const relay_only = isRelayed(org, userId) && !(room !== null && isWithoutRelay)
  if (isWithoutRelay) return { ice_servers: stun, ice_expires_at: null, relay_only }
  const ice_expires_at = seconds(org.now()) + credentialSecs
  const credentials = turnCredentials(turnSecret, `o${org.id}u${userId}`, ice_expires_at)
  return { ice_servers: [...stun, { urls: turnUrl, ...credentials }], ice_expires_at, relay_only }
}
