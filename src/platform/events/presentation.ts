import { eventName, type UserId } from '#contract'
import type { ClientView } from './client-view.ts'
import { type Audience, type Entry, placesPerPosition } from './entry.ts'
import type { Queue, QueueHost, QueueServices } from './queue.ts'

/** Which events each queue gets, and how they look to its client. */
export class Presentation {
  readonly #org: QueueHost
  readonly #services: QueueServices
  /** What somebody with queues was before each change, oldest first. */
  readonly #memberships = new Map<number, { until: number; isMember: boolean }[]>()

  constructor(org: QueueHost, services: QueueServices) {
    this.#org = org
    this.#services = services
  }

  membersAmong(userIds: Iterable<UserId>): ReadonlySet<UserId> {
    const members = new Set<UserId>()
    for (const userId of userIds) if (this.#services.isMember(this.#org, userId)) members.add(userId)
    return members
  }

  /** Remembers, for events before a place, who was a member until there. */
  membersChanged(userIds: Iterable<UserId>, before: ReadonlySet<UserId>, until: number): void {
    for (const userId of userIds) {
      const isMember = before.has(userId)
      if (this.#services.isMember(this.#org, userId) === isMember) continue
      const changes = this.#memberships.get(userId)
      if (changes) changes.push({ until, isMember })
      else this.#memberships.set(userId, [{ until, isMember }])
    }
  }

  /** Of somebody without queues nothing is remembered. */
  forget(userId: UserId): void {
    this.#memberships.delete(userId)
  }

  /** The event as JSON, as the queue's client is to see it; null when it is not for it. */
  present(queue: Queue, entry: Entry): string | null {
    const { type, op, audience, at } = entry
    if (queue.types && !queue.types.has(type)) return null
    const own = audience.perUser?.[queue.userId] ?? audience.others
    if (!this.#isFor(queue, audience, at)) return null
    if (queue.filter && !queue.filter(entry, own ?? {})) return null
    let body = entry.bodies.get(queue.client.key)
    if (body === undefined) {
      const fields = isForClient(audience, queue.client) ? this.#fields(entry, queue.client) : null
      body = fields === null ? null : JSON.stringify({ type, op, ...fields }).slice(0, -1)
      // perf: made anew each time where there is no room to keep it
      if (this.#org.tail.makesRoom(entry, body?.length ?? 0)) entry.bodies.set(queue.client.key, body)
    }
    if (body === null) return null
    const mine = { ...own, ...audience.perQueue?.[queue.id] }
    const extra = own || audience.perQueue ? JSON.stringify(mine) : '{}'
    return `${body}${extra === '{}' ? '' : `,${extra.slice(1, -1)}`},"id":${at - queue.start - 1}}`
  }

  #fields(entry: Entry, client: ClientView): object | null {
    const view = this.#services.views.get(eventName(entry))
    return view ? view(entry.payload, client) : entry.payload
  }

  #isFor(queue: Queue, audience: Audience, at: number): boolean {
    if (names(audience.except, queue.userId)) return false
    if (audience.everyone) return true
    if (audience.members && this.#wasMember(queue.userId, at)) return true
    if (names(audience.users, queue.userId)) return true
    if (audience.channel === undefined) return false
    if (audience.publicChannel && queue.options.all_public_streams) return true
    const position = Math.floor(at / placesPerPosition)
    // a passing event lies after its log position, a stored one on it
    const after = at % placesPerPosition === 0 ? position : position + 1
    return queue.spans?.().covers(audience.channel, after) ?? false
  }

  /** Somebody may have become a guest, or a member, after an event that is still to be fetched. */
  #wasMember(userId: UserId, at: number): boolean {
    const change = this.#memberships.get(userId)?.find(({ until }) => at < until)
    return change ? change.isMember : this.#services.isMember(this.#org, userId)
  }
}

const isForClient = ({ clients }: Audience, client: ClientView): boolean =>
  !clients || client.can(clients.capability) === clients.declared

const few = 100
const sets = new WeakMap<readonly UserId[], ReadonlySet<UserId>>()

/** perf: ten thousand people may be named, and as many queues ask. */
function names(users: readonly UserId[] | undefined, userId: UserId): boolean {
  if (!users || users.length <= few) return users?.includes(userId) ?? false
  let set = sets.get(users)
  if (!set) {
    set = new Set(users)
    sets.set(users, set)
  }
  return set.has(userId)
}
