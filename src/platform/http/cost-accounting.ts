import { rateLimitHit, type UserId } from '#contract'
import type { CostAccount } from '#platform/db'

const windowMs = 60_000
const slots = 12
const slotMs = windowMs / slots
/** Requests that cost less than this share of the budget are cheap and continue when it's spent. */
const cheapShare = 1 / 10
/** At this many budgets, even cheap requests are refused. */
const maxBudgets = 2

/** One user's cost in one time slot, in milliseconds: total and by endpoint. */
interface Slot {
  readonly number: number
  total: number
  readonly byLine: Map<string, number>
}

interface Account {
  readonly slots: Slot[]
  readonly underway: Map<string, number>
  isLimited: boolean
}

interface SpendingOptions {
  /** One user's budget per minute, in milliseconds; a function if it can change. */
  readonly budgetMs: number | (() => number)
  /** Milliseconds from a monotonic clock. */
  readonly now?: () => number
  /** Called for each refusal; `first` if the user wasn't limited before. */
  readonly refused?: (userId: UserId, line: string, spentMs: number, first: boolean) => void
}

/**
 * Accounts each user's database time and other shared work in a sliding minute. A user over budget is refused the
 * endpoints that used it up; cheap endpoints continue.
 */
export class Spending {
  readonly #readBudget: () => number
  readonly #now: () => number
  readonly #refused: NonNullable<SpendingOptions['refused']>
  readonly #accounts = new Map<number, Account>()
  #sweptAt = 0

  constructor({ budgetMs, now = () => performance.now(), refused = () => {} }: SpendingOptions) {
    this.#readBudget = typeof budgetMs === 'number' ? () => budgetMs : budgetMs
    this.#now = now
    this.#refused = refused
  }

  get #budgetMs(): number {
    return this.#readBudget()
  }

  /** The number of users with costs in the last minute or requests in progress. */
  get people(): number {
    return this.#accounts.size
  }

  /** Starts a request; call the returned function to end it. Throws if the budget was spent on this endpoint. */
  admit(userId: UserId, line: string): () => void {
    const account = this.#account(userId)
    const waitMs = this.#waitMs(account, line)
    if (waitMs > 0) {
      const spent = sum(account.slots)
      this.#refused(userId, line, spent, !account.isLimited)
      account.isLimited = true
      throw rateLimitHit(Math.ceil(waitMs / 100) / 10)
    }
    if (sum(account.slots) < this.#budgetMs) account.isLimited = false
    account.underway.set(line, (account.underway.get(line) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (account.underway.get(line) ?? 1) - 1
      if (left > 0) account.underway.set(line, left)
      else account.underway.delete(line)
    }
  }

  costAccount(queueKey: string, userId: UserId, line: string): CostAccount {
    return { queueKey, charge: (ms) => this.spent(userId, line, ms) }
  }

  spent(userId: UserId, line: string, ms: number): void {
    const account = this.#account(userId)
    const number = Math.floor(this.#now() / slotMs)
    let slot = account.slots.at(-1)
    if (slot?.number !== number) {
      slot = { number, total: 0, byLine: new Map() }
      account.slots.push(slot)
    }
    slot.total += ms
    slot.byLine.set(line, (slot.byLine.get(line) ?? 0) + ms)
  }

  /** Charges work in another thread to the user's requests in progress. */
  spentElsewhere(userId: UserId, ms: number): void {
    const underway = this.#accounts.get(userId)?.underway
    if (!underway) return
    for (const line of underway.keys()) this.spent(userId, line, ms / underway.size)
  }

  #account(userId: UserId): Account {
    this.#sweep()
    let account = this.#accounts.get(userId)
    if (!account) {
      account = { slots: [], underway: new Map(), isLimited: false }
      this.#accounts.set(userId, account)
    }
    const oldest = this.#now() / slotMs - slots
    while (account.slots[0] && account.slots[0].number <= oldest) account.slots.shift()
    return account
  }

  /** Milliseconds until enough costs have left the window; 0 if the request may start. */
  #waitMs({ slots: all }: Account, line: string): number {
    let left = sum(all)
    let ofLine = all.reduce((total, { byLine }) => total + (byLine.get(line) ?? 0), 0)
    let waitMs = 0
    for (const { number, total, byLine } of all) {
      const isCheap = ofLine < this.#budgetMs * cheapShare && left < this.#budgetMs * maxBudgets
      if (left < this.#budgetMs || isCheap) break
      left -= total
      ofLine -= byLine.get(line) ?? 0
      waitMs = (number + slots) * slotMs - this.#now()
    }
    return Math.max(0, waitMs)
  }

  #sweep(): void {
    const now = this.#now()
    if (now - this.#sweptAt < slotMs) return
    this.#sweptAt = now
    const oldest = now / slotMs - slots
    for (const [userId, { slots: all, underway }] of this.#accounts)
      if (underway.size === 0 && (all.at(-1)?.number ?? 0) < oldest) this.#accounts.delete(userId)
  }
}

const sum = (slots: readonly Slot[]): number => slots.reduce((total, slot) => total + slot.total, 0)
