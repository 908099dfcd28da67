import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { plainText } from '../content/plain-text.ts'
import { onRenewal } from '../store/connection.ts'
import { message, messages, revision } from '../store/messages.ts'
import { nameOf } from '../store/people.ts'
import { api } from '../transport/api.ts'

/** Rows that appear together share a request. */
const waitMs = 60
const maxAtOnce = 60
const maxCharacters = 160

const asked = new Set<number>()
/** Deleted or not accessible: the server left them out. */
const gone = new Set<number>()
let waiting: number[] = []

interface Preview {
  readonly senderId: number
  readonly sender: string
  readonly text: string
  /** When it was sent, in seconds. */
  readonly timestamp: number
}

/** What rows show of a message. If unknown, it's requested, and undefined until then. */
export function previewOf(id: number): Preview | undefined {
  revision.value
  const one = message(id)
  if (one) return lineOf(one)
  if (!asked.has(id) && !gone.has(id)) {
    asked.add(id)
    waiting.push(id)
    if (waiting.length === 1) setTimeout(fetchRequested, waitMs)
  }
  return undefined
}

// on re-registration, the store drops messages that no list holds and discards pending responses: request again
onRenewal(() => {
  asked.clear()
  gone.clear()
})

const lines = new WeakMap<Message, Preview>()

function lineOf(one: Message): Preview {
  let line = lines.get(one)
  if (line === undefined) {
    line = {
      senderId: one.sender_id,
      sender: nameOf(one.sender_id) || one.sender_full_name,
      text: clip(plainText(one)),
      timestamp: one.timestamp,
    }
    lines.set(one, line)
  }
  return line
}

const clip = (text: string): string =>
  text.length > maxCharacters ? `${[...text].slice(0, maxCharacters).join('')}…` : text

async function fetchRequested(): Promise<void> {
  const ids = waiting.slice(-maxAtOnce)
  waiting = waiting.slice(0, -maxAtOnce)
  if (waiting.length > 0) setTimeout(fetchRequested, waitMs)
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
    // retried when the row renders again
  }
  for (const id of ids) asked.delete(id)
}
