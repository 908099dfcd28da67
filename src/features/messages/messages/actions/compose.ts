import { missingArgument, type UserId, userDeactivated } from '#contract'
import type { Tx } from '#platform/db'
import type { Rendered } from '#platform/markdown'
import type { KeyedCache, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canReadChannel, canSeeChannel, visibleChannel } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { noSuchChannelId } from '../../../channels/channels/errors.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type LookedUp, normalContent, render } from '../message-text.ts'
import { channelReference, normalTopic, peopleOf, peopleReferences } from '../recipient.ts'
import { lookUpReferences } from '../references.ts'
import { writtenContent, writtenTopic } from '../shortened-text.ts'
import type { Outgoing } from './send.ts'

/** The author, and lookups for what the text references: a request, or `composeContext` outside of one. */
export interface ComposeContext {
  readonly org: Organization
  readonly viewer: Viewer
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

export const composeContext = (org: Organization, viewer: Viewer): ComposeContext => ({
  org,
  viewer,
  read: (work) => org.db.read(work),
  fetch: (cache, key) => org.fetch(cache, key),
})

export interface Address {
  readonly type: 'direct' | 'private' | 'channel' | 'stream'
  readonly to: number | string | readonly (number | string)[]
  /** Undefined if not given; ignored for direct messages. */
  readonly topic: string | undefined
}

export type Place = Pick<Outgoing, 'recipient' | 'topic'>

export interface Draft extends Pick<Outgoing, 'client' | 'widget' | 'local'> {
  readonly place: Address | Place
  readonly content: string
}

/** Prepares a message; `checkCanSend` checks permissions later. Rendering is slow: call before the transaction. */
export async function compose(composeContext: ComposeContext, { place, content, ...more }: Draft): Promise<Outgoing> {
  const sender = senderOf(composeContext)
  const where = 'recipient' in place ? place : await placeOf(composeContext, sender, place)
  return { sender, ...where, ...(await composeText(composeContext, content)), senderRead: false, ...more }
}

export interface Text {
  readonly content: string
  readonly rendered: Rendered
}

export async function composeText(composeContext: ComposeContext, written: string): Promise<Text> {
  const content = normalContent(writtenContent(composeContext.viewer, written, composeContext.org.language))
  return { content, rendered: await renderFor(composeContext, content) }
}

interface How {
  /** The author; the viewer by default. */
  readonly sender?: Account
  readonly linkPreview?: LookedUp['linkPreview']
}

/** Renders a text and resolves what the viewer can see in it: uploads, people, channels, newest messages of topics. */
export async function renderFor(composeContext: ComposeContext, content: string, how: How = {}): Promise<Rendered> {
  const { org, viewer } = composeContext
  const subscriptions = await composeContext.fetch(subscriptionsCache, viewer.id)
  const canRead = (channel: Channel) => canReadChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const canSee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const { linkPreview, sender = senderOf(composeContext) } = how
  const lookedUp = {
    ...(await lookUpReferences(composeContext, content, canRead)),
    ...(linkPreview && { linkPreview }),
  }
  return render(org, sender, content, canSee, lookedUp)
}

function senderOf({ org, viewer }: ComposeContext): Account {
  const sender = org.get(peopleCache).byId.get(viewer.id)
  if (!sender) throw userDeactivated()
  return sender
}

/** Who or where an address means, if the sender can see it. */
export async function placeOf(
  composeContext: ComposeContext,
  sender: Account,
  { type, to, topic }: Address,
): Promise<Place> {
  const { org, viewer } = composeContext
  if (type === 'direct' || type === 'private')
    return { recipient: { kind: 'direct', people: peopleOf(org, peopleReferences(to), sender) }, topic: '' }
  const subscriptions = await composeContext.fetch(subscriptionsCache, viewer.id)
  const channel = visibleChannel(org, viewer, subscriptions, channelReference(to), noSuchChannelId)
  if (topic === undefined) throw missingArgument({ var_name: 'topic' })
  return { recipient: { kind: 'channel', channel }, topic: normalTopic(writtenTopic(viewer, topic)) }
}
