import { computed, effect, signal } from '@preact/signals'
import type { ComponentChild, ComponentType } from 'preact'
import type { Call } from '../../src/features/calls/calls/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Conversation } from '../narrow/narrow.ts'
import { connection, part } from './connection.ts'
import { ownId } from './people.ts'

const ongoing = part<readonly Call[] | undefined>('calls')

/** Calls in data from the disk may have ended: they show once the server has answered. */
const isConfirmed = signal(false)
effect(() => {
  if (connection.value === 'live') isConfirmed.value = true
})

export const calls = computed<readonly Call[]>(() => (isConfirmed.value && ongoing.value) || [])

export const callWithId = (id: number): Call | undefined => calls.value.find(({ call_id }) => call_id === id)

/** The people of a direct call as conversations name them: without the user. */
const othersIn = ({ user_ids = [] }: Call): readonly number[] => {
  const others = user_ids.filter((id) => id !== ownId.value)
  return others.length > 0 ? others : user_ids
}

export const conversationOfCall = (call: Call): Conversation =>
  call.type === 'direct'
    ? { kind: 'direct', userIds: othersIn(call) }
    : { kind: 'topic', channelId: call.channel_id ?? 0, topic: call.topic ?? '' }

export const callIn = (conversation: Conversation): Call | undefined =>
  calls.value.find((call) =>
    conversation.kind === 'direct'
      ? call.type === 'direct' && othersIn(call).join() === [...conversation.userIds].sort((a, b) => a - b).join()
      : call.channel_id === conversation.channelId && call.topic?.toLowerCase() === conversation.topic.toLowerCase(),
  )

/** Where a tab keeps its call while it reloads, in the session storage. */
export const keptCallKey = 'loquat call'

/** Set after the first view has loaded. */
export const calling = {
  start(_conversation: Conversation): void {},
  join(_callId: number): void {},
  accept(_callId: number): void {},
  mute(): void {},
}

export interface CallCardProps {
  readonly message: Message
  readonly callId: number
  /** The message as other clients show it. */
  readonly text: ComponentChild
}

/** Set by the first message that wants the card below, which then loads. */
export const wantsCallCard = signal(false)
export const callCard = signal<ComponentType<CallCardProps> | undefined>(undefined)

/** The call that a message stands for, as the server marks it; a link that someone wrote has no mark. */
export function callOfMessage(html: string): number | undefined {
  const id = /^<p><a data-call-id="(\d+)" /.exec(html)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** How many people are in calls of a channel. */
export const peopleInCalls = (channelId: number): number =>
  calls.value.reduce((sum, call) => sum + (call.channel_id === channelId ? call.sessions.length : 0), 0)

/** Whether this tab is in a call. */
export const isInCall = signal(false)

const settings = part<{ readonly call_ringing?: string } | undefined>('user_settings')
/** Whether incoming calls play a ringtone. */
export const ringsWithSound = computed(() => settings.value?.call_ringing === 'sound')

/** A call that rings for the user, on this and all other devices. */
export const ringing = computed(() =>
  calls.value.find((call) => call.ringing.some(({ user_id }) => user_id === ownId.value)),
)
