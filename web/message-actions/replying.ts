import type { Message } from '../../src/areas/messages/wire.ts'
import { narrow } from '../app/route.ts'
import { composeField, composeTo, insertIntoCompose } from '../compose/target.ts'
import { type Conversation, conversationKey, conversationOf, conversationOfMessage } from '../narrow/narrow.ts'
import { nameOf, ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { linkTo, sourceOf } from './copying.ts'
import { tellRefusal } from './refusal.ts'
import { fenced, selectedMarkdown } from './selected-markdown.ts'

const conversationFor = (message: Message) => conversationOfMessage(message, ownId.value)

/** Puts a text into what is being written to a conversation; where that is not what the view shows, opens it. */
function write(conversation: Conversation, text?: string): void {
  const shown = narrow.value && conversationOf(narrow.value)
  if (!composeField.peek() || !shown || conversationKey(shown) !== conversationKey(conversation))
    composeTo(conversation, text)
  else if (text === undefined) composeField.peek()?.focus()
  else insertIntoCompose(text)
}

export const reply = (message: Message): void => write(conversationFor(message))

export const replyMentioning = (message: Message): void => write(conversationFor(message), `@**${mention(message)}** `)

export const replyToSender = ({ sender_id }: Message): void => write({ kind: 'direct', userIds: [sender_id] })

const mention = ({ sender_id, sender_full_name }: Message) => `${nameOf(sender_id) || sender_full_name}|${sender_id}`

/** What somebody has said, with whom and where: of the message what is selected of it, if anything is. */
async function quotation(message: Message, selected: string | undefined): Promise<string> {
  const text = selected ?? (await sourceOf(message.id))
  return `@_**${mention(message)}** [${a.said}](${linkTo(message)}):\n${fenced(text, 'quote')}\n`
}

export async function quote(message: Message, row: HTMLElement | null): Promise<void> {
  const selected = selectedMarkdown(row)
  try {
    write(conversationFor(message), await quotation(message, selected))
  } catch (problem) {
    tellRefusal(problem)
  }
}

/** Quotes the message in a new one, to whomever is chosen there. */
export async function forward(message: Message): Promise<void> {
  try {
    const text = await quotation(message, undefined)
    const here = conversationFor(message)
    composeTo(here.kind === 'topic' ? { ...here, topic: '' } : { kind: 'direct', userIds: [] }, text)
  } catch (problem) {
    tellRefusal(problem)
  }
}
