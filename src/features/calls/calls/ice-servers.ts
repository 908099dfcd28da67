import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  const { turnUrl, turnSecret, turnSecretFile, callsRelayOnly } = callOptions(config)
  if (turnSecret && turnSecretFile)
    throw new ConfigError(`${flagOf('turnSecret')} and ${flagOf('turnSecretFile')}: use only one of them`)
  if (turnUrl && !secretOf(config))
    throw new ConfigError(`${flagOf('turnUrl')} needs ${flagOf('turnSecret')} or ${flagOf('turnSecretFile')}`)
  if (callsRelayOnly === 'on' && !turnUrl)
    throw new ConfigError(`${flagOf('callsRelayOnly')} needs ${flagOf('turnUrl')}`)
}

const secrets = new Map<string, string>()

function secretOf(config: Config): string | undefined {
  const { turnSecret, turnSecretFile: file } = callOptions(config)
  if (turnSecret || !file) return turnSecret
  const known = secrets.get(file)
  if (known !== undefined) return known
  try {
    const secret = readFileSync(file, 'utf8').trim()
    secrets.set(file, secret)
    return secret
  } catch (error) {
    throw new ConfigError(`${flagOf('turnSecretFile')}: can't read ${file}: ${(error as Error).message}`)
  }
}

/** Credentials as in the TURN REST API draft, which coturn's `use-auth-secret` checks: they expire by themselves. */
function turnCredentials(secret: string, name: string, expiresAt: number) {
  const username = `${expiresAt}:${name}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

export function iceFor(org: Organization, userId: UserId): Ice {
  const { config } = org.services
  const { turnUrl, stunUrl, callsRelayOnly } = callOptions(config)
  const stun = stunUrl ? [{ urls: stunUrl }] : []
  const relay_only = callsRelayOnly === 'on'
  const secret = turnUrl && secretOf(config)
  if (!turnUrl || !secret) return { ice_servers: stun, ice_expires_at: null, relay_only }
  const ice_expires_at = seconds(org.now()) + credentialSecs
  const credentials = turnCredentials(secret, `o${org.id}u${userId}`, ice_expires_at)
  return { ice_servers: [...stun, { urls: turnUrl, ...credentials }], ice_expires_at, relay_only }
}
