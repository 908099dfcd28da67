import { signal } from '@preact/signals'
import { ApiError } from '#contract'
import { sendMessage } from '../../src/features/messages/messages/api/send.ts'
import { messageHeld } from '../../src/features/messages/messages/held-messages/errors.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import { connection, queueId, wake } from './connection.ts'

export interface Outgoing {
  readonly localId: string
  readonly conversation: Conversation
  readonly content: string
  readonly at: Date
  /** `sent`: on the server, but its event hasn't arrived. */
  readonly state: 'sending' | 'waiting' | 'refused' | 'sent'
  /** Set once sent. */
  readonly messageId?: number
  readonly reason?: string
}

export const outbox = signal<readonly Outgoing[]>([])

/** This tab's name, which makes local ids unique across the user's tabs. */
export const tab = crypto.getRandomValues(new Uint32Array(3)).join('-')
let written = 0
let isSending = false
/** Waiting messages retry by themselves: the session's attempts may be half a minute apart. */
const againMs = 2_000
let again: ReturnType<typeof setTimeout> | undefined

export const outgoingIn = (conversation: Conversation): readonly Outgoing[] => {
  const key = conversationKey(conversation)
  return outbox.value.filter((one) => conversationKey(one.conversation) === key)
}

/** Shows the message at once, and sends it after the earlier ones. */
export function send(conversation: Conversation, content: string): void {
  const localId = `${tab} ${Date.now()}.${++written}`
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

/** Ids of messages that arrived while something was being sent: a response may come after its event. */
const arrived = new Set<number>()

/** Call when the real message arrives, by event or fetch: removes its placeholder. */
export function settleSent(id: number, localId?: string): void {
  if (outbox.peek().length === 0) return
  arrived.add(id)
  const settled = outbox.peek().filter((one) => one.localId !== localId && one.messageId !== id)
  if (settled.length < outbox.peek().length) outbox.value = settled
  if (settled.length === 0) arrived.clear()
}

const change = (localId: string, to: Pick<Outgoing, 'state' | 'reason' | 'messageId'>): void => {
  outbox.value = outbox.value.map((one) => (one.localId === localId ? { ...one, reason: undefined, ...to } : one))
}

/** Sends one at a time, so that messages can't overtake each other. */
async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (;;) {
      const next = outbox.peek().find(({ state }) => state === 'sending' || state === 'waiting')
      if (!next || !(await sendOne(next))) return
    }
  } finally {
    isSending = false
  }
}

/** False if nothing can be sent now. */
async function sendOne({ localId, conversation, content }: Outgoing): Promise<boolean> {
  try {
    const { id } = await api.call(sendMessage, {
      ...(conversation.kind === 'topic'
        ? { type: 'stream' as const, to: conversation.channelId, topic: conversation.topic }
        : { type: 'direct' as const, to: [...conversation.userIds] }),
      content,
      local_id: localId,
      // a message whose response was lost is resent without a duplicate
      idempotency_key: localId,
      ...(queueId() === undefined ? {} : { queue_id: queueId() }),
      read_by_sender: true,
    })
    // the server is back: the session needn't wait until its next attempt
    if (connection.peek() !== 'live') wake(false)
    if (arrived.has(id)) discard(localId)
    else change(localId, { state: 'sent', messageId: id })
    return true
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === messageHeld.code) {
      // the server keeps it, and the compose box shows it
      discard(localId)
      return true
    }
    if (problem instanceof ApiError && problem.status < 500 && ![401, 429].includes(problem.status)) {
      change(localId, { state: 'refused', reason: problem.message })
      return true
    }
    change(localId, { state: 'waiting' })
    clearTimeout(again)
    // after signing out, it's sent on the next sign-in
    again = setTimeout(() => connection.value !== 'signed-out' && void sendAll(), againMs)
    return false
  }
}

/** Resends waiting messages in order, once the network is back. */
export function sendWaiting(): void {
  outbox.value = outbox.value.map((one) => (one.state === 'waiting' ? { ...one, state: 'sending' as const } : one))
  void sendAll()
}
