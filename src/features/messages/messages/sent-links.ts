import type { MessageId, UserId } from '#contract'
import { directMessageUrl, escapeMarkdown, topicUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/channels/channel.ts'
import { shownTopic } from '../../channels/channels/topics.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Recipient } from './recipient.ts'

export interface SentLinks {
  message_url: string
  message_link: string
}

type Place = { channel: Pick<Channel, 'id' | 'name'>; topic: string } | { members: readonly UserId[] }

/** The absolute URL of a message, and Markdown that links to it: labeled in a channel, the bare URL otherwise. */
export function sentLinks(org: Organization, place: Place, id: MessageId): SentLinks {
  const realmUrl = org.services.organizationUrl(org.get(organizationCache).subdomain)
  if ('members' in place) {
    const url = realmUrl + directMessageUrl(place.members, id)
    return { message_url: url, message_link: url }
  }
  const url = realmUrl + topicUrl(place.channel, place.topic, { near: id })
  const [channel, topic] = [place.channel.name, shownTopic(place.topic, false)].map(escapeMarkdown)
  return { message_url: url, message_link: `[#${channel} > ${topic} @ 💬](${url})` }
}

export const placeOfRecipient = (recipient: Recipient, topic: string): Place =>
  recipient.kind === 'channel'
    ? { channel: recipient.channel, topic }
    : { members: recipient.people.map(({ id }) => id) }
