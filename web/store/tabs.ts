import type { Heard } from '../../client/follower.ts'
import type { SessionState } from '../../client/session.ts'
import { turn } from '../../client/turn.ts'
import { parseLong, writeLong } from '../transport/long-json.ts'
import { Line } from './line.ts'

/** What the tabs of one browser tell each other. */
export type TabMessage =
  /** A tab asks for the state of things. */
  | { readonly say: 'hello'; readonly from: string }
  | { readonly say: 'state'; readonly to: string; readonly state: SessionState }
  /** A tab has begun to lead, and can be asked. */
  | { readonly say: 'leads' }
  /** The queue has answered the tab that leads. */
  | { readonly say: 'heard'; readonly queueId: string; readonly answer: Heard }
  /** There is another queue, and a state that continues nothing. */
  | { readonly say: 'anew'; readonly state: SessionState }
  | { readonly say: 'connection'; readonly state: 'live' | 'waiting' | 'signed-out'; readonly since: number }
  /** The tab that leads is to try at once: somebody looks at another one. */
  | { readonly say: 'wake'; readonly request: boolean }

/**
 * A word as it travels: what a session knows is a text. The browser copies a text as it is, and objects of ten thousand
 * people in one go, which would hold up both tabs.
 */
type Sent<W = TabMessage> = W extends { readonly state: SessionState }
  ? Omit<W, 'state'> & { readonly told: string; readonly lastEventId: number }
  : W

/** A tab that leads and does not answer within this time is not waited for. */
const answerMs = 10_000

/**
 * The tabs of one browser in which one account is open. One of them leads: it alone waits for events, and passes them on.
 * Who holds the lock leads, and the browser gives it to the next one when a tab is closed or has crashed.
 */
export class Tabs {
  readonly id = crypto.randomUUID()
  /** Resolves when this tab leads. */
  readonly leading: Promise<void>
  readonly #channel: BroadcastChannel
  readonly #leaving = new AbortController()
  /** What follows a long word waits for it, where it is written and where it is read. */
  readonly #said = new Line()
  readonly #heard = new Line()
  #release = () => {}
  #state: ((state: SessionState) => void) | undefined

  /** Browsers share locks between pages of a secure address only. */
  static get areShared(): boolean {
    return 'locks' in navigator && 'BroadcastChannel' in globalThis
  }

  constructor(name: string, handleTabMessage: (word: TabMessage) => void) {
    this.#channel = new BroadcastChannel(name)
    const take = (word: TabMessage) => {
      if (word.say === 'leads') this.#state && this.say({ say: 'hello', from: this.id })
      else if (word.say === 'state' && this.#state) this.#state(word.state)
      else handleTabMessage(word)
    }
    this.#channel.onmessage = ({ data }: MessageEvent<Sent>) =>
      this.#heard.add(() => {
        if (!('told' in data)) return take(data)
        if (data.say === 'state' && data.to !== this.id) return
        return read(data).then(take).then(turn)
      })
    const held = new Promise<void>((release) => {
      this.#release = release
    })
    this.leading = new Promise((lead) => {
      navigator.locks
        .request(name, { signal: this.#leaving.signal }, () => {
          lead()
          return held
        })
        .catch(() => {})
    })
  }

  say(word: TabMessage): void {
    this.#said.add(() =>
      word.say === 'state' || word.say === 'anew'
        ? written(word).then((sent) => this.#channel.postMessage(sent))
        : this.#channel.postMessage(word),
    )
  }

  /** The state of the tab that leads; `lead` when this one does; undefined when the one that leads does not answer. */
  async join(): Promise<SessionState | 'lead' | undefined> {
    const answer = new Promise<SessionState>((resolve) => {
      this.#state = resolve
    })
    this.say({ say: 'hello', from: this.id })
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), answerMs)
    })
    const first = await Promise.race([answer, this.leading.then(() => 'lead' as const), tooLong])
    clearTimeout(timer)
    this.#state = undefined
    return first
  }

  /** From now on this tab is on its own. */
  leave(): void {
    this.#leaving.abort()
    this.#release()
    this.#channel.close()
  }
}

type Long = Extract<TabMessage, { readonly state: SessionState }>

async function written({ state: { told, lastEventId }, ...word }: Long): Promise<Sent<Long>> {
  return { ...word, told: await writeLong(told), lastEventId } as Sent<Long>
}

async function read({ told, lastEventId, ...word }: Sent<Long>): Promise<TabMessage> {
  const state = { told: (await parseLong(told)) as SessionState['told'], lastEventId }
  return { ...word, state } as Long
}
