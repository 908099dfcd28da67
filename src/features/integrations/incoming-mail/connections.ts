import type { SMTPServer, SMTPServerSession } from 'smtp-server'
import { networkOf } from '#platform/http'

export interface ConnectionLimits {
  /** Connections per IPv4 address, or IPv6 /64. */
  readonly perAddress: number
  /** Maximum time before a mail begins, however many commands the client sends. */
  readonly beforeDataMs: number
  /** Maximum time from DATA to the end of the mail. */
  readonly mailMs: number
}

/** RFC 5321 recommends minutes for each step; here all steps share one limit. */
export const usualLimits: Omit<ConnectionLimits, 'perAddress'> = { beforeDataMs: 120_000, mailMs: 600_000 }

/** Tracks connections. Each has a deadline, which no command or byte extends. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #server: () => SMTPServer
  readonly #underWay = new Map<string, { readonly network: string; timer: NodeJS.Timeout }>()
  readonly #byNetwork = new Map<string, number>()

  constructor(limits: ConnectionLimits, server: () => SMTPServer) {
    this.#limits = limits
    this.#server = server
  }

  /** False if too many are open from its address. */
  opened({ id, remoteAddress }: SMTPServerSession): boolean {
    const network = networkOf(remoteAddress)
    const count = this.#byNetwork.get(network) ?? 0
    if (count >= this.#limits.perAddress) return false
    this.#byNetwork.set(network, count + 1)
    this.#underWay.set(id, { network, timer: this.#endLater(id, this.#limits.beforeDataMs) })
    return true
  }

  mailBegins({ id }: SMTPServerSession): void {
    this.#give(id, this.#limits.mailMs)
  }

  /** The client's deadline doesn't include the server's processing. */
  mailArrived({ id }: SMTPServerSession): void {
    clearTimeout(this.#underWay.get(id)?.timer)
  }

  mailEnds({ id }: SMTPServerSession): void {
    this.#give(id, this.#limits.beforeDataMs)
  }

  closed({ id }: SMTPServerSession): void {
    const known = this.#underWay.get(id)
    if (!known) return
    clearTimeout(known.timer)
    this.#underWay.delete(id)
    const left = (this.#byNetwork.get(known.network) ?? 1) - 1
    if (left > 0) this.#byNetwork.set(known.network, left)
    else this.#byNetwork.delete(known.network)
  }

  #give(id: string, ms: number): void {
    const known = this.#underWay.get(id)
    if (!known) return
    clearTimeout(known.timer)
    known.timer = this.#endLater(id, ms)
  }

  #endLater(id: string, ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      for (const connection of this.#server().connections)
        if (connection.session.id === id) connection.send(421, '4.4.2 This took too long', false)
    }, ms)
    return timer.unref()
  }
}
