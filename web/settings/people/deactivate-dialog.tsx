import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { UserId } from '#contract'
import { deactivateUser } from '../../../src/features/people/users/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { people } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { aboutEach, useBulk, withoutOneself } from './bulk.ts'
import { namesAndOthers } from './names-and-others.ts'
import { HowFar, namesOf } from './user-dialogs.tsx'

type Deletion = keyof typeof p.deletes
const maxBots = 5
const deletions = Object.keys(p.deletes) as Deletion[]

export function openDeactivateDialog(ids: readonly number[], after: () => void): void {
  void openDialog({ title: p.deactivateTitle }, (close) => <DeactivateForm ids={ids} close={close} after={after} />)
}

interface FormProps {
  readonly ids: readonly number[]
  close(): void
  after(): void
}

function DeactivateForm({ ids: chosen, close, after }: FormProps) {
  const bulk = useBulk()
  const ids = useMemo(() => withoutOneself(chosen), [chosen])
  const deletes = useSignal<readonly Deletion[]>([])
  const isDeleting = useSignal(false)
  const mails = useSignal(false)
  const comment = useSignal('')
  // only once: with ten thousand users, not again for each one deactivated
  const bots = useMemo(() => {
    const owners = new Set(ids)
    return [...people.peek().values()]
      .filter(({ is_bot, is_active, bot_owner_id }) => is_bot && is_active && owners.has(bot_owner_id ?? 0))
      .map(({ full_name }) => full_name)
  }, [ids])
  const run = async () => {
    const actions = isDeleting.value ? Object.fromEntries(deletes.value.map((name) => [name, true])) : undefined
    const who = namesOf(ids)
    await aboutEach(ids, bulk, (id) =>
      api.call(deactivateUser, {
        user_id: id as UserId,
        deactivation_notification_comment: mails.value ? comment.value : null,
        ...(actions && { actions }),
      }),
    ).finally(after)
    toast(p.wasDeactivated(who))
  }
  return (
    <Form submit={p.deactivateSubmit(ids.length)} isDanger close={close} run={run}>
      <p dir="auto">
        <b>{namesOf(ids)}</b>
      </p>
      {ids.length < chosen.length && <p class="soft small">{p.withoutYou}</p>}
      <p>{p.deactivateWhat}</p>
      <p>{bots.length === 0 ? p.noBotsOfTheirs : p.theirBots(namesAndOthers(bots, maxBots))}</p>
      <p>{p.theirInvitations}</p>
      <fieldset>
        <legend>{p.theirMessages}</legend>
        <label class="pick">
          <input type="radio" name="messages" checked={!isDeleting.value} onChange={() => (isDeleting.value = false)} />
          {p.keepMessages}
        </label>
        <label class="pick">
          <input type="radio" name="messages" checked={isDeleting.value} onChange={() => (isDeleting.value = true)} />
          {p.deleteSome}
        </label>
        {isDeleting.value &&
          deletions.map((name) => (
            <label class="pick inner" key={name}>
              <input
                type="checkbox"
                checked={deletes.value.includes(name)}
                onChange={({ currentTarget }) => {
                  const others = deletes.value.filter((each) => each !== name)
                  deletes.value = currentTarget.checked ? [...others, name] : others
                }}
              />
              {p.deletes[name]}
            </label>
          ))}
      </fieldset>
      {sendsMail() && (
        <label class="pick">
          <input
            type="checkbox"
            checked={mails.value}
            onChange={({ currentTarget }) => (mails.value = currentTarget.checked)}
          />
          {p.mailThem}
        </label>
      )}
      {mails.value && (
        <label class="field">
          <span class="label">{p.mailComment}</span>
          <textarea
            rows={3}
            maxLength={2_000}
            dir="auto"
            value={comment.value}
            onInput={({ currentTarget }) => (comment.value = currentTarget.value)}
          />
        </label>
      )}
      <HowFar bulk={bulk} />
    </Form>
  )
}
