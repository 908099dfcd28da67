import type { WireEvent } from '#contract'

/** Channels of which nothing is to be kept, and every list that is not of one channel or of one conversation. */
interface Loss {
  readonly channels: ReadonlySet<number>
}

/** Settings of a channel that say who may read it. */
const concernsReaders = (property: unknown): boolean =>
  ['invite_only', 'is_web_public', 'history_public_to_subscribers', 'is_archived'].includes(String(property)) ||
  /^can_/.test(String(property))

const ids = (list: unknown): number[] =>
  Array.isArray(list)
    ? list.map((one) => (typeof one === 'number' ? one : (one as { stream_id: number }).stream_id))
    : []

/**
 * What somebody may no longer see after an event, or what lists are no longer right: with too much rather than too little,
 * as what is thrown away is fetched again. Undefined for most events.
 */
export function lossBy(event: WireEvent, ownId: number): 'everything' | Loss | undefined {
  const of = (channels: number[] = []): Loss => ({ channels: new Set(channels) })
  switch (`${event.type}/${event.op ?? ''}`) {
    case 'subscription/remove':
      return of(ids(event.subscriptions))
    case 'subscription/add':
      // its messages are in the feed now, as old as they are
      return of()
    case 'subscription/update':
      // what is muted is not in the feed
      return ['is_muted', 'in_home_view'].includes(String(event.property)) ? of() : undefined
    case 'stream/delete':
      return of(ids(event.stream_ids ?? event.streams))
    case 'stream/update':
      return concernsReaders(event.property) ? of([event.stream_id as number]) : undefined
    case 'user_topic/':
    case 'muted_topics/':
      return of()
    case 'realm_user/update': {
      const { user_id, role } = event.person as { user_id?: number; role?: unknown }
      return user_id === ownId && role !== undefined ? 'everything' : undefined
    }
    case 'user_group/remove_members':
      return (event.user_ids as number[]).includes(ownId) ? 'everything' : undefined
    case 'user_group/remove_subgroups':
    case 'user_group/remove':
      return 'everything'
    case 'user_group/update':
      return (event.data as { deactivated?: boolean }).deactivated ? 'everything' : undefined
    case 'update_message_flags/add':
    case 'update_message_flags/remove':
      return event.all ? 'everything' : undefined
    default:
      return undefined
  }
}
