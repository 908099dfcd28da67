import { bool, endpoint, id, int, MessageIdOut, mustBeModerator, text, z } from '#contract'
import { restrictedErrors } from '../../../people/restrictions/errors.ts'
import {
  cannotPost,
  cannotStartTopic,
  channelWildcardRefused,
  groupMentionRefused,
  topicWildcardRefused,
} from '../api/send.ts'
import { newcomerContentErrors } from '../newcomer-limits/errors.ts'
import { lockedErrors } from '../topic-locks/errors.ts'
import * as errors from './errors.ts'
import { maxListed, maxRejectReasonLength } from './limits.ts'
import { HeldMessage, OwnHeldMessage } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const held_id = id

export const getHeldMessages = endpoint('GET /held_messages', {
  summary: 'Get the messages that are waiting for a moderator, oldest first (moderators only)',
  caller: 'member',
  params: {
    /** For paging: only messages newer than this ID. */
    after: int.min(0).default(0),
    limit: int.min(1).max(maxListed).default(50),
  },
  result: {
    held_messages: z.array(HeldMessage),
    has_more: bool,
    /** Number of messages that the caller can review. */
    total: int,
  },
  errors: [mustBeModerator],
})

/** The author’s permissions are checked again, and the message gets the current time. */
export const releaseHeldMessage = endpoint('POST /held_messages/{held_id}/release', {
  summary: 'Send a held message as its author (moderators only)',
  caller: 'member',
  audited: true,
  params: { held_id },
  result: { message_id: MessageIdOut },
  errors: [
    mustBeModerator,
    errors.noSuchHeldMessage,
    errors.authorGone,
    cannotPost,
    cannotStartTopic,
    groupMentionRefused,
    channelWildcardRefused,
    topicWildcardRefused,
    ...restrictedErrors,
    ...lockedErrors,
    ...newcomerContentErrors,
  ],
})

/** The author gets it back in a direct message, with the reason. */
export const rejectHeldMessage = endpoint('POST /held_messages/{held_id}/reject', {
  summary: 'Reject a held message (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    held_id,
    /** The author sees it. */
    reason: text({ trim: true, max: maxRejectReasonLength }).default(''),
  },
  errors: [mustBeModerator, errors.noSuchHeldMessage],
})

export const getOwnHeldMessages = endpoint('GET /users/me/held_messages', {
  summary: 'Get your messages that are waiting for a moderator, oldest first',
  result: { held_messages: z.array(OwnHeldMessage) },
})

export const withdrawHeldMessage = endpoint('DELETE /users/me/held_messages/{held_id}', {
  summary: 'Withdraw a message that is waiting for a moderator',
  params: { held_id },
  errors: [errors.noSuchHeldMessage],
})
