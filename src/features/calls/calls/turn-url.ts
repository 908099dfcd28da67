export interface TurnServer {
  readonly host: string
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls' | 'dtls'
}

/** Undefined if the URL isn't one of a TURN server. */
export function turnServerOf(url: string): TurnServer | undefined {
  const [, scheme, host = '', digits, transport] =
    /^(turns?):(\[[\da-fA-F:.]+\]|[^\s:?[\]/]+)(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? []
  if (!scheme) return undefined
  const isSecure = scheme === 'turns'
  const port = Number(digits ?? (isSecure ? 5349 : 3478))
  if (port === 0 || port > 65_535) return undefined
  const plain = transport === 'tcp' ? 'tcp' : 'udp'
  const secure = transport === 'udp' ? 'dtls' : 'tls'
  return { host: host.replace(/^\[|\]$/g, ''), port, transport: isSecure ? secure : plain }
}
