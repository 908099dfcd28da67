import { useSignal } from '@preact/signals'
import {
  cancelAutomationRun,
  getAutomationRuns,
  retryAutomationRun,
} from '../../../src/features/automations/automations/api.ts'
import { maxRunsPerPage } from '../../../src/features/automations/automations/limits.ts'
import type { Automation, AutomationRun } from '../../../src/features/automations/automations/wire.ts'
import { type Actions, Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { type Narrow, topicNarrow } from '../../narrow/narrow.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { nameOf } from '../../store/people.ts'
import { a } from '../../texts/automations.ts'
import { api } from '../../transport/api.ts'
import { stepText } from './sentences.ts'
import type { Step } from './steps.ts'

type Outcome = AutomationRun['outcomes'][number]

const page = 20

export const openRuns = (automation: Automation): void =>
  void openDialog({ title: a.runsOf(automation.name), class: 'wide-dialog' }, (close) => (
    <Runs automation={automation} close={close} />
  ))

function Runs({
  automation: { automation_id, trigger, max_runs_per_hour },
  close,
}: {
  automation: Automation
  close(): void
}) {
  const limit = useSignal(page)
  const actions = useActions()
  const { value, problem } = useLoaded(() => api.call(getAutomationRuns, { automation_id, limit: limit.value }), {
    types: ['automation_run'],
    isAbout: (event) => (event as { run?: AutomationRun }).run?.automation_id === automation_id,
    key: limit.value,
  })
  return (
    <div class="dialog-body automation-runs">
      {trigger.kind !== 'schedule' && <p class="soft">{a.runLimit(max_runs_per_hour)}</p>}
      {!value && <Loading problem={problem} label={a.loading} />}
      {value?.runs.length === 0 && <p class="soft">{a.noRuns}</p>}
      <ul class="records" aria-label={a.runs}>
        {value?.runs.map((run) => (
          <RunRow key={run.run_id} run={run} actions={actions} close={close} />
        ))}
      </ul>
      {value?.has_more && limit.value < maxRunsPerPage && (
        <button
          type="button"
          class="button"
          onClick={() => (limit.value = Math.min(limit.value + page, maxRunsPerPage))}
        >
          {a.more}
        </button>
      )}
    </div>
  )
}

const messageNarrow = (id: number): Narrow => [{ operator: 'id', operand: id }]

/** Links replies by message ID, because the topic of the triggering message may have changed. */
function hrefOfMessage(step: Step, messageId: number): string | undefined {
  if (step.kind === 'approve') return step.is_direct ? undefined : hrefOfNarrow(messageNarrow(messageId))
  if (step.kind === 'ask') return step.to === 'topic' ? hrefOfNarrow(messageNarrow(messageId)) : undefined
  if (step.kind !== 'post' && step.kind !== 'remind') return undefined
  const { stream_id, topic } = step
  return stream_id === null
    ? hrefOfNarrow(messageNarrow(messageId))
    : hrefOfNarrow(topicNarrow(stream_id, topic), messageId)
}

function actionFor(state: AutomationRun['state'], when: string) {
  if (state === 'running' || state === 'waiting')
    return { label: a.cancel, name: a.cancelOf(when), endpoint: cancelAutomationRun }
  if (state === 'failed' || state === 'missed')
    return { label: a.retry, name: a.retryOf(when), endpoint: retryAutomationRun }
  return undefined
}

function RunRow({ run, actions, close }: { run: AutomationRun; actions: Actions; close(): void }) {
  const { run_id, state, steps, failure, outcomes, cause_at, person_id, waiting_until, message_id: causeId } = run
  const when = timeOf(cause_at)
  const action = actionFor(state, when)
  return (
    <li>
      <div class="record-words">
        <span class="name">{when}</span>
        {person_id !== null && (
          <span class="small" dir="auto">
            {nameOf(person_id) || a.someone}{' '}
            {causeId !== null && (
              <a href={hrefOfNarrow(messageNarrow(causeId))} onClick={close}>
                {a.causeMessage}
              </a>
            )}
          </span>
        )}
        <span class={state === 'failed' ? 'small danger-text' : 'soft small'}>
          {waiting_until === null ? a.states[state] : a.waitingUntil(timeOf(waiting_until))}
        </span>
        {failure && (
          <span class="small danger-text" dir="auto">
            {failure}
          </span>
        )}
        {state === 'missed' && <span class="soft small">{a.missedHelp}</span>}
        <ul class="automation-outcomes">
          {outcomes
            .filter((outcome) => outcome.failure === null)
            .map((outcome, index) => (
              <OutcomeRow key={index} outcome={outcome} step={steps[outcome.step]} close={close} />
            ))}
        </ul>
        <Refusal text={actions.problem(run_id)} />
      </div>
      {action && (
        <div class="record-buttons">
          <button
            type="button"
            class="button"
            aria-label={action.name}
            disabled={actions.isBusy(run_id)}
            onClick={() => actions.run(run_id, () => api.call(action.endpoint, { run_id }))}
          >
            {action.label}
          </button>
        </div>
      )}
    </li>
  )
}

interface OutcomeProps {
  readonly outcome: Outcome
  readonly step: Step | undefined
  close(): void
}

function OutcomeRow({ outcome, step, close }: OutcomeProps) {
  const { message_id, result, person_id } = outcome
  const href = step && message_id !== null ? hrefOfMessage(step, message_id) : undefined
  return (
    <li class="small" dir="auto">
      {answerText(result, person_id) ?? (step && stepText(step))}{' '}
      {href !== undefined && (
        <a href={href} onClick={close}>
          {a.message}
        </a>
      )}
    </li>
  )
}

function answerText(result: Outcome['result'], personId: number | null): string | undefined {
  const name = personId === null ? a.someone : nameOf(personId) || a.someone
  if (result === 'approved') return a.approvedBy(name)
  if (result === 'declined') return a.declinedBy(name)
  if (result === 'answered') return personId === null ? a.allAnswered : a.answeredBy(name)
  if (result === 'stopped') return a.stopped
  if (result === 'resolved') return a.topicResolved
  return result === 'expired' ? a.unanswered : undefined
}
