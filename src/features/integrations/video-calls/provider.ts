import { readFileSync } from 'node:fs'
import { z } from '#contract'
import { type Config, ConfigError, flagOf } from '#platform/config'
import type { VideoChatProvider } from '../../people/organization/register-constants.ts'
import { constructorGroups } from './constructor-groups.ts'
import { videoCallOptions } from './options.ts'

export interface MeetingProvider {
  readonly kind: 'zoom' | 'webex' | 'custom'
  readonly displayName: string
  /** What clients know it as. compat: of the public API's names they know two. */
  readonly wireName: 'zoom' | 'webex'
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly createUrl: string
  /** Empty if the scopes are configured at the provider. */
  readonly scopes: string
  readonly clientId: string
  /** A function, so that printing or serializing the provider doesn't reveal it. */
  readonly clientSecret: () => string
  /** How to send the client credentials: in a header, or in the body. */
  readonly clientAuth: 'basic' | 'post'
  /** The response field with the meeting's URL. */
  readonly linkField: string
}

/** From the providers' documentation. */
const presets = {
  zoom: {
    displayName: 'Zoom',
    wireName: 'zoom',
    authorizeUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    createUrl: 'https://api.zoom.us/v2/users/me/meetings',
    scopes: '',
    clientAuth: 'basic',
    linkField: 'join_url',
  },
  webex: {
    displayName: 'Webex',
    wireName: 'webex',
    authorizeUrl: 'https://webexapis.com/v1/authorize',
    tokenUrl: 'https://webexapis.com/v1/access_token',
    createUrl: 'https://webexapis.com/v1/meetings',
    scopes: 'meeting:schedules_write',
    clientAuth: 'post',
    linkField: 'webLink',
  },
  custom: {
    displayName: 'Meetings',
    wireName: 'zoom',
    authorizeUrl: '',
    tokenUrl: '',
    createUrl: '',
    scopes: '',
    clientAuth: 'basic',
    linkField: 'url',
  },
} as const

const isLocal = (url: string) => URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || isLocal(url), 'must begin with https://')

const known = new WeakMap<Config, MeetingProvider | null>()

/** The configured provider; reads the secret's file once. Throws ConfigError. */
export function meetingProvider(config: Config): MeetingProvider | undefined {
  let provider = known.get(config)
  if (provider === undefined) {
    provider = read(config)
    known.set(config, provider)
  }
  return provider ?? undefined
}

function read(config: Config): MeetingProvider | null {
  const options = videoCallOptions(config)
  const { meetingProvider: kind } = options
  if (!kind) return null
  const preset = presets[kind]
  const url = (name: keyof typeof videoCallOptions.declared, fallback: string): string => {
    const parsed = address.safeParse(options[name] ?? fallback)
    if (!parsed.success) throw new ConfigError(`${flagOf(name)}: ${parsed.error.issues[0]?.message}`)
    return parsed.data
  }
  const secret = options.meetingClientSecret || secretIn(options.meetingClientSecretFile)
  if (!options.meetingClientId) throw new ConfigError(`${flagOf('meetingClientId')}: the meeting provider needs one`)
  if (!secret) throw new ConfigError(`${flagOf('meetingClientSecret')}: the meeting provider needs one`)
  return {
    kind,
    displayName: options.meetingProviderName ?? preset.displayName,
    wireName: preset.wireName,
    authorizeUrl: url('meetingAuthorizeUrl', preset.authorizeUrl),
    tokenUrl: url('meetingTokenUrl', preset.tokenUrl),
    createUrl: url('meetingCreateUrl', preset.createUrl),
    scopes: options.meetingScopes ?? preset.scopes,
    clientId: options.meetingClientId,
    clientSecret: () => secret,
    clientAuth: options.meetingClientAuth ?? preset.clientAuth,
    linkField: options.meetingLinkField ?? preset.linkField,
  }
}

function secretIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${flagOf('meetingClientSecretFile')}: ${file} cannot be read (${code})`)
  }
}

export function callServicesOf(config: Config): VideoChatProvider[] {
  const { wireName } = meetingProvider(config) ?? {}
  const { bigBlueButtonUrl, bigBlueButtonSecret, nextcloudUrl, nextcloudUser, nextcloudPassword } =
    videoCallOptions(config)
  return [
    ...(wireName ? [wireName] : []),
    ...(bigBlueButtonUrl && bigBlueButtonSecret ? ['big_blue_button' as const] : []),
    ...(constructorGroups(config) ? ['constructor_groups' as const] : []),
    ...(nextcloudUrl && nextcloudUser && nextcloudPassword ? ['nextcloud_talk' as const] : []),
  ]
}
