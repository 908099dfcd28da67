import { getCall } from '../../src/features/calls/calls/api.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { conversationOfCall } from '../store/calls.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'
import { join } from './own-call.ts'

/**
 * Opens the conversation of a call at its message: what the link in that message leads to. With `accept` after the ID,
 * also joins, for a notification's button.
 */
export async function openCall(rest: string): Promise<void> {
  const [id = '', action] = rest.split('/')
  try {
    const { call } = await api.call(getCall, { call_id: Number.parseInt(id, 10) })
    goTo({ view: 'narrow', narrow: narrowOf(conversationOfCall(call)), near: call.message_id }, { replace: true })
    if (action === 'accept') await join(call.call_id, { video: false })
  } catch {
    toast(c.callEnded)
  }
}
