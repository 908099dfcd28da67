import { chosenId } from '../content/active.ts'
import { channelOf } from '../narrow/narrow.ts'
import { isSettings } from '../narrow/settings-addresses.ts'
import { goTo, narrow, route } from '../navigation/route.ts'
import { isWide, openSidebar } from '../navigation/sidebars.ts'
import { discardTyped, takeTyped } from '../parts/typed-ahead.ts'
import { message } from '../store/messages.ts'

export { openNextDirect, openNextFollowed, openNextUnread } from './unread-topics.ts'

export function filterPeople(): void {
  if (!isWide.value || isSettings(route.value)) openSidebar.value = 'right'
  const focus = () => {
    const field = document.querySelector<HTMLInputElement>('.right input')
    field?.focus()
    field?.select()
    const typed = takeTyped()
    if (field && typed !== '') document.execCommand('insertText', false, typed)
  }
  import('../people/people.tsx').then(() => setTimeout(focus), discardTyped)
}

export function openTopics(): void {
  const chosen = chosenId()
  const channelId =
    (narrow.value && channelOf(narrow.value)) ?? (chosen === undefined ? undefined : message(chosen)?.stream_id)
  if (channelId !== undefined) goTo({ view: 'topics', channelId })
}
