import { groupOf } from './queue-keys.ts'

/** Which organizations may have a turn, and which of their lanes; all that say nothing. */
export interface May {
  readonly group?: (group: string) => boolean
  readonly queueKey?: (queueKey: string) => boolean
}

interface Group<T> {
  /** In the order of their turns; none is empty. */
  readonly queues: Map<string, T[]>
  length: number
}

/**
 * Who is next. Everybody has a lane (`queueKeyOf`), in which things go in the order in which they came. Organizations take
 * turns, and within each its lanes do: whoever asks for much waits behind himself, however many accounts it comes from,
 * and others go between.
 */
export class FairQueue<T> {
  /** In the order of their turns; none is empty. */
  readonly #groups = new Map<string, Group<T>>()
  /** Who had the last turn, and has not been put behind the others yet. */
  #last: { name: string; queueKey: string } | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  /** How many organizations have something that waits. */
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

  /** How many are taken before one that would be added now, at most. */
  ahead(queueKey: string): number {
    const own = this.#groups.get(groupOf(queueKey))
    const before = own?.length ?? 0
    let count = before
    for (const group of this.#groups.values()) if (group !== own) count += Math.min(group.length, before + 1)
    return count
  }

  /** The next one, which stays; of those that may have a turn. */
  peek(may?: May): T | undefined {
    return this.#next(may)?.items[0]
  }

  /**
   * The next one and its lane. When the next but one is looked for, that lane and its organization stand behind the others,
   * those included that have come meanwhile.
   */
  take(may?: May): { queueKey: string; item: T } | undefined {
    const next = this.#next(may)
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

  #next({ group: canGroup = anybody, queueKey: canQueueKey = anybody }: May = {}) {
    this.#putLastBehind()
    for (const [name, group] of this.#groups) {
      if (!canGroup(name)) continue
      for (const [queueKey, items] of group.queues) if (canQueueKey(queueKey)) return { name, group, queueKey, items }
    }
    return undefined
  }
}

const anybody = () => true

function toTheEnd<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name)
  map.set(name, value)
}
