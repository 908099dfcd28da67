import type { Message } from '../../src/features/messages/messages/wire.ts'
import { setEditTypingStatus, setTypingStatus } from '../../src/features/messages/typing/api.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import { part } from './connection.ts'

/** After how long it is said again that one is writing, and after which pause that one no longer is. */
const repeatMs = part<number>('server_typing_started_wait_period_milliseconds')
const pauseMs = part<number>('server_typing_stopped_wait_period_milliseconds')
const settings = part<{ send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean }>(
  'user_settings',
)

/** What one is writing, as far as others hear of it. */
interface Written {
  /** The same for the same. */
  readonly key: string
  readonly isDirect: boolean
  readonly tell: (op: 'start' | 'stop') => Promise<unknown>
}

/** Something new. */
export const inConversation = (conversation: Conversation): Written => ({
  key: conversationKey(conversation),
  isDirect: conversation.kind === 'direct',
  tell: (op) =>
    api.call(setTypingStatus, {
      op,
      ...(conversation.kind === 'topic'
        ? { type: 'stream' as const, stream_id: conversation.channelId, topic: conversation.topic }
        : { type: 'direct' as const, to: [...conversation.userIds] }),
    }),
})

/** Another text for a message that is there. */
export const inMessage = ({ id, type }: Pick<Message, 'id' | 'type'>): Written => ({
  key: `message ${id}`,
  isDirect: type === 'private',
  tell: (op) => api.call(setEditTypingStatus, { message_id: id, op }),
})

/** Whether one lets others know; the server refuses what one does not. */
function tells({ isDirect }: Written): boolean {
  const { send_private_typing_notifications = true, send_stream_typing_notifications = true } = settings.peek() ?? {}
  return isDirect ? send_private_typing_notifications : send_stream_typing_notifications
}

/** Tells the others that one is writing: at the beginning, now and then, and at the end. */
export class TypingTeller {
  #written: Written | undefined
  #last = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  typed(written: Written, text: string): void {
    clearTimeout(this.#pause)
    if (text.trim() === '' || !tells(written)) {
      this.stop()
      return
    }
    if (this.#written && this.#written.key !== written.key) this.stop()
    this.#pause = setTimeout(() => this.stop(), pauseMs.peek() ?? 12_000)
    if (this.#written && Date.now() - this.#last < (repeatMs.peek() ?? 30_000)) return
    this.#written = written
    this.#last = Date.now()
    say(written, 'start')
  }

  stop(): void {
    clearTimeout(this.#pause)
    if (this.#written) say(this.#written, 'stop')
    this.#written = undefined
  }
}

/** What others hear too late, or not at all, is nobody's loss. */
const say = ({ tell }: Written, op: 'start' | 'stop'): void => void tell(op).catch(() => {})
