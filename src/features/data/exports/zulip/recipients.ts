/** The public server's recipient types. */
const kinds = { person: 1, channel: 2, people: 3 } as const

export type Conversation = { readonly channel: number } | { readonly members: readonly number[] }

/** The rows of `zerver_recipient`: one for everything that can receive messages. */
export class Recipients {
  readonly #rows: { id: number; type: number; type_id: number }[] = []
  readonly #ofPerson = new Map<number, number>()
  readonly #ofChannel = new Map<number, number>()
  readonly #ofPeople = new Map<number, { recipient: number; members: readonly number[] }>()
  readonly #conversations = new Map<number, Conversation>()

  person(id: number): number {
    return this.#number(this.#ofPerson, kinds.person, id)
  }

  channel(id: number): number {
    return this.#number(this.#ofChannel, kinds.channel, id)
  }

  addChannel(channel: number, conversation: number): void {
    this.#conversations.set(conversation, { channel })
    this.channel(channel)
  }

  addDirect(conversation: number, members: readonly number[]): void {
    this.#conversations.set(conversation, { members })
    if (members.length <= 2) return
    const recipient = this.#add(kinds.people, conversation)
    this.#ofPeople.set(conversation, { recipient, members })
  }

  conversation(id: number): Conversation | undefined {
    return this.#conversations.get(id)
  }

  /** The recipient of a person's message: in a conversation of two, the other person; in one of one, themselves. */
  of(conversation: number, sender: number): number | undefined {
    const place = this.#conversations.get(conversation)
    if (!place) return undefined
    if ('channel' in place) return this.channel(place.channel)
    const group = this.#ofPeople.get(conversation)
    if (group) return group.recipient
    return this.person(place.members.find((id) => id !== sender) ?? sender)
  }

  get rows(): readonly object[] {
    return this.#rows
  }

  get groupsOfPeople(): readonly { id: number; recipient: number; members: readonly number[] }[] {
    return [...this.#ofPeople].map(([id, group]) => ({ id, ...group }))
  }

  #number(known: Map<number, number>, type: number, type_id: number): number {
    const before = known.get(type_id)
    if (before !== undefined) return before
    const id = this.#add(type, type_id)
    known.set(type_id, id)
    return id
  }

  #add(type: number, type_id: number): number {
    const id = this.#rows.length + 1
    this.#rows.push({ id, type, type_id })
    return id
  }
}
