import type { ChannelId } from '#contract'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../src/features/channels/channels/cache.ts'
import type { Person } from './person.ts'

interface ChannelFields {
  invite_only?: boolean
  is_web_public?: boolean
  history_public_to_subscribers?: boolean
}

/** Nothing is unread to them: what the server has written itself is out of the way. */
export async function settle(...people: Person[]): Promise<void> {
  for (const person of people) await person.send('POST', '/mark_all_as_read')
}

/** A channel that the first of these people makes for all of them, with nothing unread. */
export async function makeChannel(_org: Organization, name: string, people: Person[], fields: ChannelFields = {}) {
  const [creator] = people as [Person]
  const subscribers = people.map(({ id }) => id)
  const quietly = { announce: false, send_new_subscription_messages: false }
  const { id } = await creator.send('POST', '/channels/create', { name, subscribers, ...quietly, ...fields })
  await settle(...people)
  return id as ChannelId
}

const nameOf = (org: Organization, id: ChannelId) => org.get(channelsCache).byId.get(id)?.name as string

/** Subscribes somebody with the help of somebody who may. */
export const joinChannel = (org: Organization, id: ChannelId, person: Person, by: Person = person) =>
  by.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: nameOf(org, id) }],
    principals: [person.id],
    send_new_subscription_messages: false,
  })

export const leaveChannel = (org: Organization, id: ChannelId, person: Person) =>
  person.send('DELETE', '/users/me/subscriptions', { subscriptions: [nameOf(org, id)] })
