import { setTypingStatus } from '../../src/areas/typing/api.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { part } from '../store/connection.ts'
import { nameOf } from '../store/people.ts'
import { typing } from '../store/typing.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'

export const Typing = ({ conversation }: { conversation: Conversation | undefined }) => {
  const people = conversation && typing.value.get(conversationKey(conversation))
  return (
    <p class="typing" role="status">
      {people && people.size > 0 ? t.typing([...people].map(nameOf)) : ''}
    </p>
  )
}

/** After how long it is said again that one is writing, and after which pause that one no longer is. */
const repeatMs = part<number>('server_typing_started_wait_period_milliseconds')
const pauseMs = part<number>('server_typing_stopped_wait_period_milliseconds')
const settings = part<{ send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean }>(
  'user_settings',
)

/** Whether one lets others know; the server refuses what one does not. */
const tells = ({ kind }: Conversation): boolean => {
  const { send_private_typing_notifications = true, send_stream_typing_notifications = true } = settings.peek() ?? {}
  return kind === 'direct' ? send_private_typing_notifications : send_stream_typing_notifications
}

/** Tells the others that one is writing: at the beginning, now and then, and at the end. */
export class TypingTeller {
  #conversation: Conversation | undefined
  #last = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  typed(conversation: Conversation, text: string): void {
    clearTimeout(this.#pause)
    if (text.trim() === '' || !tells(conversation)) {
      this.stop()
      return
    }
    if (this.#conversation && conversationKey(this.#conversation) !== conversationKey(conversation)) this.stop()
    this.#pause = setTimeout(() => this.stop(), pauseMs.peek() ?? 12_000)
    if (this.#conversation && Date.now() - this.#last < (repeatMs.peek() ?? 30_000)) return
    this.#conversation = conversation
    this.#last = Date.now()
    void tell('start', conversation)
  }

  stop(): void {
    clearTimeout(this.#pause)
    if (this.#conversation) void tell('stop', this.#conversation)
    this.#conversation = undefined
  }
}

async function tell(op: 'start' | 'stop', conversation: Conversation): Promise<void> {
  const to =
    conversation.kind === 'topic'
      ? { type: 'stream' as const, stream_id: conversation.channelId, topic: conversation.topic }
      : { type: 'direct' as const, to: [...conversation.userIds] }
  await api.call(setTypingStatus, { op, ...to }).catch(() => {})
}
