import type { Message } from '../../src/features/messages/messages/wire.ts'
import { composeField, composeTo, insertIntoCompose } from '../compose/target.ts'
import { type Conversation, conversationKey, conversationOf, conversationOfMessage } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { showRefusal } from '../parts/refusal.ts'
import { nameOf, ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { linkTo, sourceOf } from './copying.ts'
import { selectedContent } from './selected-content.ts'

const conversationFor = (message: Message) => conversationOfMessage(message, ownId.value)

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

/** A code fence longer than any run of backticks in the text. */
function fenced(text: string, info: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** Quotes the selected part of a message, or all of it, with its sender and a link. */
async function quotation(message: Message, selected: HTMLElement | undefined): Promise<string> {
  const text = selected
    ? await import('../compose/paste/own-markdown.ts').then(({ ownMarkdown }) => ownMarkdown(selected))
    : await sourceOf(message.id)
  return `@_**${mention(message)}** [${a.said}](${linkTo(message)}):\n${fenced(text, 'quote')}\n`
}

export async function quote(message: Message, row: HTMLElement | null): Promise<void> {
  const selected = selectedContent(row)
  try {
    write(conversationFor(message), await quotation(message, selected))
  } catch (problem) {
    showRefusal(problem)
  }
}

export async function forward(message: Message): Promise<void> {
  try {
    const text = await quotation(message, undefined)
    const here = conversationFor(message)
    composeTo(here.kind === 'topic' ? { ...here, topic: '' } : { kind: 'direct', userIds: [] }, text)
  } catch (problem) {
    showRefusal(problem)
  }
}
