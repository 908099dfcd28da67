import { type Config, ConfigError, flagOf } from '#platform/config'
import { callOptions } from '../options.ts'

/** The LiveKit server that carries calls. */
export interface LiveKit {
  /** For browsers: `wss://livekit.example.com`. */
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly maxPeople: number
}

/** Undefined if none is configured. */
export function livekitOf(config: Config): LiveKit | undefined {
  const { livekitUrl, livekitApiKey, livekitApiSecret, livekitMaxParticipants } = callOptions(config)
  if (!livekitUrl || !livekitApiKey || !livekitApiSecret) return undefined
  return { url: livekitUrl, key: livekitApiKey, secret: livekitApiSecret, maxPeople: livekitMaxParticipants }
}

/** Throws ConfigError if only some of the options are set. */
export function checkLiveKit(config: Config): void {
  const { livekitUrl, livekitApiKey, livekitApiSecret } = callOptions(config)
  const missing = Object.entries({ livekitUrl, livekitApiKey, livekitApiSecret }).find(([, value]) => !value)
  if (missing && (livekitUrl || livekitApiKey || livekitApiSecret))
    throw new ConfigError(`LiveKit needs ${flagOf(missing[0])} too`)
}

/** The address of the server's HTTP API. */
export const httpUrlOf = ({ url }: Pick<LiveKit, 'url'>): string => url.replace(/^ws/, 'http')

/** The origins that pages connect to during calls. */
export function callOrigins(config: Config): readonly string[] {
  const { livekitUrl } = callOptions(config)
  if (!livekitUrl) return []
  const { host, protocol } = new URL(livekitUrl)
  return protocol === 'wss:' ? [`wss://${host}`, `https://${host}`] : [`ws://${host}`, `http://${host}`]
}
