import type { PolledEvents } from '../../client/follower.ts'
import type { SessionState } from '../../client/session.ts'
import { turn } from '../../client/turn.ts'
import { parseLong, writeLong } from '../transport/long-json.ts'
import { Line } from './line.ts'

export type TabMessage =
  | { readonly say: 'hello'; readonly from: string }
  | { readonly say: 'state'; readonly to: string; readonly state: SessionState }
  /** A tab has become the leader. */
  | { readonly say: 'leads' }
  /** The leader has received a response from the queue. */
  | { readonly say: 'heard'; readonly queueId: string; readonly answer: PolledEvents }
  /** The session has re-registered: new queue, new state. */
  | { readonly say: 'anew'; readonly state: SessionState }
  | { readonly say: 'connection'; readonly state: 'live' | 'waiting' | 'signed-out'; readonly since: number }
  /** The leader should retry at once, because another tab is in use. */
  | { readonly say: 'wake'; readonly request: boolean }

/**
 * A message as it's posted: the state is serialized, because copying an object with ten thousand people at once would
 * block both tabs.
 */
type Sent<W = TabMessage> = W extends { readonly state: SessionState }
  ? Omit<W, 'state'> & { readonly told: string; readonly lastEventId: number }
  : W

/** How long to wait for the leader to answer. */
const answerMs = 10_000

/**
 * One account's open tabs in one browser. One of them is the leader: only it polls for events, and it forwards them.
 * The leader holds a lock, which the browser gives to the next tab when that one is closed or crashes.
 */
export class Tabs {
  readonly id = crypto.randomUUID()
  readonly leading: Promise<void>
  readonly #channel: BroadcastChannel
  readonly #leaving = new AbortController()
  /** Messages wait for earlier, longer ones, when posting and when receiving. */
  readonly #said = new Line()
  readonly #heard = new Line()
  #release = () => {}
  #state: ((state: SessionState) => void) | undefined

  /** Browsers share locks only in secure contexts. */
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

  /** The leader's state; `lead` if this tab is the leader; undefined if the leader doesn't answer. */
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
