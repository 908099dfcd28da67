import { signal } from '@preact/signals'
import type { WireEvent } from '../../src/contract/index.ts'
import type { RecentConversation as RecentOut } from '../../src/features/messages/messages/recent-conversations/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { merged, type RecentConversation, recentConversationOf, withMessage } from './recent-conversations.ts'

export interface Source {
  page(asked: {
    limit: number
    before?: number | undefined
  }): Promise<{ conversations: readonly RecentOut[]; found_oldest: boolean }>
  ownId(): number
}

const maxAtOnce = 100

/** After these events, only the server knows what's left of conversations. */
const changesPlaces = ({ type, op }: WireEvent): boolean =>
  type === 'update_message' ||
  type === 'delete_message' ||
  (type === 'stream' && op === 'delete') ||
  (type === 'subscription' && (op === 'add' || op === 'remove'))

const moves = (event: WireEvent): boolean =>
  event.type !== 'update_message' || event.subject !== undefined || event.new_stream_id !== undefined

type Answer = Awaited<ReturnType<Source['page']>>

interface Shown {
  /** Newest message first; undefined before the first response. */
  readonly list?: readonly RecentConversation[]
  readonly hasOldest: boolean
  readonly isBusy: boolean
  readonly problem?: unknown
}

/** The newest conversations, as far back as requested, updated by events. */
export class RecentList {
  readonly shown = signal<Shown>({ hasOldest: false, isBusy: false })
  readonly #source: Source
  readonly #pageSize: number
  /** Messages received during a request, whose response may be older. */
  #interim: Message[] = []
  #isWatched = false
  #isStale = true
  #before: number | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(source: Source, pageSize = 40) {
    this.#source = source
    this.#pageSize = pageSize
  }

  /** Follows events until the returned function is called; fetches the list if it's outdated. */
  watch(): () => void {
    this.#isWatched = true
    void this.renew()
    return () => {
      this.#isWatched = false
    }
  }

  older(): Promise<void> {
    return this.#ask(async () => {
      const answer = await this.#page(this.#pageSize)
      this.#take(this.shown.peek().list ?? [], answer)
    })
  }

  /** Refetches as many as were loaded, if outdated. */
  renew(): Promise<void> {
    return this.#ask(async () => {
      if (!this.#isStale) return
      this.#isStale = false
      try {
        await this.#fetchAll()
      } catch (problem) {
        this.#isStale = true
        throw problem
      }
    })
  }

  /** Call when the session re-registers: events were missed. */
  lose(): void {
    this.#isStale = true
    if (this.#isWatched) void this.renew()
  }

  handleEvents(events: readonly WireEvent[]): void {
    for (const event of events) {
      if (event.type === 'message') this.#put(event.message as Message)
      else if (changesPlaces(event) && moves(event)) this.#isStale = true
    }
    if (this.#isStale && this.#isWatched) void this.renew()
  }

  #put(message: Message): void {
    const { list } = this.shown.peek()
    if (this.shown.peek().isBusy) this.#interim.push(message)
    if (list) this.#show({ list: withMessage(list, message, this.#source.ownId()) })
  }

  async #fetchAll(): Promise<void> {
    let wanted = Math.max(this.#pageSize, this.shown.peek().list?.length ?? 0)
    const told: RecentOut[] = []
    this.#before = undefined
    for (;;) {
      const answer = await this.#page(Math.min(maxAtOnce, wanted))
      told.push(...answer.conversations)
      wanted -= answer.conversations.length
      if (wanted <= 0 || answer.found_oldest) return this.#take([], { ...answer, conversations: told })
    }
  }

  async #page(limit: number): Promise<Answer> {
    const answer = await this.#source.page({ limit, before: this.#before })
    this.#before = answer.conversations.at(-1)?.newest_message_id ?? this.#before
    return answer
  }

  #take(list: readonly RecentConversation[], { conversations, found_oldest }: Answer): void {
    const all = merged(list, conversations.map(recentConversationOf))
    const current = this.#interim.reduce((some, one) => withMessage(some, one, this.#source.ownId()), all)
    this.#show({ list: current, hasOldest: found_oldest })
  }

  #ask(question: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      this.#interim = []
      this.#show({ isBusy: true, problem: undefined })
      try {
        await question()
      } catch (problem) {
        this.#show({ problem })
      } finally {
        this.#show({ isBusy: false })
      }
    })
    return this.#turn
  }

  #show(change: Partial<Shown>): void {
    this.shown.value = { ...this.shown.peek(), ...change }
  }
}
