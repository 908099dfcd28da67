import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import ipaddr from 'ipaddr.js'
import type { TurnServer } from '../features/calls/calls/turn-url.ts'

/** Numbers of RFC 8489 and RFC 8656. */
const methods = { allocate: 0x0003, refresh: 0x0004 } as const
const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  transport: 0x0019,
} as const
const cookie = 0x2112a442
const udp = Buffer.from([17, 0, 0, 0])
const [headerBytes, integrityBytes] = [20, 24]
const repeatMs = 500

interface Credentials {
  readonly username: string
  readonly credential: string
}

/** An error response of a TURN server. */
export class TurnError extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(`error ${code}${reason ? ` (${reason})` : ''}`)
    this.code = code
  }
}

type Attribute = readonly [type: number, value: Buffer]

function encoded([type, value]: Attribute): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

function message(method: number, parts: readonly Attribute[], key?: Buffer): Buffer {
  const body = Buffer.concat(parts.map(encoded))
  const head = Buffer.alloc(headerBytes)
  head.writeUInt16BE(method, 0)
  head.writeUInt16BE(body.length + (key ? integrityBytes : 0), 2)
  head.writeUInt32BE(cookie, 4)
  randomBytes(12).copy(head, 8)
  const all = Buffer.concat([head, body])
  if (!key) return all
  return Buffer.concat([all, encoded([attributes.integrity, createHmac('sha1', key).update(all).digest()])])
}

function partsOf(answer: Buffer): Map<number, Buffer> {
  const parts = new Map<number, Buffer>()
  for (let at = headerBytes; at + 4 <= answer.length; ) {
    const length = answer.readUInt16BE(at + 2)
    parts.set(answer.readUInt16BE(at), answer.subarray(at + 4, at + 4 + length))
    at += 4 + length + ((4 - (length % 4)) % 4)
  }
  return parts
}

/** Undoes the XOR with the header of the answer. */
function relayedAddress(answer: Buffer, value: Buffer | undefined): string {
  const length = value?.[1] === 1 ? 4 : 16
  if (!value || value.length < 4 + length) throw new Error('its response has no relay')
  const key = answer.subarray(4, 4 + length)
  return ipaddr
    .fromByteArray([...value.subarray(4, 4 + length)].map((byte, at) => byte ^ (key[at] as number)))
    .toString()
}

interface Wire {
  ask(request: Buffer): Promise<Buffer>
  close(): void
}

function overUdp({ host, port }: TurnServer, timeoutMs: number, family: 4 | 6): Wire {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const send = () => socket.send(request, port, host, (error) => error && done(() => reject(error)))
        const repeat = setInterval(send, repeatMs)
        const late = setTimeout(() => done(() => reject(new Error('no response'))), timeoutMs)
        const done = (then: () => void) => {
          clearInterval(repeat)
          clearTimeout(late)
          socket.removeAllListeners()
          then()
        }
        socket.on('error', (error) => done(() => reject(error)))
        socket.on('message', (answer) => {
          if (answer.length >= headerBytes && answer.subarray(8, 20).equals(request.subarray(8, 20)))
            done(() => resolve(answer))
        })
        send()
      }),
    close: () => socket.close(),
  }
}

async function overStream(stream: Duplex, opened: string, timeoutMs: number): Promise<Wire> {
  let late: NodeJS.Timeout | undefined
  const failing = new Promise<never>((_, reject) => {
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('it closed the connection')))
    late = setTimeout(() => reject(new Error('no response')), timeoutMs)
  })
  failing.catch(() => {})
  const close = () => {
    clearTimeout(late)
    stream.destroy()
  }
  try {
    await Promise.race([new Promise((resolve) => stream.once(opened, resolve)), failing])
  } catch (error) {
    close()
    throw error
  }
  let received = Buffer.alloc(0)
  const answerOf = (request: Buffer) =>
    new Promise<Buffer>((resolve) => {
      stream.removeAllListeners('data')
      stream.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        const length = received.length >= headerBytes ? headerBytes + received.readUInt16BE(2) : Infinity
        if (received.length < length) return
        const answer = received.subarray(0, length)
        received = received.subarray(length)
        if (answer.subarray(8, 20).equals(request.subarray(8, 20))) resolve(answer)
      })
    })
  return {
    ask(request) {
      const answer = answerOf(request)
      stream.write(request)
      return Promise.race([answer, failing])
    },
    close,
  }
}

async function wireTo(server: TurnServer, timeoutMs: number): Promise<Wire> {
  const { host, port, transport } = server
  if (transport === 'udp') return overUdp(server, timeoutMs, isIP(host) === 6 ? 6 : 4)
  if (transport === 'tcp') return overStream(connect(port, host), 'connect', timeoutMs)
  return overStream(connectTls({ port, host, servername: isIP(host) ? '' : host }), 'secureConnect', timeoutMs)
}

function checkSuccess(answer: Buffer, method: number): Map<number, Buffer> {
  const parts = partsOf(answer)
  if (answer.readUInt16BE(0) === (method | 0x0100)) return parts
  const error = parts.get(attributes.error)
  if (!error || error.length < 4) throw new Error('its response isn’t one of a TURN server')
  throw new TurnError((error[2] as number) * 100 + (error[3] as number), error.subarray(4).toString('utf8'))
}

/** Allocates a relay at a TURN server and gives it back. Returns its address. */
export async function allocate(
  server: TurnServer,
  { username, credential }: Credentials,
  timeoutMs: number,
): Promise<string> {
  const wire = await wireTo(server, timeoutMs)
  try {
    const wanted: Attribute = [attributes.transport, udp]
    const first = partsOf(await wire.ask(message(methods.allocate, [wanted])))
    const [realm, nonce] = [first.get(attributes.realm), first.get(attributes.nonce)]
    if (!realm || !nonce) throw new Error('it doesn’t ask for credentials: it isn’t a TURN server, or open to everyone')
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest()
    const own: Attribute[] = [
      [attributes.username, Buffer.from(username)],
      [attributes.realm, realm],
      [attributes.nonce, nonce],
    ]
    const answer = await wire.ask(message(methods.allocate, [wanted, ...own], key))
    const address = relayedAddress(answer, checkSuccess(answer, methods.allocate).get(attributes.relayed))
    await wire.ask(message(methods.refresh, [[attributes.lifetime, Buffer.alloc(4)], ...own], key)).catch(() => {})
    return address
  } finally {
    wire.close()
  }
}
