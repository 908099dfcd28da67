import { signal } from '@preact/signals'
import { ApiError } from '#contract'
import { sendMessage } from '../../src/features/messages/messages/api/send.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import { connection, queueId, wake } from './connection.ts'

/** A message that is on its way, or could not be sent. */
export interface Outgoing {
  readonly localId: string
  readonly conversation: Conversation
  readonly content: string
  readonly at: Date
  /** `sent`: the server has it, its event has not come yet. */
  readonly state: 'sending' | 'waiting' | 'refused' | 'sent'
  /** Of what the server has. */
  readonly messageId?: number
  /** Why the server did not want it. */
  readonly reason?: string
}

/** In the order in which they were written. */
export const outbox = signal<readonly Outgoing[]>([])

/** The name of this tab: others of the same person count their messages for themselves. */
export const tab = crypto.getRandomValues(new Uint32Array(3)).join('-')
let written = 0
let isSending = false
/** A message that waits asks for the server itself: the session's attempts are up to half a minute apart by then. */
const againMs = 2_000
let again: ReturnType<typeof setTimeout> | undefined

export const outgoingIn = (conversation: Conversation): readonly Outgoing[] => {
  const key = conversationKey(conversation)
  return outbox.value.filter((one) => conversationKey(one.conversation) === key)
}

/** Shows the message at once and sends it, after those that were written before. */
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

/** Ids of messages that came while something was on its way: an answer may be later than its event. */
const arrived = new Set<number>()

/** The real message is here, by an event or fetched: what stood for it goes. */
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

/** One at a time and in order: two at once could overtake each other, and none overtakes one that waits. */
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

/** False when nothing can be sent now. */
async function sendOne({ localId, conversation, content }: Outgoing): Promise<boolean> {
  try {
    const { id } = await api.call(sendMessage, {
      ...(conversation.kind === 'topic'
        ? { type: 'stream' as const, to: conversation.channelId, topic: conversation.topic }
        : { type: 'direct' as const, to: [...conversation.userIds] }),
      content,
      local_id: localId,
      // a message whose answer was lost is sent again, and there once
      idempotency_key: localId,
      ...(queueId() === undefined ? {} : { queue_id: queueId() }),
      read_by_sender: true,
    })
    // the server is back: the session needn't wait until its next attempt
    if (connection.peek() !== 'live') wake(false)
    // what stands for it goes when the message itself comes
    if (arrived.has(id)) discard(localId)
    else change(localId, { state: 'sent', messageId: id })
    return true
  } catch (problem) {
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

/** The network is back: what waited goes again, in order. */
export function sendWaiting(): void {
  outbox.value = outbox.value.map((one) => (one.state === 'waiting' ? { ...one, state: 'sending' as const } : one))
  void sendAll()
}
