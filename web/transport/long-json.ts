/**
 * To parse or to write a long text takes long, and meanwhile a page can do nothing else: 5 MB of JSON, as a server with ten
 * thousand people answers, are 50 ms even on a fast machine. Its long lists are therefore taken a piece at a time.
 */

/** Shorter texts are parsed at once. */
const longText = 500_000
/** Of a list, as much is parsed in one go: some 2 ms. */
const pieceLength = 250_000
/** Stands in a list for what was taken out of it. */
const takenMark = 'taken'
/** So many items of a list are written in one go. */
const pieceItems = 500

/** Lists of objects that may be long, at the top of an answer; the longest one first. */
const longLists = [
  'realm_users',
  'subscriptions',
  'realm_non_active_users',
  'never_subscribed',
  'unsubscribed',
  'members',
]

interface Options {
  readonly longText?: number
  readonly pieceLength?: number
  readonly pieceItems?: number
  /** Lets others have their turn. */
  pause?(): Promise<unknown>
}

/** What `JSON.stringify` makes of an object, with pauses within its long lists. */
export async function writeLong(value: Readonly<Record<string, unknown>>, options: Options = {}): Promise<string> {
  const size = options.pieceItems ?? pieceItems
  const fields: string[] = []
  for (const [name, part] of Object.entries(value)) {
    let text = Array.isArray(part) && part.length > size ? '' : JSON.stringify(part)
    if (text === '') {
      const list = part as readonly unknown[]
      for (let at = 0; at < list.length; at += size) {
        text += `${at === 0 ? '[' : ','}${JSON.stringify(list.slice(at, at + size)).slice(1, -1)}`
        await (options.pause ?? pause)()
      }
      text += ']'
    }
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

/** What `JSON.parse` makes of a text that `JSON.stringify` wrote, with pauses where it is long. */
export async function parseLong(text: string, options: Options = {}): Promise<unknown> {
  if (text.length < (options.longText ?? longText)) return JSON.parse(text)
  let rest = text
  const taken: [name: string, items: unknown[]][] = []
  for (const name of longLists) {
    const found = await firstItems(rest, name, options)
    if (!found) continue
    rest = found.rest
    taken.push([name, found.items])
  }
  const whole = JSON.parse(rest) as Record<string, unknown[] | undefined> | null
  // one that is named further within, as in events, came first, and was taken out of its place
  if (taken.some(([name]) => !Array.isArray(whole?.[name]) || whole[name][0] !== takenMark)) return JSON.parse(text)
  for (const [name, items] of taken) if (whole) whole[name] = items.concat(whole[name]?.slice(1) ?? [])
  return whole
}

/**
 * The first items of a list, and the text without them. Where one item ends and the next begins is seen by the sign
 * between them with the name of the first field: in a text quotation marks are escaped, so that it cannot be found there.
 * A place where that is within an item, or already in another list, makes no valid piece, and ends what is taken.
 */
async function firstItems(text: string, name: string, options: Options) {
  const opening = `"${name}":[`
  const start = text.indexOf(`${opening}{"`) + opening.length
  const first = /^\{"\w+":/.exec(text.slice(start, start + 100))?.[0]
  if (start < opening.length || first === undefined) return undefined
  let items: unknown[] = []
  let from = start
  for (;;) {
    const end = text.indexOf(`},${first}`, from + (options.pieceLength ?? pieceLength)) + 1
    if (end === 0) break
    try {
      items = items.concat(JSON.parse(`[${text.slice(from, end)}]`))
    } catch {
      break
    }
    from = end + 1
    await (options.pause ?? pause)()
  }
  return items.length === 0 ? undefined : { items, rest: `${text.slice(0, start)}"${takenMark}",${text.slice(from)}` }
}

const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }
/** A page that nobody sees holds nobody up, and browsers let its timers wait. */
const pause = async (): Promise<unknown> =>
  globalThis.document?.hidden ? undefined : (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
