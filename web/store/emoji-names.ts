import { part } from './connection.ts'

const address = part<string>('server_emoji_data_url')

/** Each emoji's names by its code, in Unicode's order. */
export type EmojiNames = readonly (readonly [code: string, names: readonly string[]])[]

let asked: Promise<EmojiNames> | undefined

/** Fetched on the first call; a failure is retried on the next. */
export function emojiNames(): Promise<EmojiNames> {
  asked ??= fetchNames().catch((problem) => {
    asked = undefined
    throw problem
  })
  return asked
}

async function fetchNames(): Promise<EmojiNames> {
  // only the path: the page may be open under another name of the same server
  const reply = await fetch(new URL(address.value ?? '', location.origin).pathname)
  if (!reply.ok) throw new Error(reply.statusText)
  return Object.entries(((await reply.json()) as { code_to_names: Record<string, string[]> }).code_to_names)
}
