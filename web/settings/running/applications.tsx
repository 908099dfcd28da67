import '../../controls/directory-rows.css'
import { type Signal, useSignal } from '@preact/signals'
import { asUserId } from '#contract'
import {
  approveApplication,
  declineApplication,
  declineApplications,
  getApplications,
} from '../../../src/features/sign-in/accounts/applications/api.ts'
import {
  maxApplications,
  maxFollowUps,
  maxMessageLength,
} from '../../../src/features/sign-in/accounts/applications/limits.ts'
import { dayOf, timeOf } from '../../controls/day.ts'
import { SelectAll, select } from '../../controls/select-all.tsx'
import { toast } from '../../parts/toast.ts'
import { nameOf } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { a } from '../../texts/applications.ts'
import { p } from '../../texts/people-settings.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { openQuestion } from './application-question.tsx'
import type { ShownList } from './review-list.tsx'
import { openDecline, Quoted, ReviewQueue } from './review-queue.tsx'

type Selected = Signal<ReadonlySet<number>>

async function fetchPage(limit: number) {
  const { applications: items, has_more, total } = await api.call(getApplications, { limit })
  return { items, has_more, total }
}
type Application = Awaited<ReturnType<typeof fetchPage>>['items'][number]

async function approve({ id, full_name }: Application): Promise<void> {
  await api.call(approveApplication, { application_id: id })
  toast(a.approved(full_name))
}

export function Applications() {
  const selected = useSignal<ReadonlySet<number>>(new Set())
  return (
    <ReviewQueue<Application>
      texts={{
        ...{
          lead: sendsMail() ? `${r.help.applications} ${a.emailed}` : r.help.applications,
          list: r.applications,
          loading: a.loading,
          empty: a.none,
        },
        ...{ approve: a.approve, decline: a.decline },
        approveLabel: ({ full_name }) => a.approveOf(full_name),
        declineLabel: ({ full_name }) => a.declineOf(full_name),
      }}
      types={['application']}
      maxItems={maxApplications}
      fetchPage={fetchPage}
      above={(items, list) => items.length > 1 && <SelectedApplications {...{ items, list, selected }} />}
      details={(application, items) => <Details application={application} items={items} selected={selected} />}
      approve={approve}
      otherButton={(application, { isBusy, reload }) =>
        canAsk(application) && (
          <button
            type="button"
            class="button"
            aria-label={a.askOf(application.full_name)}
            disabled={isBusy}
            onClick={() => openQuestion(application, reload)}
          >
            {a.ask}
          </button>
        )
      }
      decline={{
        ...{ title: a.declineTitle, submit: a.declineSubmit },
        message: messageField(({ full_name }: Application) => a.messageMore(full_name)),
        run: ({ id }, message) => api.call(declineApplication, { application_id: id, message }),
      }}
    />
  )
}

const messageField = <T,>(help: (item: T) => string) =>
  sendsMail() ? { label: a.message, maxLength: maxMessageLength, help } : undefined

const canAsk = ({ follow_ups }: Application): boolean =>
  sendsMail() && follow_ups.length < maxFollowUps && follow_ups.every(({ answer }) => answer !== null)

interface SelectedProps {
  readonly items: readonly Application[]
  readonly selected: Selected
  readonly list: ShownList
}

/** Selects applications and declines them together. */
function SelectedApplications({ items, selected, list: { total, reload, showAll } }: SelectedProps) {
  const ids = items.map(({ id }) => id)
  // other moderators may have decided on some in the meantime
  const chosen = ids.filter((id) => selected.value.has(id))
  const load = async () => {
    showAll()
    return (await fetchPage(maxApplications)).items.map(({ id }) => id)
  }
  const decline = async (application_ids: readonly number[], message: string) => {
    const answer = await api.call(declineApplications, { application_ids: [...application_ids], message })
    selected.value = new Set()
    toast(a.declinedMany(answer.application_ids.length))
  }
  return (
    <div class="selection-line">
      <SelectAll label={a.selectAll} chosen={selected} ids={ids} more={{ total, load }} />
      <button
        type="button"
        class="button"
        disabled={chosen.length === 0}
        onClick={() =>
          openDecline(
            {
              ...{ title: a.declineMany(chosen.length), submit: a.declineSubmit },
              message: messageField(() => a.manyMore),
              run: decline,
            },
            chosen,
            reload,
          )
        }
      >
        {a.declineSelected}
      </button>
    </div>
  )
}

interface DetailsProps {
  readonly application: Application
  readonly items: readonly Application[]
  readonly selected: Selected
}

const Details = ({ application, items, selected }: DetailsProps) => (
  <>
    <Name {...{ application, items, selected }} />
    <span class="soft small" dir="ltr">
      {application.email}
    </span>
    <span class="soft small" dir="auto">
      {factsOf(application).join(' · ')}
    </span>
    {application.answers.map(({ question, answer }) => (
      <div key={question}>
        <span class="small block" dir="auto">
          {question}
        </span>
        <Quoted text={answer} />
      </div>
    ))}
    {application.follow_ups.map(({ question, asked_at, answer, answered_at }) => (
      <div key={asked_at}>
        <span class="small block" dir="auto">
          {question}
        </span>
        {answer !== null && <Quoted text={answer} />}
        <span class="soft small block">
          {answered_at === null ? a.askedAt(timeOf(asked_at)) : a.answeredAt(timeOf(answered_at))}
        </span>
      </div>
    ))}
    <SameNetwork {...{ application, items, selected }} />
  </>
)

function Name({ application: { id, full_name }, items, selected }: DetailsProps) {
  const name = (
    <span class="name" dir="auto">
      {full_name}
    </span>
  )
  if (items.length < 2) return name
  return (
    <label class="pick">
      <input
        type="checkbox"
        aria-label={a.select(full_name)}
        checked={selected.value.has(id)}
        onChange={({ currentTarget }) => select(selected, id, currentTarget.checked)}
      />
      {name}
    </label>
  )
}

function SameNetwork({ application: { network_group }, items, selected }: DetailsProps) {
  const ids = items.filter((item) => item.network_group === network_group).map(({ id }) => id)
  if (network_group === null || ids.length < 2) return null
  return (
    <div>
      <button type="button" class="button" onClick={() => (selected.value = new Set(ids))}>
        {a.selectNetwork(ids.length)}
      </button>
    </div>
  )
}

const factsOf = ({ applied_at, expires_at, inviter_id, invited_as }: Application): string[] => [
  a.appliedAt(timeOf(applied_at)),
  ...(inviter_id === null ? [] : [p.invitedBy(nameOf(asUserId(inviter_id))), p.invitedAs[invited_as] ?? '']),
  p.expires(dayOf(expires_at)),
]
