import type { WireEvent } from '#contract'

/** Lists to drop: those of these channels, and all that aren't of a single channel or conversation. */
interface Loss {
  readonly channels: ReadonlySet<number>
}

/** Channel settings that affect who can read it. */
const concernsReaders = (property: unknown): boolean =>
  ['invite_only', 'is_web_public', 'history_public_to_subscribers', 'is_archived'].includes(String(property)) ||
  /^can_/.test(String(property))

const ids = (list: unknown): number[] =>
  Array.isArray(list)
    ? list.map((one) => (typeof one === 'number' ? one : (one as { stream_id: number }).stream_id))
    : []

/** Cached data to drop after an event. Drops too much rather than too little. Undefined for most events. */
export function lossBy(event: WireEvent, ownId: number): 'everything' | Loss | undefined {
  const of = (channels: number[] = []): Loss => ({ channels: new Set(channels) })
  switch (`${event.type}/${event.op ?? ''}`) {
    case 'subscription/remove':
      return of(ids(event.subscriptions))
    case 'subscription/add':
      // its old messages are now in the combined feed
      return of()
    case 'subscription/update':
      // muted channels aren't in the combined feed
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
