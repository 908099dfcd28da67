import { signal } from '@preact/signals'
import { getMessages } from '../../src/areas/messages/api/fetch.ts'
import type { Message } from '../../src/areas/messages/wire.ts'
import { setContent } from '../feed/content.ts'
import { message, messages } from '../store/messages.ts'
import { nameOf } from '../store/people.ts'
import { t } from '../texts/views.ts'
import { api } from '../transport/api.ts'

/** Rows come into sight together: they ask together. */
const waitMs = 60
const mostAtOnce = 60
const mostLetters = 160

const asked = new Set<number>()
let waiting: number[] = []
const fetched = signal(0)

/** Who says what in a message, in one line; undefined until it is known, and it is asked for then. */
export function previewOf(id: number): string | undefined {
  fetched.value
  const one = message(id)
  if (one) return lineOf(one)
  if (!asked.has(id)) {
    asked.add(id)
    waiting.push(id)
    if (waiting.length === 1) setTimeout(fetchAsked, waitMs)
  }
  return undefined
}

const lines = new WeakMap<Message, string>()

function lineOf(one: Message): string {
  let line = lines.get(one)
  if (line === undefined) {
    line = t.said(nameOf(one.sender_id) || one.sender_full_name, textOf(one.content))
    lines.set(one, line)
  }
  return line
}

/** What one reads of a message's HTML, without pictures and what is covered. */
function textOf(html: string): string {
  const place = document.createElement('div')
  setContent(place, html)
  for (const hidden of place.querySelectorAll('.spoiler-content, .message_embed, .katex-html, button')) hidden.remove()
  const text = (place.textContent ?? '').replace(/\s+/g, ' ').trim()
  return text.length > mostLetters ? `${[...text].slice(0, mostLetters).join('')}…` : text
}

async function fetchAsked(): Promise<void> {
  const ids = waiting.slice(-mostAtOnce)
  waiting = waiting.slice(0, -mostAtOnce)
  if (waiting.length > 0) setTimeout(fetchAsked, waitMs)
  try {
    await messages.fetch(async () => {
      const answer = await api.call(getMessages, {
        message_ids: ids,
        narrow: [],
        client_gravatar: false,
        allow_empty_topic_name: true,
      })
      return { messages: answer.messages as Message[] }
    })
    fetched.value++
  } catch {
    // a line that is not there is asked for when it is drawn again
    for (const id of ids) asked.delete(id)
  }
}
