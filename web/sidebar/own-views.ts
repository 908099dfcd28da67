import { computed, effect, signal } from '@preact/signals'
import type { NavigationView } from '../../src/features/text/navigation-views/api.ts'
import { parseHash } from '../narrow/hash.ts'
import { narrowKey } from '../narrow/narrow.ts'
import { inboxTab, isInboxTab } from '../navigation/inbox-tab.ts'
import { address, narrow, route } from '../navigation/route.ts'
import type { IconName } from '../parts/icon.tsx'
import { whenIdle } from '../parts/idle.ts'
import { names } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { mentions, totalCount } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { arranged, isUsual, type UsualView, type View } from './arrangement.ts'

const chosen = part<readonly NavigationView[] | undefined>('navigation_views')
const scheduled = part<readonly unknown[] | undefined>('scheduled_messages')
const starred = part<readonly number[] | undefined>('starred_messages')
const settings = part<{ starred_message_counts?: boolean } | undefined>('user_settings')
const reminders = part<readonly unknown[] | undefined>('reminders')
/** Drafts belong to the composer, which is loaded after the first view. */
const draftCount = signal<() => number>(() => 0)
effect(() => {
  // loads much more, which the first view needn't wait for
  if (ownId.value === undefined) return
  whenIdle(async () => {
    const { drafts } = await import('../store/drafts.ts')
    draftCount.value = () => drafts.value.length
  })
})

export const looks: Readonly<Record<UsualView, { icon: IconName; name: string; count?(): number }>> = {
  inbox: { icon: 'inbox', name: t.inbox, count: () => totalCount.value },
  feed: { icon: 'feed', name: t.feed },
  'narrow/is/mentioned': { icon: 'at', name: t.mentions, count: () => mentions.value.size },
  'narrow/is/starred': {
    icon: 'star',
    name: t.starred,
    count: () => (settings.value?.starred_message_counts === false ? 0 : (starred.value?.length ?? 0)),
  },
  'narrow/has/reaction/sender/me': { icon: 'smile', name: t.reactions },
  drafts: { icon: 'pen', name: t.drafts, count: () => draftCount.value() },
  scheduled: { icon: 'send', name: t.scheduledMessages, count: () => scheduled.value?.length ?? 0 },
  reminders: { icon: 'clock', name: t.reminders, count: () => reminders.value?.length ?? 0 },
}

/** Views that count their content instead of unread messages. */
export const holds = (fragment: string): boolean => !['inbox', 'narrow/is/mentioned'].includes(fragment)

export const views = computed(() => arranged(chosen.value ?? [], (fragment) => countOf(fragment) === 0))

export const countOf = (fragment: string): number => (isUsual(fragment) ? (looks[fragment].count?.() ?? 0) : 0)

export const viewName = ({ fragment, name }: Pick<View, 'fragment' | 'name'>): string =>
  isUsual(fragment) ? looks[fragment].name : (name ?? fragment)

export const hrefOfView = (fragment: string): string => `#${fragment === 'inbox' ? inboxTab.value : fragment}`

/** Whether it's the current view: compares the meaning of URLs, not their text. */
export function isOpen(fragment: string): boolean {
  if (fragment === 'inbox') return isInboxTab(route.value.view)
  const to = parseHash(`#${fragment}`, names)
  if (to?.view === 'narrow') return narrow.value !== undefined && narrowKey(narrow.value) === narrowKey(to.narrow)
  return to !== undefined && to.view === route.value.view && (to.view !== 'topics' || `#${fragment}` === address.value)
}

export const namedView = (): string | undefined => {
  return namedViews().find(({ fragment }) => isOpen(fragment))?.name
}

export const namedViews = (): { fragment: string; name: string }[] =>
  (chosen.value ?? []).flatMap(({ fragment, name }) =>
    name === null || isUsual(fragment) || isInboxTab(fragment) ? [] : [{ fragment, name }],
  )
