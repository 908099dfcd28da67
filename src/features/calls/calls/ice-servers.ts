import { createHmac } from 'node:crypto'
import { seconds, type UserId } from '#contract'
import { type Config, ConfigError, flagOf } from '#platform/config'
import type { Organization } from '#platform/organization'
import type { IceServer } from './api.ts'
import { callOptions } from './options.ts'

/** Clients renew credentials with their reports, well before they expire. */
const credentialSecs = 6 * 60 * 60

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
}

/** Credentials as in the TURN REST API draft, which coturn's `use-auth-secret` checks: they expire by themselves. */
function turnCredentials(secret: string, name: string, expiresAt: number) {
  const username = `${expiresAt}:${name}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

export function iceFor(org: Organization, userId: UserId): Ice {
  const { config } = org.services
  const { turnUrl, turnSecret, stunUrl, callsRelayOnly } = callOptions(config)
  const stun = stunUrl ? [{ urls: stunUrl }] : []
  const relay_only = callsRelayOnly === 'on'
  if (!turnUrl || !turnSecret) return { ice_servers: stun, ice_expires_at: null, relay_only }
  const ice_expires_at = seconds(org.now()) + credentialSecs
  const credentials = turnCredentials(turnSecret, `o${org.id}u${userId}`, ice_expires_at)
  return { ice_servers: [...stun, { urls: turnUrl, ...credentials }], ice_expires_at, relay_only }
}
