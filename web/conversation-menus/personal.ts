import { type PersonalProperty, updateSubscriptionProperty } from '../../src/features/channels/subscriptions/api.ts'
import { showRefusal } from '../parts/refusal.ts'
import { channel } from '../store/channels.ts'
import { anticipate } from '../store/connection.ts'
import { api } from '../transport/api.ts'

/** Changes a personal setting of a channel: shown at once, and reverted with a message if the server refuses. */
export async function setPersonal(
  channelId: number,
  property: PersonalProperty,
  value: boolean | string,
): Promise<boolean> {
  const before = channel(channelId)?.[property as never]
  const show = (now: boolean | string | undefined) =>
    anticipate({ type: 'subscription', op: 'update', stream_id: channelId, property, value: now })
  show(value)
  try {
    await api.call(updateSubscriptionProperty, { stream_id: channelId, property, value })
    return true
  } catch (problem) {
    show(before)
    showRefusal(problem)
    return false
  }
}
