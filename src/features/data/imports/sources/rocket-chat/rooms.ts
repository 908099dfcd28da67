import { type Fields, fieldIn, isSet, lineIn, type Times, textIn, textsIn } from '../../containers/fields.ts'
import type { ChannelRecord, MembershipRecord } from '../../records.ts'
import { TopicNames } from '../topic-names.ts'
import { type Caretakers, isForFew, permissionsIn } from './room-permissions.ts'

export type Place = { channel: string; channelName: string; topic: string | undefined } | { people: readonly string[] }

/** Rooms by id: channels, discussions (topics of the channel they began in), and direct conversations. */
export class Rooms {
  readonly #rooms = new Map<string, Fields>()
  readonly #places = new Map<string, Place>()
  readonly #byName = new Map<string, Place>()
  readonly #names = new TopicNames()

  add(id: string, room: Fields): void {
    this.#rooms.set(id, room)
  }

  place(id: string): Place | undefined {
    return this.#places.get(id)
  }

  named(name: string): Place | undefined {
    return this.#byName.get(name)
  }

  /** Call it once all rooms are known. `idOf` finds people by name. */
  settle(
    members: ReadonlyMap<string, ReadonlyMap<string, MembershipRecord>>,
    caretakers: ReadonlyMap<string, Caretakers>,
    times: Times,
    idOf: (name: string) => string | undefined,
    lose: (loss: string, where: string) => void,
  ) {
    const channels: ChannelRecord[] = []
    for (const [id, room] of this.#rooms) {
      if (textIn(room, 't') === 'd') this.#places.set(id, { people: peopleOf(room, idOf) })
      else if (this.#above(id) === id) {
        const inside = [...(members.get(id)?.values() ?? [])]
        const permissions = permissionsIn(room, inside, caretakers.get(id), idOf)
        if (permissions.can_send_message_group && !isForFew(room))
          lose('Rooms with muted people: only the other members can post here', nameOf(room, id))
        const record = { ...channelOf(id, room, inside, times), permissions }
        channels.push(record)
        this.#set(id, room, { channel: id, channelName: record.name, topic: undefined })
      }
    }
    for (const [id, room] of this.#rooms) {
      const above = this.#places.get(this.#above(id))
      if (this.#places.has(id) || !above || 'people' in above) continue
      const topic = this.#names.named(above.channel, nameOf(room, id))
      this.#set(id, room, { ...above, topic })
    }
    return channels
  }

  #set(id: string, room: Fields, place: Place): void {
    this.#places.set(id, place)
    const name = lineIn(room, 'name')
    if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, place)
  }

  /** The channel a discussion becomes a topic of: none if it is gone, would open it to more people, or is circular. */
  #above(id: string): string {
    const seen = new Set([id])
    let at = id
    for (;;) {
      const room = this.#rooms.get(at)
      const next = textIn(room, 'prid')
      const above = next === undefined ? undefined : this.#rooms.get(next)
      if (next === undefined || !above || textIn(above, 't') === 'd') return at
      if (seen.has(next)) return id
      if (textIn(room, 't') !== 'c' && textIn(above, 't') === 'c') return at
      if (isForFew(room) && !isForFew(above)) return at
      seen.add(next)
      at = next
    }
  }
}

const nameOf = (room: Fields, id: string): string => lineIn(room, 'fname') ?? lineIn(room, 'name') ?? id

function peopleOf(room: Fields, idOf: (name: string) => string | undefined): string[] {
  const ids = textsIn(room, 'uids')
  return ids.length > 0 ? ids : textsIn(room, 'usernames').map((name) => idOf(name) ?? name)
}

function channelOf(id: string, room: Fields, members: readonly MembershipRecord[], times: Times): ChannelRecord {
  const said = ['description', 'topic', 'announcement'].map((name) => lineIn(room, name) ?? '')
  return {
    key: id,
    name: nameOf(room, id),
    description: [...new Set(said)].filter(Boolean).join(' – '),
    isPrivate: textIn(room, 't') !== 'c',
    historyIsShared: true,
    isArchived: isSet(room, 'archived'),
    createdAt: times.iso(textIn(room, 'ts')),
    creator: textIn(fieldIn(room, 'u'), '_id'),
    members,
  }
}
