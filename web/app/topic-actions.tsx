import { placeName } from '../entities/place.tsx'
import { channelOf, conversationOf, narrowOf, resolvedPrefix } from '../narrow/narrow.ts'
import { hrefOfNarrow, narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { canRename, canResolve } from '../permissions/topic-rights.ts'
import { channel } from '../store/channels.ts'
import { listOf } from '../store/lists.ts'
import { t } from '../texts/index.ts'

const load = () => import('../message-actions/topic.tsx')

export function PlaceActions() {
  const shown = narrow.value
  const conversation = shown && conversationOf(shown)
  const isPlace = conversation !== undefined || (shown?.length === 1 && channelOf(shown) !== undefined)
  if (!shown || !isPlace) return null
  const name = conversation ? placeName(conversation) : `#${channel(channelOf(shown) ?? 0)?.name ?? ''}`
  return (
    <>
      <TopicActions />
      <button
        type="button"
        class="heading-button"
        data-menu={hrefOfNarrow(conversation ? narrowOf(conversation) : shown)}
        aria-haspopup="menu"
        aria-label={t.placeMenu(name)}
        title={t.placeMenu(name)}
      >
        <Icon name="more" size={18} />
      </button>
    </>
  )
}

function TopicActions() {
  const shown = narrow.value
  const topic = shown && conversationOf(shown)
  if (!shown || topic?.kind !== 'topic' || listOf(shown).shown.value.ids.length === 0) return null
  const isResolved = topic.topic.startsWith(resolvedPrefix)
  const resolve = isResolved ? t.unresolveTopic : t.resolveTopic
  return (
    <div class="topic-actions">
      {topic.topic !== '' && canResolve(topic.channelId, topic.topic) && (
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
      {canRename(topic.channelId, topic.topic) && (
        <button
          type="button"
          class="rename"
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
