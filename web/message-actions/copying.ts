import { getMessage } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { api } from '../transport/api.ts'
import { pageAddress } from '../transport/place.ts'

/** The whole address of a message, for whoever is told of it. */
export const linkTo = (message: Message): string =>
  `${pageAddress()}${hrefOfNarrow(narrowOf(conversationOfMessage(message, ownId.value)), message.id)}`

/** A message as it was typed. */
export async function sourceOf(messageId: number): Promise<string> {
  const question = { message_id: messageId, allow_empty_topic_name: true, client_gravatar: false }
  return (await api.call(getMessage, question)).raw_content
}

/** Copies a text and says so. */
export async function copy(text: string): Promise<void> {
  toast((await put(text)) ? a.copied : a.notCopied)
}

async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // only secure addresses have a clipboard; the older way works where something is selected
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    const before = document.activeElement as HTMLElement | null
    const host = before?.closest('dialog') ?? document.body
    host.append(field)
    field.select()
    const isDone = document.execCommand('copy')
    field.remove()
    before?.focus()
    return isDone
  }
}
