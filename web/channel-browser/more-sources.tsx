import '../controls/verdicts.css'
import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { channels } from '../store/channels.ts'
import { people, person } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { nameOrder } from '../texts/locale.ts'
import { s } from '../texts/members.ts'
import { peopleOfText } from './pasted-people.ts'

/** More than anyone pastes; the server limits the number of users, too. */
const longestText = 1_000_000
const maxListed = 40

interface Props {
  readonly channelId: number
  readonly chosen: Signal<readonly number[]>
  readonly inside: ReadonlySignal<ReadonlySet<number>>
}

export function MoreSources({ channelId, chosen, inside }: Props) {
  const source = useSignal<number | undefined>(undefined)
  const text = useSignal('')
  const said = useSignal('')
  const problems = useSignal<readonly string[]>([])
  const take = (ids: readonly number[]) => {
    const there = ids.filter((id) => inside.peek().has(id)).length
    const known = chosen.peek()
    const added = [...new Set(ids)].filter(
      (id) => person(id)?.is_active && !inside.peek().has(id) && !known.includes(id),
    )
    chosen.value = [...known, ...added]
    said.value = [s.foundOf(added.length), ...(there > 0 ? [s.alreadyIn(there)] : [])].join(' ')
  }
  const others = [...channels.value.values()]
    .filter(({ stream_id }) => stream_id !== channelId)
    .sort((a, b) => nameOrder.compare(a.name, b.name))
  // subscribers of large channels load when the channel is selected
  const members = source.value === undefined ? [] : subscribersOf(source.value).value
  return (
    <details class="verdicts">
      <summary>{s.fromElsewhere}</summary>
      <div class="source">
        <label class="field">
          <span class="label">{s.fromChannel}</span>
          <select
            value={String(source.value ?? '')}
            onChange={({ currentTarget: { value } }) => {
              source.value = value === '' ? undefined : Number(value)
            }}
          >
            <option value="">{s.chooseChannel}</option>
            {others.map(({ stream_id, name }) => (
              <option key={stream_id} value={String(stream_id)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="button"
          disabled={source.value === undefined || members === undefined}
          onClick={() => {
            problems.value = []
            take(members ?? [])
          }}
        >
          {s.addMembersOf}
        </button>
      </div>
      <div class="source">
        <label class="field">
          <span class="label">{s.pasted}</span>
          <textarea
            rows={3}
            dir="auto"
            maxLength={longestText}
            placeholder={s.pastedHint}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <button
          type="button"
          class="button"
          disabled={text.value.trim() === ''}
          onClick={() => {
            const { ids, unknown, ambiguous } = peopleOfText(text.value, people.value.values())
            take(ids)
            problems.value = [
              ...(unknown.length > 0 ? [s.notFound(unknown.slice(0, maxListed))] : []),
              ...(ambiguous.length > 0 ? [s.severalOf(ambiguous.slice(0, maxListed))] : []),
            ]
            // keep what the user may want to correct
            text.value = [...unknown, ...ambiguous].join('\n')
          }}
        >
          {s.lookUp}
        </button>
      </div>
      <p class="small" role="status">
        {said.value}
      </p>
      {problems.value.map((each) => (
        <p key={each} class="problem" role="alert" dir="auto">
          {each}
        </p>
      ))}
    </details>
  )
}
