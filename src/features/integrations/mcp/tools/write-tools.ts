import { asMessageId, z } from '#contract'
import type { OwnCalls } from '#platform/serve'
import { getChannelId } from '../../../channels/channels/api.ts'
import { updateMessage } from '../../../messages/messages/api/edit.ts'
import { getMessage } from '../../../messages/messages/api/fetch.ts'
import { sendMessage } from '../../../messages/messages/api/send.ts'
import { addReaction, removeReaction } from '../../../messages/messages/reactions/api.ts'
import type { Message } from '../../../messages/messages/wire.ts'
import { createReminder } from '../../../messages/reminders/api.ts'
import { createScheduledMessage } from '../../../messages/scheduled-messages/api.ts'
import { badPlace } from '../errors.ts'
import { channelIdOf } from './read-tools.ts'
import { at, channel, content, people, secondsOf, type Tool, tool, topic } from './tool.ts'

const place = {
  channel: channel.optional(),
  topic: topic.optional(),
  people: people.optional(),
}

interface Place {
  readonly channel?: number | string | undefined
  readonly topic?: string | undefined
  readonly people?: readonly number[] | undefined
}

/** Either a topic of a channel, or people. */
function placeOf({ channel, topic, people }: Place) {
  if (people && channel === undefined) return { type: 'direct' as const, to: [...people] }
  if (people || channel === undefined || topic === undefined) throw badPlace()
  return { type: 'channel' as const, to: channel, topic }
}

async function placeById(calls: OwnCalls, where: Place) {
  const place = placeOf(where)
  return place.type === 'direct' ? place : { ...place, to: await channelIdOf(calls, place.to) }
}

const whereTo = 'To a topic of a channel (channel and topic), or to people directly (people).'

export const writingTools: readonly Tool[] = [
  tool('send_message', {
    title: 'Send a message',
    description: `Writes a message in the name of the account. ${whereTo}`,
    input: { ...place, content },
    uses: [sendMessage],
    async run(calls, { content, ...where }) {
      const { id } = await calls.call(sendMessage, { ...placeOf(where), content })
      return { message_id: id }
    },
  }),
  tool('reply', {
    title: 'Reply to a message',
    description: 'Writes a message where another one is: in its topic, or to the people of its direct conversation.',
    input: { message_id: z.int(), content },
    uses: [getMessage, sendMessage],
    async run(calls, { message_id, content }) {
      const asked = { message_id: asMessageId(message_id), apply_markdown: false, allow_empty_topic_name: true }
      const message = (await calls.call(getMessage, asked)).message as Message
      const where = Array.isArray(message.display_recipient)
        ? ({ type: 'direct', to: message.display_recipient.map((one) => one.id) } as const)
        : ({ type: 'channel', to: message.stream_id as number, topic: message.subject } as const)
      const { id } = await calls.call(sendMessage, { ...where, content })
      return { message_id: id }
    },
  }),
  tool('react', {
    title: 'React to a message',
    description: 'Adds a reaction of the account to a message, or takes it away.',
    input: {
      message_id: z.int(),
      emoji: z.string().min(1).max(100).describe('The name of the emoji, such as thumbs_up'),
      remove: z.boolean().default(false),
    },
    uses: [addReaction, removeReaction],
    async run(calls, { message_id, emoji, remove }) {
      const asked = { message_id: asMessageId(message_id), emoji_name: emoji }
      await (remove ? calls.call(removeReaction, asked) : calls.call(addReaction, asked))
      return { message_id }
    },
  }),
  tool('edit_message', {
    title: 'Edit an own message',
    description: 'Replaces the text of a message that the account has written.',
    input: { message_id: z.int(), content },
    uses: [updateMessage],
    async run(calls, { message_id, content }) {
      await calls.call(updateMessage, { message_id: asMessageId(message_id), content })
      return { message_id }
    },
  }),
  tool('schedule_message', {
    title: 'Schedule a message',
    description: `Writes a message that is sent at a time in the name of the account. ${whereTo}`,
    input: { ...place, content, at },
    uses: [getChannelId, createScheduledMessage],
    async run(calls, { content, at, ...where }) {
      const { scheduled_message_id } = await calls.call(createScheduledMessage, {
        ...(await placeById(calls, where)),
        content,
        scheduled_delivery_timestamp: secondsOf(at),
      })
      return { scheduled_message_id }
    },
  }),
  tool('set_reminder', {
    title: 'Set a reminder',
    description: 'Reminds the account at a time, of a message or of a note.',
    input: { message_id: z.int().optional(), note: z.string().max(500).default(''), at },
    uses: [createReminder],
    async run(calls, { message_id, note, at }) {
      const { reminder_id } = await calls.call(createReminder, {
        ...(message_id === undefined ? {} : { message_id: asMessageId(message_id) }),
        note,
        scheduled_delivery_timestamp: secondsOf(at),
      })
      return { reminder_id }
    },
  }),
]
