import type { SMTPServer, SMTPServerSession } from 'smtp-server'
import { networkOf } from '#platform/http'

/** How much one client may hold of the listener. */
export interface ConnectionLimits {
  /** Connections from one IPv4 address, or one IPv6 /64. */
  readonly perAddress: number
  /** From the connection, or from the mail before, until the next mail begins: however often the client says something. */
  readonly beforeDataMs: number
  /** From the beginning of a mail until its end has come. */
  readonly mailMs: number
}

/** RFC 5321 would have servers wait for minutes at each step; all steps together get this long. */
export const usualLimits: Omit<ConnectionLimits, 'perAddress'> = { beforeDataMs: 120_000, mailMs: 600_000 }

/** Connections under way. Each has a total time for what it's doing, which no single byte or command extends. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #server: () => SMTPServer
  readonly #underWay = new Map<string, { readonly network: string; timer: NodeJS.Timeout }>()
  readonly #byNetwork = new Map<string, number>()

  constructor(limits: ConnectionLimits, server: () => SMTPServer) {
    this.#limits = limits
    this.#server = server
  }

  /** False where too many from its address are open already. */
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

  /** Its end has come; what the server does with it takes the client's time no more. */
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
