/**
 * A request that did not bring an answer. The message can be shown to whoever aimed it and be logged: it names the
 * host at most, and neither the rest of the address nor where the host was found.
 */
export class OutboundError extends Error {
  override readonly name: string = 'OutboundError'
}

/** Not an address that requests are sent to. */
export class BadUrlError extends OutboundError {
  override readonly name = 'BadUrlError'
}

/** The host is not a public one, and not in an allowed network. */
export class RefusedHostError extends OutboundError {
  override readonly name = 'RefusedHostError'
  constructor(host: string) {
    super(`${host} is not at a public address`)
  }
}

/** There is no such host, or it does not talk to us. */
export class UnreachableError extends OutboundError {
  override readonly name = 'UnreachableError'
  constructor(host: string, code: string) {
    super(`${host} cannot be reached (${code})`)
  }
}

/** The whole answer did not come in time. */
export class TimedOutError extends OutboundError {
  override readonly name = 'TimedOutError'
  constructor(host: string, seconds: number) {
    super(`${host} did not answer within ${seconds} seconds`)
  }
}

export class TooLargeError extends OutboundError {
  override readonly name = 'TooLargeError'
  constructor(host: string, bytes: number) {
    super(`the answer of ${host} is longer than ${bytes} bytes`)
  }
}

export class TooManyRedirectsError extends OutboundError {
  override readonly name = 'TooManyRedirectsError'
  constructor(host: string) {
    super(`${host} leads from one address to the next`)
  }
}
