import { asUserId } from '#contract'
import {
  approveApplication,
  declineApplication,
  getApplications,
} from '../../../src/features/sign-in/accounts/applications/api.ts'
import { maxApplications, maxMessageLength } from '../../../src/features/sign-in/accounts/applications/limits.ts'
import { dayOf, timeOf } from '../../controls/day.ts'
import { toast } from '../../parts/toast.ts'
import { nameOf } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { a } from '../../texts/applications.ts'
import { p } from '../../texts/people-settings.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { Quoted, ReviewQueue } from './review-queue.tsx'

async function fetchPage(limit: number) {
  const { applications: items, has_more } = await api.call(getApplications, { limit })
  return { items, has_more }
}
type Application = Awaited<ReturnType<typeof fetchPage>>['items'][number]

async function approve({ id, full_name }: Application): Promise<void> {
  await api.call(approveApplication, { application_id: id })
  toast(a.approved(full_name))
}

export const Applications = () => (
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
    details={(application) => <Details application={application} />}
    approve={approve}
    decline={{
      ...{ title: a.declineTitle, submit: a.declineSubmit },
      message: sendsMail()
        ? { label: a.message, maxLength: maxMessageLength, help: ({ full_name }) => a.messageMore(full_name) }
        : undefined,
      run: ({ id }, message) => api.call(declineApplication, { application_id: id, message }),
    }}
  />
)

const Details = ({ application }: { application: Application }) => (
  <>
    <span class="name" dir="auto">
      {application.full_name}
    </span>
    <span class="soft small" dir="ltr">
      {application.email}
    </span>
    <span class="soft small" dir="auto">
      {factsOf(application).join(' · ')}
    </span>
    {application.answers.map(({ question, answer }) => (
      <div key={question}>
        <span class="small" dir="auto">
          {question}
        </span>
        <Quoted text={answer} />
      </div>
    ))}
  </>
)

const factsOf = ({ applied_at, expires_at, inviter_id, invited_as }: Application): string[] => [
  a.appliedAt(timeOf(applied_at)),
  ...(inviter_id === null ? [] : [p.invitedBy(nameOf(asUserId(inviter_id))), p.invitedAs[invited_as] ?? '']),
  p.expires(dayOf(expires_at)),
]
