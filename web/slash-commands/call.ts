import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { placeName } from '../entities/place.tsx'
import { conversationOfTarget, type Target } from '../narrow/target.ts'
import { canStartCalls } from '../permissions/call-rights.ts'
import { callIn, calling } from '../store/calls.ts'
import { t } from '../texts/slash.ts'
import { requireConnection } from './require-connection.ts'

function callAt(target: Target) {
  const conversation = conversationOfTarget(target)
  const call = conversation && callIn(conversation)
  return conversation && (call || canStartCalls(conversation)) ? { conversation, call } : undefined
}

export const call: SlashCommand = {
  name: 'call',
  description: t.call,
  hint: t.callHint,
  isOffered: (target) => target !== undefined && callAt(target) !== undefined,
  plan({ text, target }) {
    if (text !== '') return { problem: t.unexpectedText('/call') }
    const found = callAt(target)
    if (!found) return { problem: t.noCallHere }
    const name = placeName(found.conversation)
    return {
      effect: found.call ? t.willJoinCall(name) : t.willCall(name),
      async run() {
        requireConnection()
        if (found.call) calling.join(found.call.call_id)
        else calling.start(found.conversation)
      },
    }
  },
}
