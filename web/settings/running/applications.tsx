import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { asUserId } from '#contract'
import {
  approveApplication,
  declineApplication,
  getApplications,
} from '../../../src/features/sign-in/accounts/applications/api.ts'
import { maxApplications, maxMessageLength } from '../../../src/features/sign-in/accounts/applications/limits.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { dayOf, timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { toast } from '../../parts/toast.ts'
import { nameOf } from '../../store/people.ts'
import { a } from '../../texts/applications.ts'
import { p } from '../../texts/people-settings.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const page = 50
const fetchApplications = (limit: number) => api.call(getApplications, { limit })
type Application = Awaited<ReturnType<typeof fetchApplications>>['applications'][number]

export function Applications() {
  const limit = useSignal(page)
  const actions = useActions()
  const loaded = useLoaded(() => fetchApplications(limit.value), { types: ['application'], key: limit.value })
  const { value, problem } = loaded
  const approve = ({ id, full_name }: Application) =>
    actions.run(id, async () => {
      await api.call(approveApplication, { application_id: id }).finally(loaded.reload)
      toast(a.approved(full_name))
    })
  return (
    <>
      <p class="lead">{r.help.applications}</p>
      {!value && <Loading problem={problem} label={a.loading} />}
      {value?.applications.length === 0 && <p class="soft list-empty">{a.none}</p>}
      <ul class="records" aria-label={r.applications}>
        {value?.applications.map((one) => {
          const isBusy = actions.isBusy(one.id)
          return (
            <li key={one.id}>
              <div class="record-words">
                <span class="name" dir="auto">
                  {one.full_name}
                </span>
                <span class="soft small" dir="ltr">
                  {one.email}
                </span>
                <span class="soft small" dir="auto">
                  {factsOf(one).join(' · ')}
                </span>
                {one.answers.map(({ question, answer }) => (
                  <div key={question}>
                    <span class="small" dir="auto">
                      {question}
                    </span>
                    {/* plain text, never rendered */}
                    <blockquote class="reported" dir="auto">
                      {answer}
                    </blockquote>
                  </div>
                ))}
                <Refusal text={actions.problem(one.id)} />
              </div>
              <div class="record-buttons">
                <button
                  type="button"
                  class="button primary"
                  aria-label={a.approveOf(one.full_name)}
                  disabled={isBusy}
                  onClick={() => approve(one)}
                >
                  {a.approve}
                </button>
                <button
                  type="button"
                  class="button"
                  aria-label={a.declineOf(one.full_name)}
                  disabled={isBusy}
                  onClick={() => openDecline(one, loaded.reload)}
                >
                  {a.decline}
                </button>
              </div>
            </li>
          )
        })}
      </ul>
      {value?.has_more && limit.value < maxApplications && (
        <button
          type="button"
          class="button"
          onClick={() => (limit.value = Math.min(maxApplications, limit.value + page))}
        >
          {r.more}
        </button>
      )}
    </>
  )
}

const factsOf = ({ applied_at, expires_at, inviter_id, invited_as }: Application): string[] => [
  a.appliedAt(timeOf(applied_at)),
  ...(inviter_id === null ? [] : [p.invitedBy(nameOf(asUserId(inviter_id))), p.invitedAs[invited_as] ?? '']),
  p.expires(dayOf(expires_at)),
]

function openDecline(application: Application, after: () => Promise<void>): void {
  void openDialog({ title: a.declineTitle }, (close) => (
    <Decline application={application} close={close} after={after} />
  ))
}

interface DeclineProps {
  readonly application: Application
  close(): void
  after(): Promise<void>
}

function Decline({ application: { id, full_name }, close, after }: DeclineProps) {
  const message = useSignal('')
  const run = () => api.call(declineApplication, { application_id: id, message: message.value }).finally(after)
  return (
    <Form submit={a.declineSubmit} close={close} run={run}>
      <TextArea
        label={a.message}
        text={message}
        maxLength={maxMessageLength}
        rows={3}
        help={a.messageMore(full_name)}
      />
    </Form>
  )
}
