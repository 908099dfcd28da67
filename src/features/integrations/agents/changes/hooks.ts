import type { Mutation } from '#platform/organization'
import type { HookHandler } from '#platform/serve'
import { channelSettingsChanged } from '../../../channels/channels/actions/update.ts'
import { textHash } from '../../../messages/messages/actions/put-back.ts'
import { messageSent } from '../../../messages/messages/actions/send.ts'
import {
  flagsChanged,
  messageEdited,
  messagesDeleted,
  messagesMoved,
  reactionChanged,
} from '../../../messages/messages/hooks.ts'
import { type AgentAction, channelAction } from './agent-action.ts'

const note = (mutation: Mutation, action: AgentAction): void => void mutation.agent?.deeds.push(action)

/** Records changes by agents in order; changes by people aren't recorded. */
export const notingActions: readonly HookHandler[] = [
  messageSent.handledBy(async (mutation, { id, outgoing }) => {
    if (mutation.agent) note(mutation, { kind: 'message', id, hash: textHash(outgoing.content) })
  }),
  messageEdited.handledBy(async (mutation, { id, content, contentBefore }) => {
    if (mutation.agent) note(mutation, { kind: 'edit', id, before: contentBefore, hash: textHash(content) })
  }),
  messagesMoved.handledBy(async (mutation, { ids, from, to, topicBefore, topic }) => {
    note(mutation, { kind: 'move', ids, from: from.id, to: to.id, topicBefore, topic })
  }),
  messagesDeleted.handledBy(async (mutation, ids) => note(mutation, { kind: 'deletion', ids })),
  reactionChanged.handledBy(async (mutation, changed) => note(mutation, { kind: 'reaction', ...changed })),
  flagsChanged.handledBy(async (mutation, { flag, op, messageIds: ids }) => {
    if (ids.length > 0) note(mutation, { kind: 'flags', flag, op, ids })
  }),
  channelSettingsChanged.handledBy(async (mutation, { before, after }) => {
    if (mutation.agent) note(mutation, channelAction(before, after))
  }),
]
