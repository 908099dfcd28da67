import { groupOf } from './queue-keys.ts'

/** Limits the candidates; by default all organizations and queues. */
interface Candidates {
  readonly group?: (group: string) => boolean
  readonly queueKey?: (queueKey: string) => boolean
}

interface Group<T> {
  /** In round-robin order; none is empty. */
  readonly queues: Map<string, T[]>
  length: number
}

/**
 * A fair scheduler. Each queue key (`queueKeyOf`) has a FIFO queue. Organizations are served round-robin, and within
 * each organization its queues are, so that a busy user mostly delays their own work, no matter how many accounts it
 * comes from.
 */
export class FairQueue<T> {
  /** In round-robin order; none is empty. */
  readonly #groups = new Map<string, Group<T>>()
  /** The queue served last, until it's moved to the back. */
  #last: { name: string; queueKey: string } | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The number of organizations with waiting items. */
  get groups(): number {
    return this.#groups.size
  }

  add(queueKey: string, item: T): void {
    const name = groupOf(queueKey)
    const group = this.#groups.get(name) ?? { queues: new Map<string, T[]>(), length: 0 }
    this.#groups.set(name, group)
    const items = group.queues.get(queueKey)
    if (items) items.push(item)
    else group.queues.set(queueKey, [item])
    group.length++
    this.#length++
  }

  /** An upper bound for the items served before one that would be added now. */
  ahead(queueKey: string): number {
    const own = this.#groups.get(groupOf(queueKey))
    const before = own?.length ?? 0
    let count = before
    for (const group of this.#groups.values()) if (group !== own) count += Math.min(group.length, before + 1)
    return count
  }

  /** The next item among the candidates, without removing it. */
  peek(candidates?: Candidates): T | undefined {
    return this.#next(candidates)?.items[0]
  }

  /**
   * Removes the next item. Its queue and organization move behind the others, including those added before the next
   * call.
   */
  take(candidates?: Candidates): { queueKey: string; item: T } | undefined {
    const next = this.#next(candidates)
    if (!next) return undefined
    const { name, group, queueKey, items } = next
    const item = items.shift() as T
    if (items.length === 0) group.queues.delete(queueKey)
    if (group.queues.size === 0) this.#groups.delete(name)
    group.length--
    this.#length--
    this.#last = { name, queueKey }
    return { queueKey, item }
  }

  #putLastBehind(): void {
    if (!this.#last) return
    const { name, queueKey } = this.#last
    this.#last = undefined
    const group = this.#groups.get(name)
    if (!group) return
    toTheEnd(this.#groups, name, group)
    const items = group.queues.get(queueKey)
    if (items) toTheEnd(group.queues, queueKey, items)
  }

  #next({ group: canGroup = anyone, queueKey: canQueueKey = anyone }: Candidates = {}) {
    this.#putLastBehind()
    for (const [name, group] of this.#groups) {
      if (!canGroup(name)) continue
      for (const [queueKey, items] of group.queues) if (canQueueKey(queueKey)) return { name, group, queueKey, items }
    }
    return undefined
  }
}

const anyone = () => true

function toTheEnd<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name)
  map.set(name, value)
}
