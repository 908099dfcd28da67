import { Skeleton } from '../parts/skeleton.tsx'
import './topics.css'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { SearchIndex } from '../compose/typeahead/search.ts'
import { openMute } from '../do-not-disturb/opening.ts'
import { LockMark } from '../entities/lock-mark.tsx'
import { TopicName, topicName } from '../entities/place.tsx'
import { openRename, toggleResolved } from '../message-actions/topic.tsx'
import { resolvedPrefix, topicNarrow } from '../narrow/narrow.ts'
import { hrefOfNarrow, route } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { firstTarget } from '../parts/rows.ts'
import { plainKey } from '../parts/written-keys.ts'
import { canPinForAll, canRename, canResolve } from '../permissions/topic-rights.ts'
import { isTurnedOff } from '../shortcuts/keys.ts'
import { listKeys } from '../shortcuts/list-keys.ts'
import { channel, isFollowed, isMuted } from '../store/channels.ts'
import { topicsOf } from '../store/conversations.ts'
import { togglePinnedTopic } from '../store/pinning.ts'
import { isPinned, topicPin, withPinned } from '../store/pins.ts'
import { toggleFollowed, toggleMuted } from '../store/topic-policies.ts'
import { unreadIn } from '../store/unread.ts'
import { t } from '../texts/finding.ts'
import { p } from '../texts/pins.ts'

/** How many topics are rendered before asking for more or filtering. */
const maxDrawn = 200

export const Topics = () => {
  const { value } = route
  return value.view === 'topics' ? <TopicList key={value.channelId} channelId={value.channelId} /> : null
}

type Action = 'mute' | 'muteFor' | 'follow' | 'resolve' | 'rename' | 'pin' | 'pinForAll'
const actionKeys: Readonly<Record<string, Action>> = {
  m: 'mute',
  M: 'muteFor',
  f: 'follow',
  s: 'resolve',
  e: 'rename',
  p: 'pin',
  P: 'pinForAll',
}

function TopicList({ channelId }: { channelId: number }) {
  const filter = useSignal('')
  const showsResolved = useSignal(false)
  const showsAll = useSignal(false)
  const active = useSignal<string | undefined>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const fetched = topicsOf(channelId).value
  const all = fetched && withPinned(channelId, fetched, (name) => ({ name, newest: 0 }))
  const isFiltered = filter.value.trim() !== ''

  // the field appears when the topics have loaded, so focus it then
  useLayoutEffect(() => field.current?.focus(), [all === undefined])
  // keep the focus on a topic that was renamed or changed
  useEffect(() => {
    if (document.activeElement === document.body && active.value !== undefined) firstTarget(list.current)?.focus()
  }, [all])

  if (!all) return <Skeleton label={t.topicsLoading} />
  const found = isFiltered ? new SearchIndex(all, ({ name }) => topicName(name)).find(filter.value) : undefined
  const wanted = found && new Set(found.map(({ item }) => item))
  const shown = wanted ? all.filter((one) => wanted.has(one)) : all
  const isResolved = ({ name }: { name: string }) => name.startsWith(resolvedPrefix)
  const isTop = ({ name }: { name: string }) => isPinned(topicPin(channelId, name))
  const open = shown.filter((one) => !isResolved(one) || isTop(one))
  const resolved = shown.filter((one) => isResolved(one) && !isTop(one))
  const limit = showsAll.value ? Number.POSITIVE_INFINITY : maxDrawn

  const act = async (action: Action, topic: string) => {
    try {
      if (action === 'mute') await toggleMuted(channelId, topic)
      else if (action === 'muteFor') openMute({ kind: 'topic', channelId, topic })
      else if (action === 'follow') await toggleFollowed(channelId, topic)
      else if (action === 'pin') await togglePinnedTopic(channelId, topic, 'own')
      else if (action === 'pinForAll') {
        if (canPinForAll(channelId, topicPin(channelId, topic).everyone))
          await togglePinnedTopic(channelId, topic, 'everyone')
      } else if (action === 'resolve') {
        if (topic !== '' && canResolve(channelId, topic)) await toggleResolved({ kind: 'topic', channelId, topic })
      } else if (canRename(channelId, topic)) openRename({ kind: 'topic', channelId, topic })
    } catch (problem) {
      showRefusal(problem)
    }
  }
  const stepByKeys = listKeys(list, field)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    const key = plainKey(event)
    const isFree = target !== field.current && !isTurnedOff(key)
    const topic = target.closest<HTMLElement>('[data-row]')?.dataset.row
    const action = actionKeys[key]
    if (isFree && key === 'Y') field.current?.focus()
    else if (isFree && action && topic !== undefined) void act(action, topic)
    else {
      stepByKeys(event)
      return
    }
    event.preventDefault()
  }
  const row = ({ name }: { name: string }) => (
    <TopicRow
      key={name}
      channelId={channelId}
      topic={name}
      isActive={active.value === name}
      onActive={() => {
        active.value = name
      }}
      act={(action) => void act(action, name)}
    />
  )
  const isFolded = !showsResolved.value && !isFiltered
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div class="topic-list" id="messages" tabIndex={-1} ref={list} onKeyDown={onKeyDown}>
      <FilterField field={field} filter={filter} label={t.topicFilter} />
      <p class="soft topic-keys">{t.topicKeys}</p>
      {shown.length === 0 && <p class="hint">{isFiltered ? t.noTopicFits : t.noTopics}</p>}
      <ul>{open.slice(0, limit).map(row)}</ul>
      {resolved.length > 0 && (
        <section>
          <h2>
            <button
              type="button"
              aria-expanded={!isFolded}
              onClick={() => (showsResolved.value = !showsResolved.value)}
            >
              {t.resolvedTopics(resolved.length)}
            </button>
          </h2>
          {!isFolded && <ul>{resolved.slice(0, limit).map(row)}</ul>}
        </section>
      )}
      {Math.max(open.length, isFolded ? 0 : resolved.length) > limit && (
        <button type="button" class="plain" onClick={() => (showsAll.value = true)}>
          {t.allTopics}
        </button>
      )}
      {!channel(channelId) && <p class="hint">{t.unknownAddress}</p>}
    </div>
  )
}

interface RowProps {
  readonly channelId: number
  readonly topic: string
  readonly isActive: boolean
  readonly onActive: () => void
  readonly act: (action: Action) => void
}

function TopicRow({ channelId, topic, isActive, onActive, act }: RowProps) {
  const unread = unreadIn({ kind: 'topic', channelId, topic }).length
  const [muted, followed] = [isMuted(channelId, topic), isFollowed(channelId, topic)]
  const pin = topicPin(channelId, topic)
  const actions: [Action, string][] = [
    ['follow', followed ? t.unfollowTopic : t.followTopic],
    ['mute', muted ? t.unmuteTopic : t.muteTopic],
    ['pin', pin.own ? p.unpinTopic : p.pinTopic],
    ...(canPinForAll(channelId, pin.everyone)
      ? [['pinForAll', pin.everyone ? p.unpinTopicForAll : p.pinTopicForAll] as [Action, string]]
      : []),
    ['muteFor', t.muteTopicFor],
    ...(topic !== '' && canResolve(channelId, topic)
      ? [['resolve', topic.startsWith(resolvedPrefix) ? t.unresolveTopic : t.resolveTopic] as [Action, string]]
      : []),
    ...(canRename(channelId, topic) ? [['rename', t.renameTopic] as [Action, string]] : []),
  ]
  return (
    <li data-row={topic} onFocusCapture={onActive} onPointerEnter={onActive}>
      <a class={muted ? 'entry muted' : 'entry'} href={hrefOfNarrow(topicNarrow(channelId, topic))} data-target>
        <span class="name" dir="auto">
          <TopicName topic={topic} />
        </span>
        <LockMark channelId={channelId} topic={topic} />
        {isPinned(pin) && <span class="soft">{p.isPinned}</span>}
        {muted && <span class="soft">{t.isMuted}</span>}
        {followed && <span class="soft">{t.isFollowed}</span>}
        <Count count={unread} quiet={muted} />
      </a>
      {isActive && (
        <div class="topic-buttons">
          {actions.map(([action, label]) => (
            <button
              key={action}
              type="button"
              aria-label={t.withTopic(label, topicName(topic))}
              onClick={() => act(action)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}
