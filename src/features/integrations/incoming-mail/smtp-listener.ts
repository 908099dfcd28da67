import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { ConfigError, flagOf } from '#platform/config'
import type { Host, Listener } from '#platform/serve'
import { followCertificate, readCertificate } from '#platform/tls'
import type { Addressee } from './access.ts'
import { admit } from './actions/admit.ts'
import { mailFolder, receiveMail, type Verdict } from './actions/receive.ts'
import { type ConnectionLimits, Connections, usualLimits } from './connections.ts'
import { incomingMailOptions, parseListen } from './options.ts'
import { countOutcome } from './tally.ts'

const maxConnections = 100
const maxRecipients = 20
const maxUnknown = 10
const patienceMs = 60_000

/** An SMTP response; see RFC 5321 and 3463. */
class Reply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}
const unknown = () => new Reply(550, '5.1.1 Unknown address')
const tooMany = () => new Reply(451, '4.7.1 Too many mails in an hour; later')
const later = () => new Reply(451, '4.3.0 Temporary failure, try again later')
const tooLarge = () => new Reply(552, '5.3.4 The mail is too large')
const manyRecipients = () => new Reply(452, '4.5.3 Too many recipients at once; the others in another mail')
const enough = () => new Reply(421, '4.7.0 Too many unknown recipients')
const crowded = () => new Reply(421, '4.7.0 Too many connections from your address')

interface Talk {
  addressees: Map<string, Addressee>
  unknown: number
}

/** Listens for SMTP if configured. A mail is acknowledged once it's a message or refused. */
export async function listenForMail(host: Host, limits: Partial<ConnectionLimits> = {}): Promise<Listener | undefined> {
  const { smtpListen, maxIncomingMailMib, smtpConnectionsPerAddress } = incomingMailOptions(host.config)
  const place = smtpListen === undefined ? undefined : parseListen(smtpListen)
  if (!place) return undefined
  const certificate = readCertificate(host.config)
  const talks = new WeakMap<SMTPServerSession, Talk>()
  const talkOf = (session: SMTPServerSession): Talk => {
    const talk = talks.get(session) ?? { addressees: new Map(), unknown: 0 }
    talks.set(session, talk)
    return talk
  }
  const answer = (work: Promise<void>, done: (error?: Error | null) => void) =>
    void work.then(
      () => done(),
      (error: unknown) => done(error instanceof Reply ? error : failed(error)),
    )
  const failed = (error: unknown): Reply => {
    // the connection is closed, so this reply goes nowhere and there is nothing to log
    if ((error as NodeJS.ErrnoException).code === 'ECONNECTION') return later()
    host.notice(`Incoming email failed: ${(error as Error).stack}`)
    return later()
  }
  const size = maxIncomingMailMib * 2 ** 20
  const connections = new Connections(
    { ...usualLimits, perAddress: smtpConnectionsPerAddress, ...limits },
    () => server,
  )
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    name: new URL(host.rootUrl).hostname,
    banner: 'Loquat',
    size,
    ...(certificate ? { key: certificate.key, cert: certificate.cert } : {}),
    authOptional: true,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    maxClients: maxConnections,
    socketTimeout: patienceMs,
    closeTimeout: 10_000,
    onConnect(session, done) {
      done(connections.opened(session) ? null : crowded())
    },
    onClose(session) {
      connections.closed(session)
    },
    onMailFrom(_address, session, done) {
      talkOf(session).addressees.clear()
      done()
    },
    onRcptTo({ address }, session, done) {
      answer(noteRecipient(host, talkOf(session), senderOf(session), address), done)
    },
    onData(stream, session, done) {
      const talk = talkOf(session)
      connections.mailBegins(session)
      stream.once('end', () => connections.mailArrived(session))
      const taken = takeMail(host, stream, size, senderOf(session), [...talk.addressees.values()])
      answer(
        taken.finally(() => connections.mailEnds(session)),
        done,
      )
    },
  })
  // ignore connection errors of clients
  server.on('error', () => {})
  await listening(server, place)
  const { address, port } = server.server.address() as { address: string; port: number }
  host.notice(`Listening for email at ${address.includes(':') ? `[${address}]` : address}:${port}`)
  const endFollowing = certificate && follow(host, server)
  return {
    port,
    async close() {
      endFollowing?.()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  } as Listener & { port: number }
}

const senderOf = ({ envelope: { mailFrom } }: SMTPServerSession): string => (mailFrom ? mailFrom.address : '')

async function listening(server: SMTPServer, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) =>
      reject(new ConfigError(`${flagOf('smtpListen')}: ${host}:${port} cannot be used: ${error.message}`))
    server.server.once('error', refuse)
    server.listen(port, host, () => {
      server.server.off('error', refuse)
      resolve()
    })
  })
}

/** Reloads a renewed certificate. */
const follow = (host: Host, server: SMTPServer): (() => void) =>
  followCertificate(
    host.config,
    { setSecureContext: (fresh: { key: Buffer; cert: Buffer }) => server.updateSecureContext(fresh) } as never,
    { renewed() {}, unusable() {} },
  )

async function noteRecipient(host: Host, talk: Talk, sender: string, address: string): Promise<void> {
  if (talk.unknown >= maxUnknown) throw enough()
  if (talk.addressees.size >= maxRecipients) throw manyRecipients()
  const admission = await admit(host, sender, address)
  if ('addressee' in admission) {
    talk.addressees.set(address.toLowerCase(), admission.addressee)
    return
  }
  if (admission.refused === 'too many') throw tooMany()
  talk.unknown++
  throw unknown()
}

async function takeMail(
  host: Host,
  stream: SMTPServerDataStream,
  size: number,
  sender: string,
  addressees: readonly Addressee[],
): Promise<void> {
  const folder = await mailFolder()
  try {
    const file = join(folder, 'mail')
    const cut = new Beginning(size)
    await pipeline(stream, cut, createWriteStream(file, { mode: 0o600 }))
    if (stream.sizeExceeded || cut.isCut) {
      countOutcome(host, 'too large')
      throw tooLarge()
    }
    throwRefusal(await receiveMail(host, { sender, addressees, file }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function throwRefusal(verdict: Verdict): void {
  if (verdict.kind === 'later') throw later()
  if (verdict.kind !== 'refused') return
  const code = verdict.outcome === 'unreadable' ? '5.6.0' : '5.7.1'
  throw new Reply(550, `${code} ${verdict.reason.replace(/[^\x20-\x7e]+/g, '?').slice(0, 300)}`)
}

/** Passes the first bytes and discards the rest: a client that is disconnected would send everything again. */
class Beginning extends Transform {
  #left: number
  isCut = false

  constructor(size: number) {
    super()
    this.#left = size
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const kept = chunk.subarray(0, this.#left)
    this.#left -= kept.length
    if (kept.length < chunk.length) this.isCut = true
    done(null, kept)
  }
}
