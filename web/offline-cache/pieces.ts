/**
 * The register answer as it lies on disk: each of its parts by itself, long lists in pieces, so that what changes is
 * written and not all the rest, and nothing takes long in one go.
 */

/** So many items of a list are one piece: some 250 KB of people. */
const pieceItems = 500

/** How many pieces each part of an answer has; 0 for one that is not cut. */
export type Contents = Readonly<Record<string, number>>

export const pieceKey = (name: string, piece: number): string => `${name} ${piece}`

const isCut = (part: unknown): part is readonly unknown[] => Array.isArray(part) && part.length > pieceItems

export const contentsOf = (told: Readonly<Record<string, unknown>>): Contents =>
  Object.fromEntries(
    Object.entries(told)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, isCut(part) ? Math.ceil(part.length / pieceItems) : 0]),
  )

/** What has to be written: every piece that is not what it was, by identity. */
export function* changedPieces(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Generator<[key: string, piece: unknown]> {
  for (const [name, part] of Object.entries(now)) {
    const old = before[name]
    if (part === undefined || part === old) continue
    if (!isCut(part)) {
      yield [pieceKey(name, 0), part]
      continue
    }
    for (let from = 0; from < part.length; from += pieceItems) {
      const to = Math.min(part.length, from + pieceItems)
      if (!isCut(old) || Math.min(old.length, from + pieceItems) !== to || !isSame(part, old, from, to))
        yield [pieceKey(name, from / pieceItems), part.slice(from, to)]
    }
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (a[at] !== b[at]) return false
  return true
}

/** Pieces that are there no longer. */
export function* gonePieces(before: Contents, now: Contents): Generator<string> {
  for (const [name, count] of Object.entries(before))
    for (let piece = now[name] === undefined ? 0 : Math.max(1, now[name]); piece < Math.max(1, count); piece++)
      yield pieceKey(name, piece)
}

/** The answer again. Throws where a piece is missing or broken. `pause` is called between long ones. */
export async function assembled(
  contents: Contents,
  texts: ReadonlyMap<string, string>,
  pause: () => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {}
  for (const [name, count] of Object.entries(contents)) {
    if (count === 0) {
      told[name] = JSON.parse(texts.get(pieceKey(name, 0)) as string)
      continue
    }
    let items: unknown[] = []
    for (let piece = 0; piece < count; piece++) {
      items = items.concat(JSON.parse(texts.get(pieceKey(name, piece)) as string) as unknown[])
      await pause()
    }
    told[name] = items
  }
  return told
}
