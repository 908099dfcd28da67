import { openMute } from '../do-not-disturb/opening.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { hrefOf, hrefOfNarrow } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import type { MenuItem } from '../parts/menu.tsx'
import { canCreateAny, canJoin } from '../permissions/channel-rights.ts'
import { administers } from '../permissions/rights.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { folders } from '../store/folders.ts'
import { unreadTopics } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { p } from '../texts/places.ts'
import { pageAddress } from '../transport/place.ts'
import { askToLeave, join } from './joining.tsx'
import { markAsRead } from './marking.ts'
import { setPersonal } from './personal.ts'

/** A channel's menu; undefined if it's archived or deleted. */
export function channelItems(id: number): readonly MenuItem[] | undefined {
  const one = channel(id)
  if (!one || one.is_archived) return undefined
  const href = hrefOfNarrow(channelNarrow(id))
  const unread = (unreadTopics.value.get(id) ?? []).flatMap(({ ids }) => ids)
  const isIn = isSubscribed(id)
  return [
    { key: 'open', label: p.openFeed, href },
    { key: 'topics', label: p.openTopics, href: hrefOf({ view: 'topics', channelId: id }) },
    { key: 'beside', label: p.openBeside, href, isBeside: true },
    { key: 'members', label: p.members, href: hrefOf({ view: 'channel', channelId: id, tab: 'subscribers' }) },
    { key: 'about', label: p.about, href: hrefOf({ view: 'channel', channelId: id, tab: 'general' }) },
    ...(isIn ? ownItems(id, unread) : []),
    ...(administers(one) && (folders.value.length > 0 || one.folder_id !== null)
      ? [{ key: 'folder', label: p.moveToFolder, run: () => void openFolderChoice(id) }]
      : []),
    { key: 'link', label: p.copyLink, begins: true, run: () => void copy(`${pageAddress()}${href}`) },
    ...(isIn
      ? [{ key: 'leave', label: p.leave, isDanger: true, run: () => void askToLeave(id) }]
      : canJoin(one)
        ? [{ key: 'join', label: p.join, run: () => void join(id) }]
        : []),
  ]
}

/** The menu next to the sidebar's channels. */
export const newChannelItems = (): readonly MenuItem[] => [
  ...(canCreateAny()
    ? [
        {
          key: 'new',
          label: t.directoryTitles.newChannel,
          href: hrefOf({ view: 'channels', section: 'new' }),
        },
      ]
    : []),
  { key: 'browse', label: t.browseChannels, href: hrefOf({ view: 'channels', section: 'available' }) },
]

const openFolderChoice = async (id: number) => (await import('./folder-choice.tsx')).openFolderChoice(id)

/** Only for subscribers. */
function ownItems(id: number, unread: readonly number[]): MenuItem[] {
  const one = channel(id)
  const [isMuted, isPinned] = [one?.is_muted ?? false, one?.pin_to_top ?? false]
  return [
    ...(unread.length > 0
      ? [{ key: 'read', label: p.markRead, begins: true, run: () => void markAsRead(unread, one?.name ?? '') }]
      : []),
    {
      key: 'mute',
      label: p.muteChannel,
      begins: unread.length === 0,
      isChecked: isMuted,
      run: () => void setPersonal(id, 'is_muted', !isMuted),
    },
    { key: 'mute for', label: t.muteHere, run: () => openMute({ kind: 'channel', channelId: id }) },
    {
      key: 'pin',
      label: p.pin,
      isChecked: isPinned,
      run: () => void setPersonal(id, 'pin_to_top', !isPinned),
    },
    { key: 'colour', label: p.colour, run: () => void import('./colours.tsx').then((all) => all.openColours(id)) },
    {
      key: 'notifications',
      label: p.notifications,
      href: hrefOf({ view: 'channel', channelId: id, tab: 'personal' }),
    },
  ]
}
