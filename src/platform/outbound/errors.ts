/** A request without a response. The message is safe to show: it has at most the host, not the path or address. */
export class OutboundError extends Error {
  override readonly name: string = 'OutboundError'
}

/** Not a URL that requests can be sent to. */
export class BadUrlError extends OutboundError {
  override readonly name = 'BadUrlError'
}

export class RefusedHostError extends OutboundError {
  override readonly name = 'RefusedHostError'
  constructor(host: string) {
    super(`${host} is not at a public address`)
  }
}

/** The host doesn't exist or can't be connected to. */
export class UnreachableError extends OutboundError {
  override readonly name = 'UnreachableError'
  constructor(host: string, code: string) {
    super(`${host} cannot be reached (${code})`)
  }
}

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
