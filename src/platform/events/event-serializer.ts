import { envelopeBegins, eventName, type UserId } from '#contract'
import { SharedBeginning } from '#platform/compression'
import type { ClientView } from './client-view.ts'
import { type Audience, type Entry, placesPerPosition } from './entry.ts'
import type { Queue, QueueHost, QueueServices } from './queue.ts'

/** The beginning of a response with events, included in the compressed beginning they share. */
export const listBegins = `${envelopeBegins},"events":[`

export class SerializedEvent {
  /** {@link listBegins} and the event, up to the fields that are only for this queue. */
  readonly shared: SharedBeginning
  readonly rest: string
  /** Its ID in this queue. */
  readonly id: number
  readonly at: number

  /** `own`: JSON fields that only this queue gets, with a leading comma. */
  constructor(shared: SharedBeginning, queue: Pick<Queue, 'start'>, at: number, own = '') {
    this.shared = shared
    this.at = at
    this.id = at - queue.start - 1
    this.rest = `${own},"id":${this.id}}`
  }

  get length(): number {
    return this.shared.text.length + this.rest.length
  }

  get text(): string {
    return this.shared.text.slice(listBegins.length) + this.rest
  }
}

/** Decides which events a queue gets, and serializes them for its client. */
export class EventSerializer {
  readonly #org: QueueHost
  readonly #services: QueueServices
  readonly #makesRoom: (entry: Entry, characters: number) => boolean
  written = 0
  /** Earlier membership of users with queues, oldest change first. */
  readonly #memberships = new Map<number, { until: number; isMember: boolean }[]>()

  constructor(org: QueueHost, services: QueueServices, makesRoom: (entry: Entry, characters: number) => boolean) {
    this.#org = org
    this.#services = services
    this.#makesRoom = makesRoom
  }

  membersAmong(userIds: Iterable<UserId>): ReadonlySet<UserId> {
    const members = new Set<UserId>()
    for (const userId of userIds) if (this.#services.isMember(this.#org, userId)) members.add(userId)
    return members
  }

  /** Records who was a member until this position, for events before it. */
  membersChanged(userIds: Iterable<UserId>, before: ReadonlySet<UserId>, until: number): void {
    for (const userId of userIds) {
      const isMember = before.has(userId)
      if (this.#services.isMember(this.#org, userId) === isMember) continue
      const changes = this.#memberships.get(userId)
      if (changes) changes.push({ until, isMember })
      else this.#memberships.set(userId, [{ until, isMember }])
    }
  }

  forget(userId: UserId): void {
    this.#memberships.delete(userId)
  }

  /** Serializes the event for the queue's client; null if it's not for it. */
  serialize(queue: Queue, entry: Entry): SerializedEvent | null {
    const { type, op, audience, at } = entry
    if (queue.types && !queue.types.has(type)) return null
    const own = audience.perUser?.[queue.userId] ?? audience.others
    if (!this.#isFor(queue, audience, at)) return null
    if (queue.filter && !queue.filter(entry, own ?? {})) return null
    let body = entry.bodies.get(queue.client.key)
    if (body === undefined) {
      const fields = isForClient(audience, queue.client) ? this.#fields(entry, queue.client) : null
      body =
        fields === null ? null : new SharedBeginning(listBegins + JSON.stringify({ type, op, ...fields }).slice(0, -1))
      this.written++
      // perf: serialized each time if there is no room to keep it
      if (this.#makesRoom(entry, body?.text.length ?? 0)) entry.bodies.set(queue.client.key, body)
    }
    if (body === null) return null
    const mine = { ...own, ...audience.perQueue?.[queue.id] }
    const extra = own || audience.perQueue ? JSON.stringify(mine) : '{}'
    return new SerializedEvent(body, queue, at, extra === '{}' ? '' : `,${extra.slice(1, -1)}`)
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
    // transient events come after their log position, stored ones are at it
    const after = at % placesPerPosition === 0 ? position : position + 1
    return queue.spans?.().covers(audience.channel, after) ?? false
  }

  /** Pending events may predate a change between guest and member. */
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
