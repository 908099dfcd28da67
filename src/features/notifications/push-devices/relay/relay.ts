import { z } from '#contract'
import type { Config } from '#platform/config'
import { type Outbound, OutboundError } from '#platform/outbound'
import { pushDeviceOptions } from '../options.ts'

/** A device as the relay knows it: by its token, or (older protocol) by the relay's ID. */
export type RelayDevice = { readonly token_id: string } | { readonly device_id: number }

interface RelayRegistration {
  /** The app's ID: its token's ID, or (older protocol) a number. */
  readonly device: { readonly token_id: string } | { readonly push_account_id: number }
  readonly bouncer_public_key: string
  readonly encrypted_push_registration: string
}

/** The relay's reasons to refuse a registration, as clients know them. */
export type RefusalCode = 'INVALID_BOUNCER_PUBLIC_KEY' | 'REQUEST_EXPIRED' | 'INVALID_ENCRYPTED_PUSH_REGISTRATION'

export type RegistrationOutcome =
  | { readonly kind: 'accepted'; readonly relayId: number | null }
  | { readonly kind: 'refused'; readonly code: RefusalCode }

export interface RelayNotification {
  readonly device: RelayDevice
  /** The key's ID in the app: `push_key_id`, or (older protocol) `push_account_id`. */
  readonly key: { readonly push_key_id: number } | { readonly push_account_id: number }
  readonly token_kind: string
  /** Base64. */
  readonly encrypted_data: string
  /** Whether to wake a sleeping device. */
  readonly priority: 'high' | 'normal'
}

/** For the operator, without keys or texts. `kind`: no response; an error; this server isn't accepted. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly kind: 'unreachable' | 'failing' | 'refusing'
  constructor(kind: RelayError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const refusals: Record<string, RefusalCode> = {
  INVALID_BOUNCER_PUBLIC_KEY: 'INVALID_BOUNCER_PUBLIC_KEY',
  REQUEST_EXPIRED: 'REQUEST_EXPIRED',
  INVALID_ENCRYPTED_PUSH_REGISTRATION: 'INVALID_ENCRYPTED_PUSH_REGISTRATION',
  // couldn't be decrypted, or wasn't understood
  BAD_REQUEST: 'INVALID_ENCRYPTED_PUSH_REGISTRATION',
}

const Answer = z.looseObject({ result: z.string(), code: z.string().optional() })
const Accepted = z.object({ device_id: z.int().optional() })
const Notified = z.object({
  gone: z.array(z.union([z.object({ token_id: z.string() }), z.object({ device_id: z.int() })])).default([]),
})

/** The configured push relay; see docs/push.md for its protocol. */
export class Relay {
  readonly #outbound: Outbound
  readonly #url: string
  readonly #authorization: string | undefined

  constructor(outbound: Outbound, url: string, credentials: { id: string; key: string } | undefined) {
    this.#outbound = outbound
    this.#url = url.replace(/(?<!\/)\/+$/, '')
    this.#authorization =
      credentials && `Basic ${Buffer.from(`${credentials.id}:${credentials.key}`).toString('base64')}`
  }

  /** Throws a {@link RelayError} if a retry may help. */
  async register(realmUuid: string, registration: RelayRegistration): Promise<RegistrationOutcome> {
    const { device, bouncer_public_key, encrypted_push_registration } = registration
    const form = new URLSearchParams({ realm_uuid: realmUuid })
    for (const [name, value] of Object.entries(device)) form.set(name, String(value))
    form.set('encrypted_push_registration', encrypted_push_registration)
    form.set('bouncer_public_key', bouncer_public_key)
    const { status, answer } = await this.#post('/remotes/push/e2ee/register', {
      'content-type': 'application/x-www-form-urlencoded',
      body: form.toString(),
    })
    const code = status === 400 ? refusals[answer.code ?? ''] : undefined
    if (code) return { kind: 'refused', code }
    const accepted = this.#understood(status, answer, Accepted)
    // without the ID, the device can't be reached
    if (!('token_id' in device) && accepted.device_id === undefined) throw this.#senseless()
    return { kind: 'accepted', relayId: accepted.device_id ?? null }
  }

  /** Sends up to a hundred notifications; returns devices that are gone. */
  async notify(realmUuid: string, notifications: readonly RelayNotification[]): Promise<RelayDevice[]> {
    const requests = notifications.map(({ device, key, ...rest }) => ({ ...device, ...key, ...rest }))
    const { status, answer } = await this.#post('/remotes/push/e2ee/notify', {
      'content-type': 'application/json',
      body: JSON.stringify({ realm_uuid: realmUuid, notifications: requests }),
    })
    return this.#understood(status, answer, Notified).gone
  }

  async #post(path: string, { body, ...headers }: { 'content-type': string; body: string }) {
    const answer = await this.#outbound
      .request({
        url: `${this.#url}/api/v1${path}`,
        method: 'POST',
        headers: { ...headers, ...(this.#authorization ? { authorization: this.#authorization } : {}) },
        body,
        timeoutMs: 15_000,
        maxBytes: 256 * 1024,
        // its URL is from the configuration
        trusted: true,
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error
        throw new RelayError('unreachable', `The push relay: ${error.message}`)
      })
    return { status: answer.status, answer: this.#parsed(answer.status, answer.text()) }
  }

  #parsed(status: number, text: string): z.infer<typeof Answer> {
    if (status >= 500) throw new RelayError('failing', `The push relay answers with status ${status}`)
    try {
      return Answer.parse(JSON.parse(text))
    } catch {
      throw this.#senseless()
    }
  }

  #understood<S extends z.ZodType>(status: number, answer: z.infer<typeof Answer>, schema: S): z.output<S> {
    if (status === 401 || status === 403)
      throw new RelayError('refusing', `The push relay does not accept this server (status ${status})`)
    if (status !== 200 || answer.result !== 'success')
      throw new RelayError('failing', `The push relay answers with status ${status}`)
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw this.#senseless()
    return parsed.data
  }

  #senseless(): RelayError {
    return new RelayError('failing', 'The push relay answers with something else than it should')
  }
}

/** Undefined if none is configured. */
export function relayOf({ config, outbound }: { config: Config; outbound: Outbound }): Relay | undefined {
  const { pushRelayUrl, pushRelayOrgId, pushRelayKey } = pushDeviceOptions(config)
  if (pushRelayUrl === undefined) return undefined
  const credentials =
    pushRelayOrgId !== undefined && pushRelayKey !== undefined ? { id: pushRelayOrgId, key: pushRelayKey } : undefined
  return new Relay(outbound, pushRelayUrl, credentials)
}
