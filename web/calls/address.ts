import { getCall } from '../../src/features/calls/calls/api.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { conversationOfCall } from '../store/calls.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'

/** Opens the conversation of a call at its message: what the link in that message leads to. */
export async function openCall(id: string): Promise<void> {
  try {
    const { call } = await api.call(getCall, { call_id: Number.parseInt(id, 10) })
    goTo({ view: 'narrow', narrow: narrowOf(conversationOfCall(call)), near: call.message_id }, { replace: true })
  } catch {
    toast(c.callEnded)
  }
}
