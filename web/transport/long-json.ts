/**
 * Parsing or writing long JSON blocks the page: 5 MB, for ten thousand people, take 50 ms even on a fast machine. So
 * long lists are processed in pieces.
 */

const longText = 500_000
/** Characters parsed at once: about 2 ms. */
const pieceLength = 250_000
/** Replaces the removed items in a list. */
const takenMark = 'taken'
const pieceItems = 500

/** Top-level lists that may be long, longest first. */
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
  pause?(): Promise<unknown>
}

/** Like `JSON.stringify`, but yields within long lists. */
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

/** Like `JSON.parse`, for text written by `JSON.stringify`, but yields if it's long. */
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
  // a nested list of the same name, such as in an event, came first and was removed by mistake
  if (taken.some(([name]) => !Array.isArray(whole?.[name]) || whole[name][0] !== takenMark)) return JSON.parse(text)
  for (const [name, items] of taken) if (whole) whole[name] = items.concat(whole[name]?.slice(1) ?? [])
  return whole
}

/**
 * The first items of a list, and the text without them. Items are split at `},{` followed by the first field's name,
 * which can't occur inside strings, as their quotation marks are escaped. If a split is inside an item or in another
 * list, the piece isn't valid JSON, and splitting stops there.
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
/** Hidden pages don't pause: they block no one, and browsers throttle their timers. */
const pause = async (): Promise<unknown> =>
  globalThis.document?.hidden ? undefined : (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
