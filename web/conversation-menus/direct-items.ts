import { openMute } from '../do-not-disturb/opening.ts'
import { peopleNames } from '../entities/place.tsx'
import { type Conversation, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import type { MenuItem } from '../parts/menu.tsx'
import { openPersonCard } from '../popovers/person.tsx'
import { nameOf, person } from '../store/people.ts'
import { unreadIn } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { p } from '../texts/places.ts'
import { pageAddress } from '../transport/place.ts'
import { markAsRead } from './marking.ts'

const maxPeople = 6

export function directItems(conversation: Extract<Conversation, { kind: 'direct' }>): readonly MenuItem[] {
  const href = hrefOfNarrow(narrowOf(conversation))
  const unread = unreadIn(conversation)
  const known = conversation.userIds.filter((id) => person(id)).slice(0, maxPeople)
  return [
    { key: 'open', label: p.openConversation, href },
    { key: 'beside', label: p.openBeside, href, isBeside: true },
    ...(unread.length > 0
      ? [
          {
            key: 'read',
            label: p.markRead,
            begins: true,
            run: () => void markAsRead(unread, peopleNames(conversation.userIds)),
          },
        ]
      : []),
    ...known.map((id, index) => ({
      key: `card ${id}`,
      label: p.cardOf(nameOf(id)),
      begins: index === 0,
      run: () => openPersonCard(id),
    })),
    { key: 'mute for', label: t.muteHere, begins: true, run: () => openMute(conversation) },
    { key: 'link', label: p.copyLink, begins: true, run: () => void copy(`${pageAddress()}${href}`) },
  ]
}
