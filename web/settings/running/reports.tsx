import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import {
  changeMessageReport,
  deleteReportedMessage,
  getMessageReports,
  maxDecisionReasonLength,
  type ReportState,
  reportActions,
  restoreReportedMessage,
} from '../../../src/features/messages/reports/api.ts'
import { withFileNames } from '../../content/file-names.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { ReportPlace } from '../../moderation/report-place.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { nameOf } from '../../store/people.ts'
import { h } from '../../texts/held.ts'
import { reportKinds } from '../../texts/report-kinds.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { ModerationButton } from './moderation-button.tsx'
import { type DeclineDialog, openDecline, Quoted } from './review-queue.tsx'
import { ReviewedFiles } from './reviewed-files.tsx'

const states: readonly ReportState[] = ['open', 'handled', 'dismissed']
const page = 50

type Answer = Awaited<ReturnType<typeof fetchReports>>
type Report = Answer['reports'][number]
const fetchReports = (state: ReportState, limit: number) => api.call(getMessageReports, { state, limit })

export function Reports() {
  const state = useSignal<ReportState>('open')
  const limit = useSignal(page)
  const actions = useActions()
  const reports = useLoaded(() => fetchReports(state.value, limit.value), {
    types: ['message_report', 'update_message', 'delete_message'],
    key: `${state.value} ${limit.value}`,
  })
  const { value } = reports
  const shown = value?.reports.filter((one) => one.state === state.value)
  const run = (one: Report, act: () => Promise<unknown>) => actions.run(one.id, () => act().finally(reports.reload))
  const change = (one: Report, to: ReportState) =>
    run(one, () => api.call(changeMessageReport, { report_id: one.id, state: to, expected_state: one.state }))
  return (
    <>
      <p class="lead">{r.help.reports}</p>
      <div class="filters-line">
        <div class="segments" role="radiogroup" aria-label={r.reportFilter}>
          {states.map((one) => (
            <label key={one}>
              <input type="radio" name="state" checked={state.value === one} onChange={() => (state.value = one)} />
              <span>{r.reportStates[one]}</span>
            </label>
          ))}
        </div>
      </div>
      <p class="soft small list-line" role="status">
        {value && state.value === 'open' && r.openReports(value.open_count)}
      </p>
      {!value && <Loading problem={reports.problem} label={r.loading} />}
      {/* the line above counts open reports */}
      {shown?.length === 0 && state.value !== 'open' && <p class="soft list-empty">{r.noReports}</p>}
      <ul class="records has-buttons-below" aria-label={r.reports}>
        {shown?.map((one) => {
          const author = nameOf(one.author_id)
          const isBusy = actions.isBusy(one.id)
          return (
            <li key={one.id}>
              <div class="record-words">
                <span class="name" dir="auto">
                  {one.rule_name === null
                    ? r.reportLine(nameOf(one.reporter_id), author)
                    : r.ruleReportLine(one.rule_name, author)}
                </span>
                <span class="soft small">
                  {one.rule_name === null && `${reportKinds[one.kind]} · `}
                  {timeOf(one.reported_at)}
                </span>
                <Reported report={one} />
                {one.handled_by !== null && one.handled_at !== null && (
                  <span class="small" dir="auto">
                    {r.handledBy(one.state, nameOf(one.handled_by), timeOf(one.handled_at))}
                    {one.action && ` · ${r.actions[one.action]}`}
                  </span>
                )}
                {one.note && (
                  <span class="small reported" dir="auto">
                    {one.note}
                  </span>
                )}
                <Refusal text={actions.problem(one.id)} />
              </div>
              <div class="record-buttons">
                <ModerationButton userId={one.author_id} />
                {one.is_hidden ? (
                  one.is_readable && (
                    <>
                      <button
                        type="button"
                        class="button primary"
                        aria-label={r.restoreMessageOf(author)}
                        disabled={isBusy}
                        onClick={() => run(one, () => api.call(restoreReportedMessage, { report_id: one.id }))}
                      >
                        {r.restoreMessage}
                      </button>
                      <button
                        type="button"
                        class="button"
                        aria-label={r.deleteMessageOf(author)}
                        disabled={isBusy}
                        onClick={() => openDecline(deletion, one, reports.reload)}
                      >
                        {r.deleteMessage}
                      </button>
                    </>
                  )
                ) : one.state === 'open' ? (
                  <>
                    <button
                      type="button"
                      class="button primary"
                      aria-label={r.handleOf(author)}
                      disabled={isBusy}
                      onClick={() => openHandle(one, reports.reload)}
                    >
                      {r.handle}
                    </button>
                    <button
                      type="button"
                      class="button"
                      aria-label={r.dismissOf(author)}
                      disabled={isBusy}
                      onClick={() => change(one, 'dismissed')}
                    >
                      {r.dismiss}
                    </button>
                  </>
                ) : (
                  <button
                    type="button"
                    class="button"
                    aria-label={r.reopenOf(author)}
                    disabled={isBusy}
                    onClick={() => change(one, 'open')}
                  >
                    {r.reopen}
                  </button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {value?.has_more && (
        <button type="button" class="button" onClick={() => (limit.value = Math.min(200, limit.value + page))}>
          {r.more}
        </button>
      )}
    </>
  )
}

const deletion: DeclineDialog<Report> = {
  ...{ title: r.deleteMessageTitle, submit: r.deleteMessageSubmit },
  quote: ({ content }) => content,
  message: { label: h.reason, maxLength: maxDecisionReasonLength, help: () => r.deleteMessageMore },
  run: ({ id }, reason) => api.call(deleteReportedMessage, { report_id: id, reason }),
}

/** The reported content, if the user can read it (plain text, never rendered), and its place. */
function Reported({ report }: { report: Report }) {
  if (!report.is_readable) return <ReportPlace report={report} />
  const { content, description, files } = report
  return (
    <>
      {content && <Quoted text={withFileNames(content)} />}
      <ReviewedFiles files={files} />
      {description && (
        <span class="small" dir="auto">
          {r.hasSaid}: {description}
        </span>
      )}
      <ReportPlace report={report} />
    </>
  )
}

function openHandle(report: Report, after: () => Promise<void>): void {
  void openDialog({ title: r.handleTitle }, (close) => <Handle report={report} close={close} after={after} />)
}

function Handle({ report, close, after }: { report: Report; close: () => void; after: () => Promise<void> }) {
  const action = useSignal<(typeof reportActions)[number]>('other')
  const note = useSignal('')
  const run = () =>
    api
      .call(changeMessageReport, {
        report_id: report.id,
        state: 'handled',
        action: action.value,
        note: note.value,
        expected_state: report.state,
      })
      .finally(after)
  return (
    <Form submit={r.handleSubmit} close={close} run={run}>
      <fieldset>
        <legend>{r.handleTitle}</legend>
        {reportActions.map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="action" checked={action.value === one} onChange={() => (action.value = one)} />
            {r.actions[one]}
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span class="label">{r.note}</span>
        <textarea
          rows={3}
          maxLength={1_000}
          dir="auto"
          value={note.value}
          onInput={({ currentTarget }) => (note.value = currentTarget.value)}
        />
      </label>
    </Form>
  )
}
