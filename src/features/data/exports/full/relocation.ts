import { externalPictures, linksIn, markupIn } from './text-references.ts'

/** Invalid content of an archive, or content that refers to something outside of it. */
export class ArchiveError extends Error {}

export type Numbered =
  | 'account'
  | 'attachment'
  | 'automation'
  | 'channel'
  | 'channel_folder'
  | 'conversation'
  | 'custom_emoji'
  | 'default_channel_group'
  | 'deleted_message'
  | 'invitation'
  | 'message'
  | 'modmail'
  | 'organization'
  | 'profile_field'
  | 'user_group'

/** Tables with few enough ids to remember, so that references can be checked. */
const counted: readonly string[] = ['account', 'channel', 'conversation', 'custom_emoji', 'profile_field', 'user_group']

export interface Place {
  readonly orgId: number
  readonly url: string
}

interface Way {
  readonly from: Place
  readonly to: Place
  /** The highest id of each table that the archive can name. */
  readonly last: Readonly<Record<string, number>>
  /** Factor for ids, so that they belong to one of several databases; otherwise 1. */
  readonly step: number
  readonly shifts: Readonly<Record<string, number>>
  /** The proxied URL of an external picture. */
  externalPicture(url: string): string
}

/** Maps the ids and URLs of an archive to those of its destination. The order of ids stays the same. */
export class Relocation {
  readonly #way: Way
  readonly #staysAsItIs: boolean
  readonly #seen = new Map<string, Set<number>>()
  readonly #whole = new Set<string>()
  /** Ids that were referenced before their table came. */
  readonly #named = new Map<string, Set<number>>()
  readonly fieldsOfPeople = new Set<number>()

  constructor(way: Way) {
    this.#way = way
    this.#staysAsItIs =
      way.step === 1 && way.from.orgId === way.to.orgId && Object.values(way.shifts).every((shift) => shift === 0)
  }

  get from(): Place {
    return this.#way.from
  }

  get to(): Place {
    return this.#way.to
  }

  /** Maps an id that a row refers to; throws if the archive can't have it. */
  id(table: Numbered, id: unknown): number {
    const old = this.#check(table, id)
    const seen = this.#seen.get(table)
    if (counted.includes(table) && !seen?.has(old)) {
      if (this.#whole.has(table)) throw new ArchiveError(`names ${table} ${old}, which is not in the archive`)
      const named = this.#named.get(table) ?? new Set()
      this.#named.set(table, named.add(old))
    }
    return this.#moved(table, old)
  }

  own(table: string, id: unknown): number {
    const old = this.#check(table, id)
    if (counted.includes(table)) {
      const seen = this.#seen.get(table) ?? new Set()
      if (seen.has(old)) throw new ArchiveError(`is a second ${table} ${old}`)
      this.#seen.set(table, seen.add(old))
    }
    return this.#moved(table, old)
  }

  #moved(table: string, id: number): number {
    return id * this.#way.step + (this.#way.shifts[table] ?? 0)
  }

  /** Call it after the last row of a table. */
  ended(table: string): void {
    this.#whole.add(table)
    const seen = this.#seen.get(table)
    for (const id of this.#named.get(table) ?? [])
      if (!seen?.has(id)) throw new ArchiveError(`names ${table} ${id}, which is not in the archive`)
    this.#named.delete(table)
  }

  /** Maps an id in a text; one that can't be in the archive stays as it is. */
  idInText(table: Numbered, text: string): string {
    const id = Number(text)
    return id >= 1 && id <= (this.#way.last[table] ?? 0) ? String(this.#moved(table, id)) : text
  }

  markdown(text: string): string {
    return this.#staysAsItIs ? text : linksIn(markupIn(text, this), this)
  }

  html(text: string): string {
    const signed = externalPictures(text, (url) => this.#way.externalPicture(url))
    return this.#staysAsItIs ? signed : linksIn(signed, this, true)
  }

  link(text: string): string {
    return this.#staysAsItIs ? text : linksIn(text, this)
  }

  /** Maps a path that begins with the organization's id. */
  path(text: string, before = ''): string {
    const start = `${before}${this.from.orgId}/`
    if (!text.startsWith(start) || text.includes('..')) throw new ArchiveError(`has a path outside the organization`)
    return `${before}${this.to.orgId}/${text.slice(start.length)}`
  }

  #check(table: string, id: unknown): number {
    const last = this.#way.last[table] ?? 0
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || id > last)
      throw new ArchiveError(`names ${table} ${String(id).slice(0, 30)}, which cannot be in the archive`)
    return id
  }
}
