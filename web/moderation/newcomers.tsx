import '../controls/directory-rows.css'
import { useSignal } from '@preact/signals'
import { asUserId } from '#contract'
import { maxNewcomersPage, maxUsersPerAction } from '../../src/features/messages/moderation/limits.ts'
import { changeNewcomers, getNewcomers } from '../../src/features/messages/moderation/newcomers/api.ts'
import {
  type Newcomer,
  type NewcomerAction,
  newcomerActions,
} from '../../src/features/messages/moderation/newcomers/wire.ts'
import { maxReasonLength } from '../../src/features/people/restrictions/limits.ts'
import { timeOf } from '../controls/day.ts'
import { useLoaded } from '../controls/loaded.ts'
import { Loading } from '../controls/loading.tsx'
import { SelectAll, select } from '../controls/select-all.tsx'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.ts'
import { lockdown } from '../store/lockdown.ts'
import { nameOf } from '../store/people.ts'
import { l } from '../texts/lockdown.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'

/** People who joined during the lockdown or in the 24 hours before it, with bulk actions. */
export function Newcomers() {
  const selected = useSignal<ReadonlySet<number>>(new Set())
  const { value, problem, reload } = useLoaded(() => api.call(getNewcomers, { limit: maxNewcomersPage }), {
    types: ['realm_user', 'restriction', 'held_message', 'moderation_file'],
    key: lockdown.value?.started_at,
  })
  if (!value) return <Loading problem={problem} label={l.loading} />
  const { people, has_more, since, total } = value
  if (people.length === 0) return <p class="soft list-empty">{l.none(timeOf(since))}</p>
  const ids = people.map(({ user_id }) => user_id)
  // people who aren't in the list anymore may have left, or be further down
  const selectedIds = has_more ? [...selected.value] : ids.filter((id) => selected.value.has(id))
  const open = (action: NewcomerAction) =>
    openAction(action, selectedIds, async () => {
      selected.value = new Set()
      await reload()
    })
  return (
    <div class="newcomers">
      <p class="soft small">{l.since(timeOf(since))}</p>
      <div class="selection-line">
        <SelectAll label={l.selectAll} chosen={selected} ids={ids} more={{ total, load: fetchAllIds }} />
        <div class="lockdown-buttons">
          {newcomerActions.map((action) => (
            <button
              type="button"
              class="button"
              key={action}
              disabled={selectedIds.length === 0}
              aria-haspopup="dialog"
              onClick={() => open(action)}
            >
              {l.actions[action]}
            </button>
          ))}
        </div>
      </div>
      <ul aria-label={l.people}>
        {people.map((one) => (
          <li key={one.user_id}>
            <label>
              <input
                type="checkbox"
                checked={selected.value.has(one.user_id)}
                onChange={({ currentTarget }) => select(selected, one.user_id, currentTarget.checked)}
              />
              <span class="newcomer-words">
                <a class="name" dir="auto" href={`#user/${one.user_id}`}>
                  {nameOf(one.user_id) || s.someone}
                </a>
                <span class="soft small">{factsOf(one)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {has_more && <p class="soft small">{l.newest(people.length)}</p>}
    </div>
  )
}

/** The IDs of everyone who could be in the list. */
async function fetchAllIds(): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const before = ids.at(-1)
    const page = await api.call(getNewcomers, { limit: maxNewcomersPage, ...(before !== undefined && { before }) })
    ids.push(...page.people.map(({ user_id }) => user_id))
    if (!page.has_more) return ids
  }
}

const factsOf = ({ joined_at, message_count, held_count, is_read_only, is_welcomed }: Newcomer): string =>
  [
    l.joined(timeOf(joined_at)),
    l.messages(message_count),
    ...(held_count > 0 ? [l.held(held_count)] : []),
    ...(is_read_only ? [l.readOnly] : []),
    ...(is_welcomed ? [l.welcomed] : []),
  ].join(' · ')

function openAction(action: NewcomerAction, userIds: readonly number[], after: () => Promise<void>): void {
  void openDialog({ title: l.titles[action](userIds.length) }, (close) => (
    <ActionForm action={action} userIds={userIds} close={close} after={after} />
  ))
}

interface Props {
  readonly action: NewcomerAction
  readonly userIds: readonly number[]
  close(): void
  after(): Promise<void>
}

function ActionForm({ action, userIds, close, after }: Props) {
  const reason = useSignal(action === 'restrict' ? l.usualReason : '')
  const done = useSignal(0)
  const run = async () => {
    const refusals: { user_id: number; msg: string }[] = []
    // the server limits the number of users per request
    for (let from = 0; from < userIds.length; from += maxUsersPerAction) {
      const user_ids = userIds.slice(from, from + maxUsersPerAction).map(asUserId)
      const { refused } = await api.call(changeNewcomers, { user_ids, action, reason: reason.value }).finally(after)
      refusals.push(...refused)
      done.value = Math.min(from + maxUsersPerAction, userIds.length)
    }
    const [first] = refusals
    toast(
      first
        ? l.refused(refusals.length, nameOf(first.user_id) || s.someone, first.msg)
        : l.done[action](userIds.length),
    )
  }
  return (
    <Form
      submit={l.submits[action]}
      isDanger={action === 'remove'}
      isDisabled={action === 'restrict' && reason.value.trim() === ''}
      close={close}
      run={run}
    >
      <p>{l.helps[action]}</p>
      {action === 'restrict' && <TextArea label={s.reason} text={reason} maxLength={maxReasonLength} />}
      {done.value > 0 && done.value < userIds.length && <p role="status">{l.progress(done.value, userIds.length)}</p>}
    </Form>
  )
}
