import type { UserId } from '#contract'
import type { Audience } from './entry.ts'
import type { Queue } from './queue.ts'

export class QueueTable implements Iterable<Queue> {
  readonly #byId = new Map<string, Queue>()
  readonly #byUser = new Map<UserId, Set<Queue>>()

  get count(): number {
    return this.#byId.size
  }

  [Symbol.iterator](): Iterator<Queue> {
    return this.#byId.values()
  }

  get(id: string): Queue | undefined {
    return this.#byId.get(id)
  }

  people(): Iterable<UserId> {
    return this.#byUser.keys()
  }

  ofUser(userId: UserId): Iterable<Queue> {
    return this.#byUser.get(userId) ?? []
  }

  add(queue: Queue): void {
    this.#byId.set(queue.id, queue)
    const own = this.#byUser.get(queue.userId)
    if (own) own.add(queue)
    else this.#byUser.set(queue.userId, new Set([queue]))
  }

  /** Returns true if it was the user's last queue. */
  delete(queue: Queue): boolean {
    this.#byId.delete(queue.id)
    const own = this.#byUser.get(queue.userId)
    own?.delete(queue)
    if (own?.size !== 0) return false
    return this.#byUser.delete(queue.userId)
  }

  /** Queues that may get an event with this audience. */
  *maybeFor({ everyone, members, users, channel, publicChannel }: Audience): Iterable<Queue> {
    if (everyone || members) yield* this
    else {
      for (const user of users ?? []) yield* this.ofUser(user)
      if (channel !== undefined)
        for (const queues of this.#byUser.values())
          for (const queue of queues) if (publicChannel || queue.spans?.().has(channel)) yield queue
    }
  }
}
