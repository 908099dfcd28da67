import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { setTypingStatus } from '../../src/areas/typing/api.ts'
import { goTo, narrow } from '../app/route.ts'
import { type Conversation, channelOf, conversationKey, conversationOf, narrowOf } from '../narrow/narrow.ts'
import { Icon } from '../parts/icon.tsx'
import { placeName } from '../parts/place.tsx'
import { channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { send } from '../store/outbox.ts'
import { nameOf } from '../store/people.ts'
import { typing } from '../store/typing.ts'
import { t } from '../texts/index.ts'
import { api } from '../transport/api.ts'
import { draftOf, keepDraft } from './drafts.ts'

const settings = part<{ enter_sends?: boolean }>('user_settings')
const maxLength = part<number>('max_message_length')
const maxTopicLength = part<number>('max_topic_length')
const isMac = navigator.platform.startsWith('Mac')

/** The field that keys lead to. */
export const composeField = signal<HTMLTextAreaElement | undefined>(undefined)

/** Where what is written goes: the conversation that is shown, or a new topic in the channel that is. */
export function Compose() {
  const shown = narrow.value
  const conversation = shown && conversationOf(shown)
  const channelId = shown && channelOf(shown)
  const topic = useSignal('')
  if (channelId !== undefined && !channel(channelId)) return null
  if (conversation) return <Writing key={conversationKey(conversation)} conversation={conversation} />
  if (channelId === undefined) return null
  const to: Conversation = { kind: 'topic', channelId, topic: topic.value.trim() }
  return (
    <Writing
      key={`channel ${channelId}`}
      conversation={to}
      topicField={
        <input
          class="topic-field"
          value={topic.value}
          maxLength={maxTopicLength.value}
          placeholder={t.newTopic}
          aria-label={t.topic}
          onInput={(event) => (topic.value = event.currentTarget.value)}
        />
      }
      onSent={() => {
        topic.value = ''
        goTo({ view: 'narrow', narrow: narrowOf(to) })
      }}
    />
  )
}

interface WritingProps {
  conversation: Conversation
  topicField?: preact.JSX.Element
  onSent?: () => void
}

function Writing({ conversation, topicField, onSent }: WritingProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const key = topicField
    ? `new ${conversation.kind === 'topic' ? conversation.channelId : ''}`
    : conversationKey(conversation)
  const text = useSignal(draftOf(key))
  const entersSend = settings.value?.enter_sends ?? false
  const over = [...text.value].length - (maxLength.value ?? 10_000)
  const canSend = text.value.trim() !== '' && over <= 0
  const tells = useRef(new TypingTeller())

  useEffect(() => {
    composeField.value = field.current ?? undefined
    return () => tells.current.stop()
  }, [])
  useEffect(() => fit(field.current), [text.value])

  const submit = () => {
    if (!canSend) return
    send(conversation, text.value)
    text.value = ''
    keepDraft(key, '')
    tells.current.stop()
    onSent?.()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Escape') field.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey) return
    const modified = event.ctrlKey || event.metaKey || event.altKey
    if (entersSend !== modified) {
      event.preventDefault()
      submit()
    }
  }
  const place = placeName(conversation)
  return (
    <form
      class="compose"
      id="compose"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Typing conversation={conversation} />
      {topicField}
      <div class="writing">
        <textarea
          ref={field}
          rows={1}
          value={text.value}
          dir="auto"
          placeholder={t.messageTo(place)}
          aria-label={t.messageTo(place)}
          aria-describedby="compose-hint"
          onInput={(event) => {
            text.value = event.currentTarget.value
            keepDraft(key, text.value)
            tells.current.typed(conversation, text.value)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="submit" class="send" disabled={!canSend} aria-label={t.send} title={t.send}>
          <Icon name="send" size={18} />
        </button>
      </div>
      <p class={over > 0 ? 'compose-hint error' : 'compose-hint'} id="compose-hint" aria-live="polite">
        {over > 0 ? t.tooLong(over) : t.sendHint(entersSend ? 'Enter' : isMac ? '⌘ Enter' : 'Ctrl Enter')}
      </p>
    </form>
  )
}

/** As high as its text, up to what the style allows. */
function fit(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + 2}px`
}

const Typing = ({ conversation }: { conversation: Conversation }) => {
  const people = typing.value.get(conversationKey(conversation))
  return (
    <p class="typing" role="status">
      {people && people.size > 0 ? t.typing([...people].map(nameOf)) : ''}
    </p>
  )
}

const repeatMs = 10_000
const pauseMs = 5_000

/** Tells the others that one is writing: at the beginning, now and then, and at the end. */
class TypingTeller {
  #conversation: Conversation | undefined
  #last = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  typed(conversation: Conversation, text: string): void {
    clearTimeout(this.#pause)
    if (text.trim() === '') {
      this.stop()
      return
    }
    this.#pause = setTimeout(() => this.stop(), pauseMs)
    if (this.#conversation && Date.now() - this.#last < repeatMs) return
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
