import { type PersonalProperty, updateSubscriptionProperty } from '../../src/features/channels/subscriptions/api.ts'
import { showRefusal } from '../parts/refusal.ts'
import { api } from '../transport/api.ts'

/** Changes a personal setting of a channel; an error is shown. */
export async function setPersonal(
  channelId: number,
  property: PersonalProperty,
  value: boolean | string,
): Promise<boolean> {
  try {
    await api.call(updateSubscriptionProperty, { stream_id: channelId, property, value })
    return true
  } catch (problem) {
    showRefusal(problem)
    return false
  }
}
