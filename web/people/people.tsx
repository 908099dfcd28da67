import '../parts/dialog.css'
import './people.css'
import { computed, effect, signal, useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { User } from '../../src/features/people/users/wire.ts'
import { newDirectMessage } from '../compose/target.ts'
import { channelOf, conversationOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { NearList } from '../parts/near-list.tsx'
import { canInvite, inviting } from '../permissions/inviting.ts'
import { listKeys } from '../shortcuts/list-keys.ts'
import { listOf, messagesOf } from '../store/lists.ts'
import { mutedPeople } from '../store/muted-people.ts'
import { namePlaces, ownId, people } from '../store/people.ts'
import { type Presence, presenceOf } from '../store/presence.ts'
import { knownSubscribers } from '../store/subscribers.ts'
import { t } from '../texts/index.ts'
import { h } from '../texts/people.ts'
import { OwnStatus } from './own-status.tsx'
import { PersonEntry } from './person-entry.tsx'

const filter = signal('')
/** Most people never filter this list, so what searches it loads with the first key; each key retries. */
const searching = signal<typeof import('../compose/typeahead/search.ts') | undefined>(undefined)
effect(() => {
  if (filter.value.trim() === '' || searching.peek()) return
  import('../compose/typeahead/search.ts').then((loaded) => {
    searching.value = loaded
  }, console.error)
})

const everyone = computed<readonly User[]>(() => {
  const hidden = mutedPeople.value
  const all = people.value
  return [...namePlaces.value.keys()].flatMap((id) => {
    const one = all.get(id)
    return one?.is_active && !one.is_bot && !hidden.has(id) ? [one] : []
  })
})
const byName = computed(
  () => searching.value && new searching.value.SearchIndex(everyone.value, ({ full_name }) => full_name),
)

/** A set that keeps its identity while its members stay the same, to avoid recomputing the list. */
function steady(now: () => ReadonlySet<number>) {
  let known: ReadonlySet<number> = new Set()
  return computed(() => {
    const next = now()
    if (next.size !== known.size || [...next].some((id) => !known.has(id))) known = next
    return known
  })
}

const participants = steady(() => {
  const shown = narrow.value
  const conversation = shown && conversationOf(shown)
  if (!shown || !conversation) return new Set()
  if (conversation.kind === 'direct') return new Set([...conversation.userIds, ownId.value])
  return new Set(messagesOf(listOf(shown).shown.value).map(({ sender_id }) => sender_id))
})
const inChannel = steady(() => {
  const id = narrow.value && channelOf(narrow.value)
  return new Set(id === undefined ? [] : knownSubscribers(id))
})

/** Active users, then away ones, then the rest, keeping their order. */
function byPresence(all: readonly User[]): User[] {
  const found: Record<Presence, User[]> = { active: [], idle: [], offline: [] }
  for (const one of all) found[one.user_id === ownId.value ? 'active' : presenceOf(one.user_id)].push(one)
  return [...found.active, ...found.idle, ...found.offline]
}

interface Group {
  readonly key: 'conversation' | 'channel' | 'others'
  readonly people: readonly User[]
}

/** Users in the open conversation and channel come first. */
const grouped = computed<readonly Group[]>(() => {
  const all: Record<Group['key'], User[]> = { conversation: [], channel: [], others: [] }
  const [here, around] = [participants.value, inChannel.value]
  for (const one of everyone.value)
    all[here.has(one.user_id) ? 'conversation' : around.has(one.user_id) ? 'channel' : 'others'].push(one)
  return (['conversation', 'channel', 'others'] as const)
    .map((key) => ({ key, people: byPresence(all[key]) }))
    .filter(({ people }) => people.length > 0)
})

export function People() {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useKeptFocus(list)
  const found = useComputed(() =>
    filter.value.trim() === '' ? undefined : byName.value?.find(filter.value).map(({ item }) => item),
  ).value
  const isAlone = grouped.value.length === 1
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div class="people" ref={list} onKeyDown={listKeys(list, field)}>
      <OwnStatus />
      <div class="people-head">
        <FilterField filter={filter} label={h.filter} field={field} />
        <IconButton label={t.newDirectMessage} run={newDirectMessage}>
          <Icon name="plus" />
        </IconButton>
      </div>
      {found ? (
        <>
          <p class="visually-hidden" role="status">
            {h.found(found.length)}
          </p>
          {found.length === 0 && <p class="hint">{h.nobody}</p>}
          <Rows people={byPresence(found)} />
        </>
      ) : (
        grouped.value.map(({ key, people }) => (
          <section key={key} aria-labelledby={`people-${key}`}>
            <h2 id={`people-${key}`}>{isAlone ? t.people : h.sections[key]}</h2>
            <Rows people={people} />
          </section>
        ))
      )}
      {canInvite() && (
        <button type="button" class="entry invite" onClick={() => inviting.open()}>
          <span class="face">
            <Icon name="plus" />
          </span>
          <span class="name">{h.invite}</span>
        </button>
      )}
    </div>
  )
}

const Rows = ({ people }: { people: readonly User[] }) => (
  <NearList
    items={people}
    keyOf={({ user_id }) => user_id}
    row={(one, place) => <PersonEntry user={one} place={place} />}
  />
)
