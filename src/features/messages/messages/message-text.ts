import { badRequest, invalidArgument, maxMessageLength } from '#contract'
import { queueKeyOf } from '#platform/fair-queues'
import {
  type MarkdownContext,
  outsideLinksInTopic,
  type Rendered,
  renderBriefly,
  renderText,
  renderTexts,
  topicLinks,
} from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { emptyTopicDisplayName } from '../../people/organization/register-constants.ts'
import { visibilityOf } from '../../people/users/access/visibility.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { customEmojiNamed } from '../../text/custom-emoji/cache.ts'
import { linkifiersOf } from '../../text/custom-links/linkifiers/cache.ts'
import { uploadsNamed } from '../attachments/uploads-in-text.ts'
import { externalImageUrl } from './external-picture.ts'

/** Trims trailing whitespace; throws if nothing else is left. */
export function normalContent(content: string, name = 'content'): string {
  const text = content.trimEnd()
  if (text === '') throw badRequest('Message must not be empty')
  if (text.length > maxMessageLength && [...text].length > maxMessageLength)
    throw invalidArgument({}, { name, reason: `is too long (limit: ${maxMessageLength} characters)` })
  if (text.includes('\u0000')) throw badRequest('Message must not contain null bytes')
  return text
}

const toUser = ({ id, fullName, isActive }: Account) => ({ id, full_name: fullName, deactivated: !isActive })

/** References of a text that need the database or another server; looked up before rendering. */
export type LookedUp = Pick<MarkdownContext, 'uploadedFile' | 'latestMessageOfTopic' | 'linkPreview'> &
  // for callers that don't take people from memory
  Pick<MarkdownContext, 'userById'>

/** People, groups, and channels that the sender's text can reference. */
function markdownContext(
  org: Organization,
  sender: Account,
  canSee: (channel: Channel) => boolean,
  lookedUp: LookedUp,
): MarkdownContext {
  const people = org.get(peopleCache)
  const knows = visibilityOf(org, sender)
  const groups = org.get(groupsCache)
  const channels = org.get(channelsCache)
  const { subdomain, settings } = org.get(organizationCache)
  const visible = (channel: Channel | undefined) =>
    channel && canSee(channel) ? { id: channel.id, name: channel.name } : undefined
  return {
    realmUrl: org.services.organizationUrl(subdomain),
    usersByName: (name) =>
      people
        .named(name)
        .filter(({ id }) => knows(id))
        .map(toUser),
    userById: (id) => {
      const account = knows(id) ? people.byId.get(id) : undefined
      return account && toUser(account)
    },
    groupByName: (name) => {
      const group = groups.named(name)
      return group && !group.deactivated ? { id: group.id, name: group.name } : undefined
    },
    channelByName: (name) => visible(channels.named(name)),
    channelById: (id) => visible(channels.byId.get(id)),
    translateEmoticons: sender.settings.translate_emoticons === true,
    defaultCodeLanguage: settings.default_code_block_language || null,
    inlineImagePreview: settings.inline_image_preview,
    emptyTopicDisplayName,
    externalImageUrl: (url) => externalImageUrl(org.services.config, url),
    ...lookedUp,
    linkifiers: linkifiersOf(org),
    customEmoji: (name) => customEmojiNamed(org, name),
  }
}

/** Never call in a mutation: rendering is slow, and queues behind the sender's other texts. See `compose`. */
export const render = (
  org: Organization,
  sender: Account,
  content: string,
  canSee: (channel: Channel) => boolean,
  lookedUp: LookedUp,
): Promise<Rendered> =>
  renderText(content, markdownContext(org, sender, canSee, lookedUp), queueKeyOf(org.id, sender.id))

export function renderMany(
  org: Organization,
  texts: readonly { sender: Account; content: string }[],
  canSee: (sender: Account, channel: Channel) => boolean,
  lookedUp: LookedUp,
): Promise<Rendered[]> {
  const contexts = new Map<Account, MarkdownContext>()
  const contextOf = (sender: Account) => {
    const context = contexts.get(sender) ?? markdownContext(org, sender, (channel) => canSee(sender, channel), lookedUp)
    contexts.set(sender, context)
    return context
  }
  return renderTexts(
    texts.map(({ sender, content }) => ({ text: content, context: contextOf(sender) })),
    queueKeyOf(org.id),
  )
}

/** In a mutation: math and code stay as typed. Mentions no groups or wildcards, since users choose names in it. */
export async function renderNotice(
  { org, tx }: Pick<Mutation, 'org' | 'tx'>,
  bot: Account,
  content: string,
  canSee: (channel: Channel) => boolean,
): Promise<Rendered> {
  const uploadedFile = await uploadsNamed({ org, read: (work) => work(tx) }, content)
  const context = markdownContext(org, bot, canSee, { uploadedFile })
  const rendered = renderBriefly(content, { ...context, groupByName: () => undefined })
  return { ...rendered, channelWildcard: false, topicWildcard: false }
}

/** Links in a topic; the empty topic's display name has none. */
export const linksInTopic = (org: Organization, topic: string): { text: string; url: string }[] =>
  topic === '' ? [] : topicLinks(topic, linkifiersOf(org))

/** How many links to other sites a topic has. */
export const outsideLinksIn = (org: Organization, topic: string): number =>
  outsideLinksInTopic(topic, { realmUrl: org.services.organizationUrl(org.get(organizationCache).subdomain) })
