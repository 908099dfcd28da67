import type { Message } from '../../src/features/messages/messages/wire.ts'
import { plainText } from '../content/plain-text.ts'
import { placeName } from '../entities/place.tsx'
import { conversationKey, conversationOf, conversationOfMessage } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { prepareToReadOut, readOut } from '../parts/read-out.ts'
import { isMuted } from '../store/channels.ts'
import { onEvents } from '../store/connection.ts'
import { message } from '../store/messages.ts'
import { mutedPeople } from '../store/muted-people.ts'
import { isSilentDirect } from '../store/mutes.ts'
import { nameOf, ownId } from '../store/people.ts'
import { h } from '../texts/heard.ts'

/** Messages within this time are announced together, so that a screen reader doesn't fall behind the conversation. */
const waitMs = 400
const maxAtOnce = 3
const maxCharacters = 200

/** Call once. Announces new messages to screen readers. A live region on the feed would be read again in full. */
export function readOutWhatComes(): void {
  prepareToReadOut()
  let waiting: Message[] = []
  const say = () => {
    const lines = waiting.slice(0, maxAtOnce).map(lineOf)
    if (waiting.length > maxAtOnce) lines.push(h.more(waiting.length - maxAtOnce))
    waiting = []
    for (const text of lines) readOut(text)
  }
  onEvents((events) => {
    for (const event of events) {
      if (event.type !== 'message') continue
      const come = message((event.message as { id: number }).id)
      if (!come || !isWorthHearing(come)) continue
      waiting.push(come)
      if (waiting.length === 1) setTimeout(say, waitMs)
    }
  })
}

function isWorthHearing(come: Message): boolean {
  if (come.sender_id === ownId.value || mutedPeople.value.has(come.sender_id)) return false
  if (isHere(come)) return true
  const conversation = conversationOfMessage(come, ownId.value)
  if (conversation.kind === 'direct') return !isSilentDirect(conversation.userIds)
  const isMentioned = come.flags?.some((flag) => flag === 'mentioned') ?? false
  return isMentioned && !isMuted(conversation.channelId, conversation.topic)
}

function isHere(come: Message): boolean {
  const open = narrow.value && conversationOf(narrow.value)
  return open !== undefined && conversationKey(open) === conversationKey(conversationOfMessage(come, ownId.value))
}

function lineOf(come: Message): string {
  const sender = nameOf(come.sender_id) || come.sender_full_name
  const whole = [...plainText(come)]
  const text = whole.length > maxCharacters ? `${whole.slice(0, maxCharacters).join('')}…` : whole.join('')
  if (isHere(come)) return h.inConversation(sender, text)
  const conversation = conversationOfMessage(come, ownId.value)
  const isAlone = conversation.kind === 'direct' && conversation.userIds.length === 1
  return isAlone ? h.toYou(sender, text) : h.elsewhere(sender, placeName(conversation), text)
}
