import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** X-Forwarded-For as in Traefik 3: appends for callers in `forwardedHeaders.trustedIPs`, replaces for others. */
export async function traefikHeaders(toPort: number, trustedIps: readonly string[] = []): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const peer = incoming.socket.remoteAddress ?? ''
    const { 'x-forwarded-for': told, connection: _, ...headers } = incoming.headers
    const forwarded = trustedIps.includes(peer) && told !== undefined ? `${told}, ${peer}` : peer
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: toPort,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, 'x-forwarded-for': forwarded, 'x-real-ip': peer, 'x-forwarded-proto': 'https' },
      },
      (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers)
        told.pipe(answer)
      },
    )
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port
