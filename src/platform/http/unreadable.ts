import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Several Host headers make the organization ambiguous (RFC 9112, 3.2); Node keeps the first and hides the rest. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

const refusal = (line: string): string => {
  const body = JSON.stringify({ result: 'error', msg: 'Malformed request', code: 'BAD_REQUEST' })
  const headers = ['Content-Type: application/json', 'X-Content-Type-Options: nosniff']
  return `HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
}
export const malformed = refusal('400 Bad Request')
const headersTooLarge = refusal('431 Request Header Fields Too Large')

export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  socket.end(error.code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge : malformed)
}
