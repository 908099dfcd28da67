import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'
import type { TestServer } from './server.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  headers: Map<string, string>
  text: string
  html: string
  raw: string
}

/** A real SMTP server on a free port, which stores what it receives. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** Error codes for the next emails, such as 451. */
  refusals: number[] = []
  #hold: { readonly until: Promise<void>; reached(): void } | undefined
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'loquat' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('No')),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          this.#hold?.reached()
          await this.#hold?.until
          const responseCode = this.refusals.shift()
          if (responseCode) return done(Object.assign(new Error('Not now'), { responseCode }))
          const from = (envelope.mailFrom as SMTPServerAddress).address
          const to = envelope.rcptTo.map(({ address }) => address)
          this.mails.push({ from, to, ...parseMail(Buffer.concat(chunks).toString('utf8')) })
          done()
        })
      },
    })
    // tests kill servers while they send
    this.#server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') throw error
    })
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', () => resolve()))
    return server
  }

  /** Accepts emails only once released; `reached` resolves when the first one waits. */
  holdBack(): { readonly reached: Promise<void>; release(): void } {
    let reached = () => {}
    let release = () => {}
    const isReached = new Promise<void>((resolve) => {
      reached = resolve
    })
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    this.#hold = { until, reached }
    return {
      reached: isReached,
      release: () => {
        this.#hold = undefined
        release()
      },
    }
  }

  get url(): string {
    return `smtp://loquat:${encodeURIComponent('p@ss')}@127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** Runs pending jobs; returns every email that a server without SMTP has written to its folder, in order. */
export async function writtenMails({ runtime }: TestServer): Promise<Omit<ReceivedMail, 'from' | 'to'>[]> {
  await runtime.timer.wake()
  const folder = join(runtime.config.dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const id = (name: string) => Number(/-(\d+)\.eml$/.exec(name)?.[1])
  const sorted = names.sort((a, b) => id(a) - id(b))
  return Promise.all(sorted.map(async (name) => parseMail(await readFile(join(folder, name), 'utf8'))))
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  return headers
}

/** Decodes RFC 2047 encoded words. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, body]) =>
          kind?.toLowerCase() === 'b'
            ? Buffer.from(body as string, 'base64')
            : unquoted((body as string).replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )

const unquoted = (text: string): Buffer =>
  Buffer.concat(
    [...text.replace(/=\r\n/g, '').matchAll(/=([0-9A-F]{2})|([^=]+|=)/gi)].map(([, hex, plain]) =>
      hex ? Buffer.from(hex, 'hex') : Buffer.from(plain as string, 'utf8'),
    ),
  )

function split(message: string): Part {
  const end = message.indexOf('\r\n\r\n')
  return { headers: headersOf(message.slice(0, end)), body: message.slice(end + 4) }
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return (encoding === 'quoted-printable' ? unquoted(body).toString('utf8') : body).replaceAll('\r\n', '\n')
}

interface Part {
  readonly headers: Map<string, string>
  readonly body: string
}

/** All parts that have no parts themselves. */
function partsOf({ headers, body }: Part): Part[] {
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [{ headers, body }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(split(part.replace(/^\r\n/, ''))))
}

export function parseMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const message = split(raw)
  const parts = partsOf(message)
  const of = (type: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    return part ? decoded(part) : ''
  }
  return { headers: message.headers, text: of('text/plain'), html: of('text/html'), raw }
}

export const keyIn = ({ text }: Pick<ReceivedMail, 'text'>): string => {
  const key = /\/(?:join|appeal|application|accounts\/password\/reset|accounts\/email(?:\/stop)?)\/([\w-]+)/.exec(
    text,
  )?.[1]
  if (!key) throw new Error(`There is no link in: ${text}`)
  return key
}
