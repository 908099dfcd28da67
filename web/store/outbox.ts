import { signal } from '@preact/signals'
import { ApiError } from '#contract'
import { sendMessage } from '../../src/areas/messages/api/send.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import { queueId } from './connection.ts'

/** A message that is on its way, or could not be sent. */
export interface Outgoing {
  readonly localId: string
  readonly conversation: Conversation
  readonly content: string
  readonly at: Date
  /** `sent`: the server has it, its event has not come yet. */
  readonly state: 'sending' | 'waiting' | 'refused' | 'sent'
  /** Why the server did not want it. */
  readonly reason?: string
}

/** In the order in which they were written. */
export const outbox = signal<readonly Outgoing[]>([])

/** Other browsers of the same person count their messages for themselves. */
const browser = crypto.getRandomValues(new Uint32Array(4)).join('-')
let written = 0
let isSending = false

export const outgoingIn = (conversation: Conversation): readonly Outgoing[] => {
  const key = conversationKey(conversation)
  return outbox.value.filter((one) => conversationKey(one.conversation) === key)
}

/** Shows the message at once and sends it, after those that were written before. */
export function send(conversation: Conversation, content: string): void {
  const localId = `${Date.now()}.${++written}`
  outbox.value = [...outbox.value, { localId, conversation, content, at: new Date(), state: 'sending' }]
  void sendAll()
}

export function retry(localId: string): void {
  change(localId, { state: 'sending' })
  void sendAll()
}

export const discard = (localId: string): void => {
  outbox.value = outbox.value.filter((one) => one.localId !== localId)
}

/** The event with the real message is here: what stood for it goes. */
export function settleSent(localId: string | undefined): void {
  if (localId !== undefined) discard(localId)
}

const change = (localId: string, to: Pick<Outgoing, 'state' | 'reason'>): void => {
  outbox.value = outbox.value.map((one) => (one.localId === localId ? { ...one, reason: undefined, ...to } : one))
}

/** One at a time and in order: two at once could overtake each other. */
async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (;;) {
      const next = outbox.peek().find(({ state }) => state === 'sending')
      if (!next || !(await sendOne(next))) return
    }
  } finally {
    isSending = false
  }
}

/** False when nothing can be sent now. */
async function sendOne({ localId, conversation, content }: Outgoing): Promise<boolean> {
  try {
    await api.call(sendMessage, {
      ...(conversation.kind === 'topic'
        ? { type: 'stream' as const, to: conversation.channelId, topic: conversation.topic }
        : { type: 'direct' as const, to: [...conversation.userIds] }),
      content,
      local_id: localId,
      // a message whose answer was lost is sent again, and there once
      idempotency_key: `${browser} ${localId}`,
      ...(queueId() === undefined ? {} : { queue_id: queueId() }),
      read_by_sender: true,
    })
    // what stands for it goes when its event comes
    change(localId, { state: 'sent' })
    return true
  } catch (problem) {
    if (problem instanceof ApiError && problem.status < 500 && problem.status !== 429) {
      change(localId, { state: 'refused', reason: problem.message })
      return true
    }
    change(localId, { state: 'waiting' })
    return false
  }
}

/** The network is back: what waited goes again, in order. */
export function sendWaiting(): void {
  outbox.value = outbox.value.map((one) => (one.state === 'waiting' ? { ...one, state: 'sending' as const } : one))
  void sendAll()
}
