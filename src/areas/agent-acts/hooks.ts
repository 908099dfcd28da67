import type { Act } from '#platform/organization'
import type { Tap } from '#platform/serve'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import { textHash } from '../messages/actions/put-back.ts'
import { messageSent } from '../messages/actions/send.ts'
import { flagsChanged, messageEdited, messagesDeleted, messagesMoved, reactionChanged } from '../messages/hooks.ts'
import { channelDeed, type Deed } from './deed.ts'

const note = (act: Act, deed: Deed): void => void act.agent?.deeds.push(deed)

/** Records changes by agents in order; changes by people aren't recorded. */
export const notingDeeds: readonly Tap[] = [
  messageSent.tap(async (act, { id, outgoing }) => {
    if (act.agent) note(act, { kind: 'message', id, hash: textHash(outgoing.content) })
  }),
  messageEdited.tap(async (act, { id, content, contentBefore }) => {
    if (act.agent) note(act, { kind: 'edit', id, before: contentBefore, hash: textHash(content) })
  }),
  messagesMoved.tap(async (act, { ids, from, to, topicBefore, topic }) => {
    note(act, { kind: 'move', ids, from: from.id, to: to.id, topicBefore, topic })
  }),
  messagesDeleted.tap(async (act, ids) => note(act, { kind: 'deletion', ids })),
  reactionChanged.tap(async (act, changed) => note(act, { kind: 'reaction', ...changed })),
  flagsChanged.tap(async (act, { flag, op, messageIds: ids }) => {
    if (ids.length > 0) note(act, { kind: 'flags', flag, op, ids })
  }),
  channelSettingsChanged.tap(async (act, { before, after }) => {
    if (act.agent) note(act, channelDeed(before, after))
  }),
]
