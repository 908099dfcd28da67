import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Config, projectRoot } from '#platform/config'
import type { Host, Listener } from '#platform/serve'
import { type Person, startServer, TestOrganization, type TestServer } from '#test'
import { MailServer, type ReceivedMail } from '../../../../test/harness/mail.ts'
import type { ConnectionLimits } from './connections.ts'
import { listenForMail } from './smtp-listener.ts'
import { type Outcome, tallyOf } from './tally.ts'

export class Talk {
  readonly #socket: Socket
  readonly ended: Promise<void>
  #received = ''
  #wake = () => {}

  private constructor(port: number, localAddress: string) {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress })
    this.ended = new Promise((resolve) => this.#socket.once('close', () => resolve()))
    this.#socket.setEncoding('utf8')
    this.#socket.on('data', (text: string) => {
      this.#received += text
      this.#wake()
    })
    this.#socket.on('error', () => {})
  }

  /** Any local address that begins with 127 can be used. */
  static async open(port: number, from = '127.0.0.1'): Promise<Talk> {
    const talk = new Talk(port, from)
    await talk.answer()
    await talk.say('EHLO outside.example')
    return talk
  }

  static async greeting(port: number, from = '127.0.0.1'): Promise<string> {
    const talk = new Talk(port, from)
    const words = await talk.answer()
    talk.close()
    await talk.ended
    return words
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && !this.#socket.readableEnded
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  async answer(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-[^\n]*\n)*\d{3} [^\n]*\n/.exec(this.#received)
      if (match) {
        this.#received = this.#received.slice(match[0].length)
        return match[0].trimEnd()
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  say(line: string): Promise<string> {
    this.#socket.write(`${line}\r\n`)
    return this.answer()
  }

  /** Returns the first error response, or that to the end of the mail. */
  async send(mail: string | Buffer, { from = 'grace@outside.example', to = [] as string[] } = {}): Promise<string> {
    for (const line of [`MAIL FROM:<${from}>`, ...to.map((address) => `RCPT TO:<${address}>`), 'DATA']) {
      const answer = await this.say(line)
      if (!/^[23]/.test(answer)) return answer
    }
    const text = typeof mail === 'string' ? Buffer.from(mail) : mail
    this.#socket.write(text)
    return this.say(text.subarray(-2).toString() === '\r\n' ? '.' : '\r\n.')
  }

  close(): void {
    this.#socket.destroy()
  }
}

const configured = (host: Host, more: Partial<Config>): Host =>
  new Proxy(host, {
    get(target, name) {
      const value: unknown = name === 'config' ? { ...target.config, ...more } : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

export class Post {
  readonly server: TestServer
  readonly smtp: MailServer
  readonly #listener: Listener & { port?: number }

  private constructor(server: TestServer, smtp: MailServer, listener: Listener) {
    this.server = server
    this.smtp = smtp
    this.#listener = listener
  }

  /** The certificate is only used for mail, so HTTP stays unencrypted. */
  static async start(
    flags: Record<string, string> = {},
    certificate?: Partial<Config>,
    limits?: Partial<ConnectionLimits>,
  ): Promise<Post> {
    const smtp = await MailServer.start()
    const server = await startServer({
      smtpUrl: smtp.url,
      mailFrom: 'chat@loquat.example',
      smtpListen: '127.0.0.1:0',
      ...flags,
    })
    const host = certificate ? configured(server.runtime, certificate) : server.runtime
    return new Post(server, smtp, (await listenForMail(host, limits)) as Listener)
  }

  get port(): number {
    return this.#listener.port as number
  }

  async close(): Promise<void> {
    await this.#listener.close()
    await this.server.close()
    await this.smtp.close()
  }

  async people(): Promise<{ society: TestOrganization; ada: Person; ben: Person; cleo: Person }> {
    const society = await TestOrganization.found(this.server)
    return { society, ada: society.owner, ben: await society.join('Ben'), cleo: await society.join('Cleo') }
  }

  async send(mail: string | Buffer, to: string | string[], from?: string): Promise<string> {
    const talk = await Talk.open(this.port)
    const answer = await talk.send(mail, { to: [to].flat(), ...(from === undefined ? {} : { from }) })
    talk.close()
    return answer
  }

  /** Increases of the counters during `work`. */
  async counting(work: () => Promise<unknown>): Promise<Partial<Record<Outcome, number>>> {
    const before = new Map(tallyOf(this.server.runtime))
    await work()
    const grown = [...tallyOf(this.server.runtime)].map(([outcome, count]) => [
      outcome,
      count - (before.get(outcome) ?? 0),
    ])
    return Object.fromEntries(grown.filter(([, count]) => count !== 0))
  }

  /** Advances the clock; returns the mails sent to the person at the end. */
  async pass(secs: number, to: Person): Promise<ReceivedMail[]> {
    const before = this.smtp.mails.length
    this.server.clock.advance(secs * 1000)
    await this.server.runtime.timer.wake()
    await this.server.runtime.timer.wake()
    return this.smtp.mails.slice(before).filter((mail) => mail.to[0] === to.email)
  }
}

export const mailNamed = (name: string): Promise<Buffer> =>
  readFile(join(projectRoot, `test/fixtures/mails/${name}.eml`))

let mails = 0
/** A short mail; each one is unique. */
export const rawMail = (text: string, headers: Record<string, string> = {}): string =>
  `${Object.entries({
    From: 'Grace Hopper <grace@outside.example>',
    Subject: 'Roses',
    'Message-ID': `<letter-${++mails}@outside.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`

interface Shown {
  readonly id: number
  readonly sender_full_name: string
  readonly subject: string
  readonly content: string
  readonly flags: readonly string[]
  readonly client: string
}

/** The newest messages of a narrow, as the person sees them; the newest last. */
export async function messagesOf(person: Person, narrow: readonly object[], count = 10): Promise<Shown[]> {
  const asked = { anchor: 'newest', num_before: count, num_after: 0, narrow, apply_markdown: false }
  return (await person.send('GET', '/messages', asked)).messages as Shown[]
}
