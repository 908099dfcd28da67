import { rateLimitHit, type UserId } from '#contract'
import type { CostAccount } from '#platform/db'

const windowMs = 60_000
const slots = 12
const slotMs = windowMs / slots
/** What takes less than this share of the budget is cheap, and goes on when the budget is spent. */
const cheapShare = 1 / 10
/** Cheap things in their thousands are not cheap: at this many budgets everything is refused. */
const maxBudgets = 2

/** What one person spent in one stretch of time, in milliseconds, in all and by endpoint. */
interface Slot {
  readonly number: number
  total: number
  readonly byLine: Map<string, number>
}

interface Account {
  readonly slots: Slot[]
  /** Endpoints under way, which pay for what is computed elsewhere. */
  readonly underway: Map<string, number>
  /** Whether the log has been told. */
  isLimited: boolean
}

interface SpendingOptions {
  /** What one person may spend in a minute, in milliseconds. */
  readonly budgetMs: number
  /** Milliseconds that only increase. */
  readonly now?: () => number
  /** Hears of each refusal; `first` when this person had not been limited before. */
  readonly refused?: (userId: UserId, line: string, spentMs: number, first: boolean) => void
}

/**
 * What people's requests take of what everybody shares, the database first of all, in a window of a minute that slides. Whoever
 * has spent the budget is refused what it was spent on, until the window has moved on; what is cheap goes on.
 */
export class Spending {
  readonly #budgetMs: number
  readonly #now: () => number
  readonly #refused: NonNullable<SpendingOptions['refused']>
  readonly #accounts = new Map<number, Account>()
  #sweptAt = 0

  constructor({ budgetMs, now = () => performance.now(), refused = () => {} }: SpendingOptions) {
    this.#budgetMs = budgetMs
    this.#now = now
    this.#refused = refused
  }

  /** How many people are known: those who spent something in the last minute, or have something under way. */
  get people(): number {
    return this.#accounts.size
  }

  /** Begins a request; the answer ends it. Throws when the budget was spent on this endpoint. */
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

  /** Who pays for what a request to that endpoint asks of the database. */
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

  /** What was computed for somebody in another thread is paid for by what that person has under way. */
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

  /** How long until it may begin: until enough of what was spent is out of the window. 0 when it may. */
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
