import { sendMessage } from '../../src/features/messages/messages/api/send.ts'
import { messageHeld } from '../../src/features/messages/messages/held-messages/errors.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import type { Person } from './person.ts'

/** Holds the first messages of members and guests, who have all just joined. */
export const hold = (ada: Person, first = 1) =>
  ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_held_messages: first })

/** Sends a message that is held; returns its ID in the queue. */
export async function heldBy(
  person: Person,
  content: string,
  topic = 'looms',
  to: string | number = 'general',
): Promise<number> {
  const { fields } = await person.refused(sendMessage, { type: 'channel', to, topic, content }, messageHeld)
  return fields.held_id as number
}
