import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { plainText } from '../content/plain-text.ts'
import { onRenewal } from '../store/connection.ts'
import { message, messages, revision } from '../store/messages.ts'
import { nameOf } from '../store/people.ts'
import { api } from '../transport/api.ts'

/** Rows come into sight together: they ask together. */
const waitMs = 60
const maxAtOnce = 60
const maxCharacters = 160

/** On their way. */
const asked = new Set<number>()
/** Deleted, or nothing that one may read (any more): the server answered without them. */
const gone = new Set<number>()
let waiting: number[] = []

/** Of a message, in one line. */
interface Preview {
  readonly sender: string
  readonly text: string
}

/** Who says what in a message; undefined until it is known, and it is asked for then. */
export function previewOf(id: number): Preview | undefined {
  revision.value
  const one = message(id)
  if (one) return lineOf(one)
  if (!asked.has(id) && !gone.has(id)) {
    asked.add(id)
    waiting.push(id)
    if (waiting.length === 1) setTimeout(fetchAsked, waitMs)
  }
  return undefined
}

// what nobody holds is let go of then, and what is answered to questions of before is not kept
onRenewal(() => {
  asked.clear()
  gone.clear()
})

const lines = new WeakMap<Message, Preview>()

function lineOf(one: Message): Preview {
  let line = lines.get(one)
  if (line === undefined) {
    line = { sender: nameOf(one.sender_id) || one.sender_full_name, text: clip(plainText(one)) }
    lines.set(one, line)
  }
  return line
}

const clip = (text: string): string =>
  text.length > maxCharacters ? `${[...text].slice(0, maxCharacters).join('')}…` : text

async function fetchAsked(): Promise<void> {
  const ids = waiting.slice(-maxAtOnce)
  waiting = waiting.slice(0, -maxAtOnce)
  if (waiting.length > 0) setTimeout(fetchAsked, waitMs)
  try {
    const { answer } = await messages.fetch(async () => {
      const { messages: found } = await api.call(getMessages, {
        message_ids: ids,
        narrow: [],
        client_gravatar: false,
        allow_empty_topic_name: true,
      })
      return { messages: found as Message[] }
    })
    const found = new Set(answer.messages.map(({ id }) => id))
    for (const id of ids) if (!found.has(id)) gone.add(id)
  } catch {
    // a line that is not there is asked for when it is drawn again
  }
  for (const id of ids) asked.delete(id)
}
