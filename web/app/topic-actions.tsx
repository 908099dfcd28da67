import { mayRename, mayResolve } from '../message-actions/rights.ts'
import { conversationOf, resolvedPrefix } from '../narrow/narrow.ts'
import { Icon } from '../parts/icon.tsx'
import { mutableIn, openMute } from '../quiet/opening.ts'
import { isSubscribed } from '../store/channels.ts'
import { listOf } from '../store/lists.ts'
import { t } from '../texts/index.ts'
import { narrow } from './route.ts'

const load = () => import('../message-actions/topic.tsx')

/** Beside the name of what can be muted: to mute it for a while. */
export function MuteAction() {
  const place = mutableIn(narrow.value)
  if (!place || (place.kind === 'channel' && !isSubscribed(place.channelId))) return null
  return (
    <button
      type="button"
      class="heading-button"
      aria-label={t.muteHere}
      title={t.muteHere}
      aria-haspopup="dialog"
      onClick={() => openMute(place)}
    >
      <Icon name="bell" size={18} />
    </button>
  )
}

/** Beside the name of a topic that has messages: to resolve and to rename it. */
export function TopicActions() {
  const shown = narrow.value
  const topic = shown && conversationOf(shown)
  if (!shown || topic?.kind !== 'topic' || listOf(shown).shown.value.ids.length === 0) return null
  const isResolved = topic.topic.startsWith(resolvedPrefix)
  const resolve = isResolved ? t.unresolveTopic : t.resolveTopic
  return (
    <div class="topic-actions">
      {topic.topic !== '' && mayResolve(topic.channelId) && (
        <button
          type="button"
          class={isResolved ? 'is-resolved' : ''}
          aria-label={resolve}
          title={resolve}
          onClick={() => void load().then(({ toggleResolved }) => toggleResolved(topic))}
        >
          <Icon name="check" size={18} />
        </button>
      )}
      {mayRename(topic.channelId) && (
        <button
          type="button"
          aria-label={t.renameTopic}
          title={t.renameTopic}
          onClick={() => void load().then(({ openRename }) => openRename(topic))}
        >
          <Icon name="pen" size={16} />
        </button>
      )}
    </div>
  )
}
