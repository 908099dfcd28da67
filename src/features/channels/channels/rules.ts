import { isGuest, isModerator, isOwner } from '#contract'
import {
  type Actor,
  allOf,
  anyOf,
  byAdministrators,
  given,
  notByGuests,
  otherwise,
  permission,
  quietly,
  type Rule,
  unless,
} from '../../people/organization/rules.ts'

export interface ChannelState {
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isArchived: boolean
  readonly historyPublicToSubscribers: boolean
}

/** The state of a channel in the API's format. */
export const channelStateOf = (shown: {
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly is_archived: boolean
  readonly history_public_to_subscribers: boolean
}): ChannelState => ({
  isPrivate: shown.invite_only,
  isWebPublic: shown.is_web_public,
  isArchived: shown.is_archived,
  historyPublicToSubscribers: shown.history_public_to_subscribers,
})

export interface ChannelFacts extends Actor {
  readonly channel: ChannelState
  readonly isSubscribed: boolean
}
type ChannelRule = Rule<ChannelFacts>

/** People can only read messages that were sent while they were subscribed. */
export const hasProtectedHistory = (channel: Pick<ChannelState, 'isPrivate' | 'historyPublicToSubscribers'>): boolean =>
  channel.isPrivate && !channel.historyPublicToSubscribers

const inChannel = (name: string): ChannelRule => permission('stream', name)
const everywhere = (name: string): ChannelRule => permission('realm', name)

const notArchived = unless<ChannelFacts>(({ channel }) => channel.isArchived, 'archived')
const inside = given<ChannelFacts>(({ isSubscribed }) => isSubscribed, 'inside')

/** Content access: includes everyone who could join, or add others. Archived channels can be joined too. */
const join: ChannelRule = anyOf(
  given<ChannelFacts>(({ channel }) => channel.isWebPublic, 'webPublic'),
  allOf(
    unless(isGuest, 'guestOutside'),
    anyOf(
      given<ChannelFacts>(({ channel }) => !channel.isPrivate, 'public'),
      otherwise(anyOf(inChannel('can_subscribe_group'), inChannel('can_add_subscribers_group')), 'closed'),
    ),
  ),
)

const read: ChannelRule = anyOf(inside, join)
const administer: ChannelRule = anyOf(byAdministrators, inChannel('can_administer_channel_group'))
const see: ChannelRule = anyOf(read, administer)

/**
 * compat: content access is enough to post; it takes no subscription, except for guests and in a private channel with
 * protected history, where people who aren't subscribed could not read their own message.
 */
const post: ChannelRule = allOf(
  notArchived,
  anyOf(
    quietly(inside),
    allOf(
      unless(isGuest, 'guestOutside'),
      quietly(join),
      unless<ChannelFacts>(({ channel }) => hasProtectedHistory(channel), 'protectedHistory'),
    ),
  ),
  inChannel('can_send_message_group'),
)

const reading = (...ways: readonly ChannelRule[]): ChannelRule => allOf(quietly(read), anyOf(...ways))

const moving = (...ways: readonly ChannelRule[]): ChannelRule => allOf(notArchived, reading(...ways))

/** Exempt from slow mode, and can lock topics and manage the channel's automations. */
const moderate: ChannelRule = reading(given<ChannelFacts>(isModerator, 'administrator'), administer)

const tendTopics = reading(inChannel('can_resolve_topics_group'), everywhere('can_resolve_topics_group'))
const deleteAny = reading(inChannel('can_delete_any_message_group'), everywhere('can_delete_any_message_group'))

export const channelRules = {
  read,
  see,
  join,
  post,
  startTopics: allOf(quietly(post), inChannel('can_create_topic_group')),
  addPeople: allOf(
    notByGuests,
    reading(administer, everywhere('can_add_subscribers_group'), inChannel('can_add_subscribers_group')),
  ),
  removePeople: anyOf(administer, allOf(quietly(read), inChannel('can_remove_subscribers_group'))),
  moveWithin: moving(
    inChannel('can_move_messages_within_channel_group'),
    everywhere('can_move_messages_between_topics_group'),
    administer,
  ),
  moveOut: moving(
    inChannel('can_move_messages_out_of_channel_group'),
    everywhere('can_move_messages_between_channels_group'),
    administer,
  ),
  /** Resolving topics, and removing shared pins. */
  tendTopics,
  /** Creating shared pins: not with protected history, where people can read different messages. */
  pin: allOf(
    tendTopics,
    unless<ChannelFacts>(({ channel }) => hasProtectedHistory(channel), 'protectedHistory'),
  ),
  resolve: allOf(notArchived, tendTopics),
  deleteAny,
  deleteOwn: anyOf(
    reading(inChannel('can_delete_own_message_group'), everywhere('can_delete_own_message_group')),
    deleteAny,
  ),
  administer,
  moderate,
} as const satisfies Record<string, ChannelRule>
export type ChannelPermission = Exclude<keyof typeof channelRules, 'see' | 'tendTopics' | 'pin' | 'moderate'>

/** A private channel without subscribers is lost to everyone else, so owners can join it; the audit log records it. */
export const canReclaim = (
  viewer: { readonly role: number },
  { isPrivate }: ChannelState,
  subscribers: number,
): boolean => isOwner(viewer) && isPrivate && subscribers === 0
