import type { Target } from '../load.ts'

export interface Reader {
  /** Fetches the room's newest 100 messages; returns how many there were. */
  newest(): Promise<number>
  /** Returns how many messages have the word; absent if the server has no search. */
  search?(word: string): Promise<number>
  close(): void
}

/** A server that has responded to a request. Its meters don't include its database server. */
export interface Running extends Pick<Target, 'listen' | 'sender'> {
  readonly pid: number
  reader(person: number): Promise<Reader>
  stop(): Promise<void>
}

export interface Installation {
  start(): Promise<Running>
  /** Creates the accounts and their room in the running server; once. */
  fill(running: Running): Promise<void>
}

export interface Place {
  /** Temporary; removed afterwards. */
  readonly folder: string
  readonly people: number
  readonly databaseUrl: string | undefined
}

export interface Peer {
  readonly name: string
  /** Whether it uses a dedicated PostgreSQL server. */
  readonly usesPostgres: boolean
  /** False if its programs aren't installed. */
  isInstalled(): boolean
  install(place: Place): Promise<Installation>
}

/** Calls for every person, eight at a time. */
export async function forEveryone(people: number, call: (person: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < people) await call(next++)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** Number of occurrences of a part in a text. */
export const countOf = (text: string, part: string): number => text.split(part).length - 1
