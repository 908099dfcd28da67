import { createConnection, type Socket } from 'node:net'

export const domain = 'bench.example'
const room = `room@conference.${domain}`
const password = 'only for the benchmark'
const waitSecs = 60

const streamHead = `<?xml version='1.0'?><stream:stream to='${domain}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`
const submit = "<x xmlns='jabber:x:data' type='submit'/>"

/** The end of the last whole stanza, or of one that is inside another. */
const stanzaEnd = /^.*(?:<\/(?:message|iq|presence)>|<(?:message|iq|presence)\b[^>]*\/>)/s

interface Answer {
  resolve(text: string): void
  reject(error: Error): void
}

/** A client's stream: just enough XMPP for one room, without an XML parser, so that the load generator has little to do. */
export class XmppSession {
  readonly #socket: Socket
  #buffer = ''
  /** While signing in: what ends the server's answer. */
  #expected: (Answer & { end: RegExp }) | undefined
  readonly #unanswered = new Map<string, Answer>()
  /** The results of the query that hasn't been answered. */
  #results = 0
  #heard: (body: string) => void = () => {}
  #stopPolling: (error?: Error) => void = () => {}
  #isOpen = true
  readonly #name: string
  #number = 0
  #lastSent = ''

  private constructor(socket: Socket, name: string) {
    this.#socket = socket
    this.#name = name
    socket.setNoDelay(true)
    socket.setEncoding('utf8')
    socket.on('data', (part) => this.#receive(String(part)))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('connection closed')))
  }

  /** Connects, and gets the server's features. */
  static async open(port: number, person: number): Promise<XmppSession> {
    const socket = createConnection({ port, host: '127.0.0.1' })
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('connect', resolve)
    })
    const session = new XmppSession(socket, `member-${person}`)
    await session.#ask(streamHead, /<\/stream:features>/)
    return session
  }

  /** Creates the account. */
  async register(): Promise<void> {
    const fields = `<username>${this.#name}</username><password>${password}</password>`
    await this.#ask(
      `<iq type='set' id='r'><query xmlns='jabber:iq:register'>${fields}</query></iq>`,
      /<iq [^>]*type='result'/,
    )
  }

  /** Signs in and enters the room, without its history. */
  async enter(): Promise<void> {
    const secret = Buffer.from(`\0${this.#name}\0${password}`).toString('base64')
    await this.#ask(
      `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
      /<success[^>]*>/,
    )
    await this.#ask(streamHead, /<\/stream:features>/)
    await this.#ask(
      `<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`,
      /<iq [^>]*type='result'[^>]*>.*<\/iq>/s,
    )
    const entering = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>"
    await this.#ask(`<presence to='${room}/${this.#name}'>${entering}</presence>`, /<status code='110'\/>/)
  }

  /** Confirms the room that the first person who enters creates. */
  async openRoom(): Promise<void> {
    const query = `<query xmlns='http://jabber.org/protocol/muc#owner'>${submit}</query>`
    await this.#answered('iq', (id) => `<iq type='set' to='${room}' id='${id}'>${query}</iq>`)
  }

  /** Resolves when the room has returned the message, as it does to everyone in it. */
  async send(content: string): Promise<void> {
    const body = `<body>${escaped(content)}</body>`
    await this.#answered('message', (id) => `<message type='groupchat' to='${room}' id='${id}'>${body}</message>`)
  }

  async newest(): Promise<number> {
    const page = "<set xmlns='http://jabber.org/protocol/rsm'><max>100</max><before/></set>"
    this.#results = 0
    await this.#answered('iq', (id) => {
      return `<iq type='set' to='${room}' id='${id}'><query xmlns='urn:xmpp:mam:2'>${page}</query></iq>`
    })
    return this.#results
  }

  poll(heard: (body: string) => void): Promise<void> {
    this.#heard = heard
    return new Promise((resolve, reject) => {
      this.#stopPolling = (error) => (error ? reject(error) : resolve())
    })
  }

  close(): void {
    this.#isOpen = false
    this.#socket.destroy()
    this.#stopPolling()
  }

  #ask(text: string, end: RegExp): Promise<string> {
    return this.#withTimeout((answer) => {
      this.#expected = { ...answer, end }
      this.#write(text)
    })
  }

  #answered(kind: 'iq' | 'message', stanza: (id: string) => string): Promise<string> {
    const id = `${this.#name}-${kind}-${this.#number++}`
    return this.#withTimeout((answer) => {
      this.#unanswered.set(id, answer)
      this.#write(stanza(id))
    })
  }

  #withTimeout(begin: (answer: Answer) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`no answer to ${this.#name}'s ${this.#lastSent.slice(0, 100)}`))
      }, waitSecs * 1000)
      begin({
        resolve(text) {
          clearTimeout(timer)
          resolve(text)
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      })
    })
  }

  #write(text: string): void {
    this.#lastSent = text
    this.#socket.write(text)
  }

  #receive(part: string): void {
    this.#buffer += part
    const expected = this.#expected
    if (expected) {
      const text = this.#buffer
      const hasFailed = /<failure|<stream:error|type='error'/.test(text)
      if (!hasFailed && !expected.end.test(text)) return
      this.#expected = undefined
      this.#buffer = ''
      if (hasFailed) expected.reject(new Error(text.slice(-500)))
      else expected.resolve(text)
      return
    }
    const whole = part.includes('>') ? stanzaEnd.exec(this.#buffer)?.[0] : undefined
    if (!whole) return
    this.#buffer = this.#buffer.slice(whole.length)
    this.#heard(whole)
    if (this.#unanswered.size > 0) this.#settle(whole)
  }

  #settle(text: string): void {
    for (const [tag, name] of text.matchAll(/<(message|iq|result)\b[^>]*>/g)) {
      if (name === 'result') {
        this.#results++
        continue
      }
      const id = / id='([^']*)'/.exec(tag)?.[1] ?? ''
      const answer = this.#unanswered.get(id)
      if (!answer) continue
      this.#unanswered.delete(id)
      if (tag.includes("type='error'")) answer.reject(new Error(text.slice(0, 500)))
      else answer.resolve(text)
    }
  }

  #fail(error: Error): void {
    this.#expected?.reject(error)
    for (const answer of this.#unanswered.values()) answer.reject(error)
    this.#unanswered.clear()
    if (this.#isOpen) this.#stopPolling(error)
  }
}

/** Without characters that XML doesn't allow. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
