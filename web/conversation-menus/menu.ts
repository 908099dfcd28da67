import { placeName } from '../entities/place.tsx'
import { parseHash } from '../narrow/hash.ts'
import { channelOf, conversationOf } from '../narrow/narrow.ts'
import { below } from '../parts/direction.ts'
import { type MenuItem, openMenu, type Place } from '../parts/menu.tsx'
import { channel, names } from '../store/channels.ts'
import { t } from '../texts/index.ts'
import { p } from '../texts/places.ts'
import { channelItems, newChannelItems } from './channel-items.ts'
import { directItems } from './direct-items.ts'
import { topicItems } from './topic-items.ts'

interface Offer {
  label(): string
  items(): readonly MenuItem[] | undefined
}

/** The menu of a URL; undefined if there's none. */
function offerOf(hash: string): Offer | undefined {
  const route = parseHash(hash, names)
  if (route?.view === 'topics') return ofChannel(route.channelId)
  if (route?.view === 'channels') return { label: () => t.addChannels, items: newChannelItems }
  if (route?.view !== 'narrow') return undefined
  const conversation = conversationOf(route.narrow)
  if (conversation?.kind === 'topic')
    return { label: () => p.actionsOn(placeName(conversation)), items: () => topicItems(conversation) }
  if (conversation?.kind === 'direct')
    return { label: () => p.actionsOn(placeName(conversation)), items: () => directItems(conversation) }
  const channelId = route.narrow.length === 1 ? channelOf(route.narrow) : undefined
  return channelId === undefined ? undefined : ofChannel(channelId)
}

const ofChannel = (id: number): Offer => ({
  label: () => p.actionsOn(`#${channel(id)?.name ?? ''}`),
  items: () => channelItems(id),
})

export function openPlaceMenu(hash: string, anchor: HTMLElement, at?: Place): void {
  const offer = offerOf(hash)
  if (!offer) return
  const box = anchor.getBoundingClientRect()
  openMenu({
    ...offer,
    place: () => at ?? below(box),
    // the link may have been re-rendered
    returnTo: () =>
      anchor.isConnected ? anchor : document.querySelector<HTMLElement>(`a[href="${CSS.escape(hash)}"]`),
  })
}
