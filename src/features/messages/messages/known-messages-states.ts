import { type EventKind, eventName, serverEvent, UserIdOut, type WireEvent, z } from '#contract'
import { messageDeleted } from './api/delete.ts'
import { messageUpdated } from './api/edit.ts'
import { flagsAdded, flagsRemoved } from './api/flags.ts'
import { messageReceived } from './api/send.ts'
import type { Message, MessageFlag, Reaction, Submessage } from './wire.ts'
import { isSameReaction } from './wire.ts'

export const guestMet = serverEvent('guest_conversation', 'started', { user_ids: z.array(UserIdOut) })

/** A client's cached messages by ID; a changed message is a new object. */
export type KnownMessages = ReadonlyMap<number, Message>

/** The cached messages that an event changes or removes; undefined if none. */
export function messagesAfter(
  known: KnownMessages,
  event: WireEvent,
): ReadonlyMap<number, Message | undefined> | undefined {
  const change = changes[eventName(event)]
  if (!change) return undefined
  const changed = change(known, event as never)
  return changed.size > 0 ? changed : undefined
}

type Changed = Map<number, Message | undefined>
type Payload<K extends EventKind> = z.output<z.ZodObject<K['payload']>>

const changes: Readonly<Record<string, (known: KnownMessages, event: never) => Changed>> = {
  [eventName(messageReceived)]: (_known, event: Payload<typeof messageReceived> & { flags?: MessageFlag[] }) => {
    const message = event.message as Message
    return new Map([[message.id, { ...message, flags: event.flags ?? [] }]])
  },
  [eventName(messageUpdated)]: edited,
  [eventName(messageDeleted)]: (known, { message_ids, message_id }: Payload<typeof messageDeleted>) =>
    each(known, message_ids ?? (message_id === undefined ? [] : [message_id]), () => undefined),
  [eventName(flagsAdded)]: (known, { flag, messages, all }: Payload<typeof flagsAdded>) =>
    each(known, all ? known.keys() : messages, (one) => withFlag(one, flag)),
  [eventName(flagsRemoved)]: (known, { flag, messages, all }: Payload<typeof flagsRemoved>) =>
    each(known, all ? known.keys() : messages, (one) => withoutFlag(one, flag)),
  'reaction/add': (known, reaction: Reaction & { message_id: number }) =>
    each(known, [reaction.message_id], (one) => {
      const { emoji_name, emoji_code, reaction_type, user_id } = reaction
      return {
        ...one,
        reactions: [
          ...one.reactions.filter((other) => !isSameReaction(other, reaction)),
          { emoji_name, emoji_code, reaction_type, user_id },
        ],
      }
    }),
  'reaction/remove': (known, reaction: Reaction & { message_id: number }) =>
    each(known, [reaction.message_id], (one) => ({
      ...one,
      reactions: one.reactions.filter((other) => !isSameReaction(other, reaction)),
    })),
  submessage: (known, event: Omit<Submessage, 'id'> & { submessage_id: number }) =>
    each(known, [event.message_id], (one) => {
      const { submessage_id: id, message_id, sender_id, msg_type, content } = event
      if (one.submessages.some((other) => other.id === id)) return one
      return { ...one, submessages: [...one.submessages, { id, message_id, sender_id, msg_type, content }] }
    }),
}

function each(
  known: KnownMessages,
  ids: Iterable<number>,
  change: (message: Message) => Message | undefined,
): Map<number, Message | undefined> {
  const changed = new Map<number, Message | undefined>()
  for (const id of ids) {
    const message = known.get(id)
    if (!message) continue
    const next = change(message)
    if (next !== message) changed.set(id, next)
  }
  return changed
}

function edited(known: KnownMessages, event: Payload<typeof messageUpdated>): Changed {
  const { message_id, message_ids, content, rendered_content, flags, rendering_only, edit_timestamp } = event
  const { subject, new_stream_id, topic_links, is_me_message } = event
  const changed = each(known, message_ids, (one) => {
    const moved = subject !== undefined || new_stream_id !== undefined
    if (!moved) return one
    return {
      ...one,
      ...(subject === undefined ? {} : { subject, topic_links: topic_links ?? one.topic_links }),
      ...(new_stream_id === undefined ? {} : { stream_id: new_stream_id }),
      ...(onlyResolved(one.subject, subject, new_stream_id) ? {} : { last_moved_timestamp: edit_timestamp }),
    }
  })
  const one = changed.get(message_id) ?? known.get(message_id)
  if (!one) return changed
  const shown = one.content_type === 'text/html' ? rendered_content : content
  changed.set(message_id, {
    ...one,
    ...(shown === undefined ? {} : { content: shown }),
    ...(is_me_message === undefined ? {} : { is_me_message }),
    ...(shown === undefined || rendering_only ? {} : { last_edit_timestamp: edit_timestamp }),
    ...(flags === undefined ? {} : { flags }),
  })
  return changed
}

const resolved = (topic: string) => topic.replace(/^✔ /, '')
/** Resolving a topic isn't a move. */
const onlyResolved = (before: string, after: string | undefined, channel: number | undefined): boolean =>
  channel === undefined && after !== undefined && after !== before && resolved(after) === resolved(before)

const withFlag = (message: Message, flag: MessageFlag): Message =>
  message.flags?.includes(flag) ? message : { ...message, flags: [...(message.flags ?? []), flag] }
const withoutFlag = (message: Message, flag: MessageFlag): Message =>
  message.flags?.includes(flag) ? { ...message, flags: message.flags.filter((one) => one !== flag) } : message
