import { externalPictures, linksIn, markupIn } from './text-references.ts'

/** Something of an archive that it cannot have, or that would lead out of it. */
export class ArchiveProblem extends Error {}

/** Tables whose rows others name by their id. */
export type Numbered =
  | 'account'
  | 'attachment'
  | 'channel'
  | 'channel_folder'
  | 'conversation'
  | 'custom_emoji'
  | 'deleted_message'
  | 'invitation'
  | 'message'
  | 'organization'
  | 'profile_field'
  | 'user_group'

/** Whose ids are few enough to be all remembered, so that what names them can be held against them. */
const counted: readonly string[] = ['account', 'channel', 'conversation', 'custom_emoji', 'profile_field', 'user_group']

export interface Place {
  readonly orgId: number
  /** Of the organization, without a slash at the end. */
  readonly url: string
}

interface Way {
  readonly from: Place
  readonly to: Place
  /** The highest id of each table that the archive may name. */
  readonly last: Readonly<Record<string, number>>
  /** By what ids are multiplied, so that they are those of one of several databases; 1 for one that is alone. */
  readonly step: number
  /** What is added to them then, for each table. */
  readonly shifts: Readonly<Record<string, number>>
  /** Where clients find a picture of another server. */
  externalPicture(url: string): string
}

/** How what stands in an archive becomes what is right where it goes: ids keep their order, and move by one number, or go in steps. */
export class Relocation {
  readonly #way: Way
  readonly #staysAsItIs: boolean
  readonly #seen = new Map<string, Set<number>>()
  readonly #whole = new Set<string>()
  /** Named before the table came that they are of. */
  readonly #named = new Map<string, Set<number>>()
  /** Profile fields that hold people. */
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

  /** An id that a row names. Only what belongs to the archive can be named. */
  id(table: Numbered, id: unknown): number {
    const old = this.#check(table, id)
    const seen = this.#seen.get(table)
    if (counted.includes(table) && !seen?.has(old)) {
      if (this.#whole.has(table)) throw new ArchiveProblem(`names ${table} ${old}, which is not in the archive`)
      const named = this.#named.get(table) ?? new Set()
      this.#named.set(table, named.add(old))
    }
    return this.#moved(table, old)
  }

  /** The id of a row itself. */
  own(table: string, id: unknown): number {
    const old = this.#check(table, id)
    if (counted.includes(table)) {
      const seen = this.#seen.get(table) ?? new Set()
      if (seen.has(old)) throw new ArchiveProblem(`is a second ${table} ${old}`)
      this.#seen.set(table, seen.add(old))
    }
    return this.#moved(table, old)
  }

  #moved(table: string, id: number): number {
    return id * this.#way.step + (this.#way.shifts[table] ?? 0)
  }

  /** After the last row of a table. */
  ended(table: string): void {
    this.#whole.add(table)
    const seen = this.#seen.get(table)
    for (const id of this.#named.get(table) ?? [])
      if (!seen?.has(id)) throw new ArchiveProblem(`names ${table} ${id}, which is not in the archive`)
    this.#named.delete(table)
  }

  /** Ids in a text, which may name anything: those that the archive cannot have stay as they are. */
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

  /** A file's name that begins with the organization's number. */
  path(text: string, before = ''): string {
    const start = `${before}${this.from.orgId}/`
    if (!text.startsWith(start) || text.includes('..')) throw new ArchiveProblem(`holds a path that is not its own`)
    return `${before}${this.to.orgId}/${text.slice(start.length)}`
  }

  #check(table: string, id: unknown): number {
    const last = this.#way.last[table] ?? 0
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || id > last)
      throw new ArchiveProblem(`names ${table} ${String(id).slice(0, 30)}, which cannot be in the archive`)
    return id
  }
}
