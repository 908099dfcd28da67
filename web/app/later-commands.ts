import { chosenId } from '../message-actions/active.ts'
import { channelOf } from '../narrow/narrow.ts'
import { message } from '../store/messages.ts'
import { goTo, narrow } from './route.ts'
import { isWide, openSidebar } from './sidebars.ts'

export { openNextDirect, openNextFollowed, openNextUnread } from './unread-topics.ts'

export function filterPeople(): void {
  if (!isWide.value) openSidebar.value = 'right'
  void import('../people/people.tsx').then(() =>
    setTimeout(() => document.querySelector<HTMLElement>('.right input')?.focus()),
  )
}

export function openTopics(): void {
  const chosen = chosenId()
  const channelId =
    (narrow.value && channelOf(narrow.value)) ?? (chosen === undefined ? undefined : message(chosen)?.stream_id)
  if (channelId !== undefined) goTo({ view: 'topics', channelId })
}
