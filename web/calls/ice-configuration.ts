import type { IceServer } from '../../src/features/calls/calls/api.ts'
import { credentialSecs } from '../../src/features/calls/calls/limits.ts'

/** What the server says about relays when joining, and partly with each report. */
interface IceAnswer {
  readonly relay_only: boolean
  readonly ice_servers?: readonly IceServer[] | undefined
  readonly ice_expires_at?: number | null | undefined
}

/** The servers and policy by which a call connects. Credentials are renewed halfway, so that many renewals can fail. */
export class IceConfiguration {
  #servers: readonly IceServer[] = []
  #isRelayOnly = false
  /** In milliseconds by this device's clock, which the server's may differ from; infinite without credentials. */
  #renewsAt = Number.POSITIVE_INFINITY

  constructor(joined: IceAnswer, now: number) {
    this.follow(joined, now)
  }

  get current(): RTCConfiguration {
    return { iceServers: [...this.#servers], iceTransportPolicy: this.#isRelayOnly ? 'relay' : 'all' }
  }

  needsRenewal(now: number): boolean {
    return now >= this.#renewsAt
  }

  /** Follows what the server says; returns whether connections have to change. */
  follow({ relay_only, ice_servers, ice_expires_at }: IceAnswer, now: number): boolean {
    const changes = relay_only !== this.#isRelayOnly || ice_servers !== undefined
    this.#isRelayOnly = relay_only
    if (ice_servers) {
      this.#servers = ice_servers
      this.#renewsAt = ice_expires_at == null ? Number.POSITIVE_INFINITY : now + (credentialSecs / 2) * 1_000
    }
    return changes
  }
}
