import { getChannelTopics } from '../../src/features/messages/messages/api/fetch.ts'
import { channelNarrow, channelOf, topicNarrow } from '../narrow/narrow.ts'
import { address, goTo, narrow } from '../navigation/route.ts'
import { channel, isMuted } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { topicsOf } from '../store/conversations.ts'
import { unreadTopics } from '../store/unread.ts'
import { api } from '../transport/api.ts'

const settings = part<{ web_channel_default_view?: number } | undefined>('user_settings')
/** Values of `web_channel_default_view`; by default, a channel's link leads to all messages. */
const views = { messages: 2, topics: 3, latestUnread: 4 } as const

/** Call once. A click on a channel in the sidebar opens the view chosen in the preferences. */
export function watchChannelClicks(): void {
  // before the client sees a second click on the link of the current view
  addEventListener(
    'click',
    (event) => {
      const view = settings.peek()?.web_channel_default_view ?? views.messages
      if (view === views.messages || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
      const entry = event.target instanceof Element && event.target.closest('#left-sidebar li.channel > a.entry')
      const channelId = entry && Number(entry.closest<HTMLElement>('li.channel')?.dataset.row)
      if (!channelId) return
      event.preventDefault()
      void openChannel(channelId, view)
    },
    { capture: true },
  )
}

/** Opens all messages if a topic of the channel is open already. */
async function openChannel(channelId: number, view: number): Promise<void> {
  if (view === views.topics) return goTo({ view: 'topics', channelId })
  const before = address.peek()
  const isOpen = narrow.peek() && channelOf(narrow.peek() ?? []) === channelId
  const topic = isOpen ? undefined : await topicToOpen(channelId, view === views.latestUnread)
  // don't navigate if the person has moved on in the meantime
  if (address.peek() !== before) return
  goTo({ view: 'narrow', narrow: topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic) })
}

/** Skips muted topics, unless the whole channel is muted; undefined if there's none or the server can't be reached. */
async function topicToOpen(channelId: number, isUnread: boolean): Promise<string | undefined> {
  const unread = isUnread && unreadTopics.value.get(channelId)?.find((one) => !one.isMuted)
  if (unread) return unread.topic
  const names = topicsOf(channelId).peek() ?? (await fetchTopics(channelId))
  const isQuiet = channel(channelId)?.is_muted === true
  return names.find(({ name }) => isQuiet || !isMuted(channelId, name))?.name
}

async function fetchTopics(channelId: number): Promise<readonly { readonly name: string }[]> {
  const asked = api.call(getChannelTopics, { stream_id: channelId, allow_empty_topic_name: true })
  return (await asked.catch(() => undefined))?.topics ?? []
}
