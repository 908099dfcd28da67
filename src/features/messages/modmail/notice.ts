import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { maxTopicLength } from '../../channels/channels/limits.ts'
import { organizationCache, settingsOf } from '../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { readableMessageFacts } from '../messages/access/readable.ts'
import { quoted, sendAsBot, silent, verbatim } from '../messages/actions/notices.ts'
import * as store from './store.ts'
import { textsIn } from './texts.ts'

const pageUrl = ({ org }: Mutation, page: string): string =>
  `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/#${page}`

/** Posts a person's message in the channel for moderation requests. The text is shown as typed: it can't mention anyone. */
export async function postMessage(mutation: Mutation, modmail: store.Stored, person: Account, content: string) {
  const { wrote } = textsIn(mutation.org.language)
  const url = pageUrl(mutation, 'organization/modmail')
  await post(mutation, modmail, person, `${wrote(silent(person), url)}\n\n${verbatim(content)}`)
}

/** The same for the appeal of a banned person. */
export async function postAppeal(mutation: Mutation, modmail: store.Stored, person: Account, content: string) {
  const { appealed } = textsIn(mutation.org.language)
  const url = pageUrl(mutation, 'organization/modmail')
  await post(mutation, modmail, person, `${appealed(silent(person), url)}\n\n${verbatim(content)}`)
}

/** Posts a moderator's reply there, so that the topic has the whole conversation. */
export async function postReply(mutation: Mutation, modmail: store.Stored, person: Account, content: string) {
  const moderator = mutation.get(peopleCache).byId.get(mutation.viewer.id) as Account
  const { replied } = textsIn(mutation.org.language)
  await post(mutation, modmail, person, `${replied(silent(moderator))}\n\n${verbatim(content)}`)
}

async function post(mutation: Mutation, modmail: store.Stored, person: Account, text: string): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(settingsOf(mutation).moderation_request_channel_id)
  if (!channel || channel.isArchived) return
  const topic = await topicOf(mutation, channel, modmail, person)
  const options = { ignoresAlertWords: true }
  const notice_id = await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, topic, text, options)
  await store.change(mutation.tx, modmail.id, { notice_id })
}

/** The topic of the conversation, also after moderators renamed or resolved it. */
async function topicOf(mutation: Mutation, channel: Channel, modmail: store.Stored, person: Account): Promise<string> {
  if (channel.topicsPolicy === 'empty_topic_only') return ''
  const { notice_id, id } = modmail
  const [last] = notice_id === null ? [] : await readableMessageFacts(mutation.tx, mutation.org.id, [notice_id])
  if (last?.conversation_id === channel.conversationId) return last.topic
  const { topic } = textsIn(mutation.org.language)
  const length = maxTopicLength - [...topic('', `${id}`)].length
  return topic([...person.fullName].slice(0, length).join(''), `${id}`)
}

/** Sends the moderators' reply to the person. */
export async function deliverReply(mutation: Mutation, person: Account, answer: string): Promise<void> {
  const text = textsIn(languageOfAccount(person)).reply(pageUrl(mutation, 'settings/message-moderators'))
  const options = { ignoresAlertWords: true }
  const content = `${text}\n\n${quoted(answer)}`
  await sendAsBot(mutation, 'notification-bot', { kind: 'direct', people: [person] }, '', content, options)
}
