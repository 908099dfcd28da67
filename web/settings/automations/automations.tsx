import '../people/people.css'
import '../organization/organization.css'
import '../running/running.css'
import './automations.css'
import { unitSecs } from '#contract'
import {
  deleteAutomation,
  getAutomations,
  startSkipped,
  updateAutomation,
} from '../../../src/features/automations/automations/api.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { type Actions, Refusal, useActions } from '../../controls/actions.tsx'
import { dayOf, timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { downloadText } from '../../parts/download.ts'
import { Form } from '../../parts/form.tsx'
import { automatedChannels, canAutomateOrganization } from '../../permissions/automation-rights.ts'
import { a } from '../../texts/automations.ts'
import { runningTitles } from '../../texts/running-titles.ts'
import { api } from '../../transport/api.ts'
import { templateNames, templates } from './drafts.ts'
import { fileOf } from './file.ts'
import { ImportButton } from './import-button.tsx'
import {
  openAutomation,
  openCallSecret,
  openNewAutomation,
  openRuns,
  openTest,
  openWebhookAddress,
} from './open-dialogs.ts'
import { channelLabel, sentenceOf } from './sentences.ts'

export function Automations() {
  const actions = useActions()
  const { value, problem } = useLoaded(() => api.call(getAutomations, {}), { types: ['automation'] })
  return (
    <>
      <p class="lead">{runningTitles.help.automations}</p>
      {!value && <Loading problem={problem} label={a.loading} />}
      {value?.automations.length === 0 && <p class="soft list-empty">{a.none}</p>}
      <ul class="records" aria-label={a.list}>
        {value?.automations.map((automation) => (
          <AutomationRow key={automation.automation_id} automation={automation} actions={actions} />
        ))}
      </ul>
      {value && <Templates />}
    </>
  )
}

/** For people who manage only channels, new automations belong to one of these. */
const scopeOfNew = (): number | null => (canAutomateOrganization() ? null : (automatedChannels()[0]?.stream_id ?? null))

const Templates = () => (
  <section class="automation-templates" aria-labelledby="new-automation">
    <h3 id="new-automation">{a.new}</h3>
    <div>
      {templateNames.map((name) => (
        <button
          key={name}
          type="button"
          class="button"
          onClick={() => openNewAutomation(templates[name](scopeOfNew()))}
        >
          <strong>{a.templates[name].label}</strong>
          <span class="soft small">{a.templates[name].help}</span>
        </button>
      ))}
      <ImportButton />
    </div>
  </section>
)

interface RowProps {
  readonly automation: Automation
  readonly actions: Actions
}

const asSwitch = { role: 'switch' } as const

function AutomationRow({ automation, actions }: RowProps) {
  const { automation_id, name, revision, is_enabled, stream_id } = automation
  const toggle = () =>
    actions.run(automation_id, () =>
      api.call(updateAutomation, { automation_id, expected_revision: revision, is_enabled: !is_enabled }),
    )
  return (
    <li>
      <div class="record-words">
        <span class="automation-name">
          <input
            type="checkbox"
            {...asSwitch}
            class="toggle"
            aria-label={a.isOn(name)}
            checked={is_enabled}
            disabled={actions.isBusy(automation_id)}
            onClick={(event) => {
              event.preventDefault()
              toggle()
            }}
          />
          <span class="name" dir="auto">
            {name}
          </span>
          {stream_id !== null && (
            <span class="soft small" dir="auto">
              {channelLabel(stream_id)}
            </span>
          )}
        </span>
        <span class="small" dir="auto">
          {sentenceOf(automation)}
        </span>
        <Facts automation={automation} />
        <SkippedPeople automation={automation} actions={actions} />
        <Refusal text={actions.problem(automation_id)} />
      </div>
      <div class="record-buttons">
        <button type="button" class="button" aria-label={a.runsOf(name)} onClick={() => openRuns(automation)}>
          {a.runs}
        </button>
        {automation.trigger.kind === 'webhook' && (
          <button
            type="button"
            class="button"
            aria-label={a.addressOf(name)}
            onClick={() => openWebhookAddress(automation)}
          >
            {a.address}
          </button>
        )}
        {automation.steps.some(({ kind }) => kind === 'call') && (
          <button
            type="button"
            class="button"
            aria-label={a.callSecretOf(name)}
            onClick={() => openCallSecret(automation)}
          >
            {a.callSecret}
          </button>
        )}
        <button type="button" class="button" aria-label={a.editOf(name)} onClick={() => openAutomation(automation)}>
          {a.edit}
        </button>
        <button
          type="button"
          class="button"
          aria-label={a.testOf(name)}
          onClick={() => openTest(automation_id, automation)}
        >
          {a.test}
        </button>
        <button
          type="button"
          class="button"
          aria-label={a.exportOf(name)}
          onClick={() => downloadText(`${name}.json`, fileOf(automation), 'application/json')}
        >
          {a.export}
        </button>
        <button type="button" class="button quiet" aria-label={a.deleteOf(name)} onClick={() => openDelete(automation)}>
          {a.delete}
        </button>
      </div>
    </li>
  )
}

function SkippedPeople({ automation: { automation_id, is_enabled, skipped_people }, actions }: RowProps) {
  if (skipped_people === 0 || !is_enabled) return null
  return (
    <>
      <span class="soft small">{a.runForHelp}</span>
      <button
        type="button"
        class="button automation-run-for"
        disabled={actions.isBusy(automation_id)}
        onClick={() => actions.run(automation_id, () => api.call(startSkipped, { automation_id }))}
      >
        {a.runFor(skipped_people)}
      </button>
    </>
  )
}

const unusedSecs = 90 * unitSecs.day

function Facts({ automation }: { automation: Automation }) {
  const { is_enabled, next_at, last_run, paused_because, changed_at } = automation
  const usedAt = last_run?.at ?? changed_at
  const isUnused = is_enabled && Date.now() / 1_000 - usedAt > unusedSecs
  return (
    <>
      <span class="soft small">{is_enabled ? next_at !== null && a.next(timeOf(next_at)) : a.off}</span>
      {last_run && (
        <span class={last_run.state === 'failed' ? 'small danger-text' : 'soft small'}>
          {a.last[last_run.state](timeOf(last_run.at))}
        </span>
      )}
      {isUnused && <span class="soft small">{a.notUsed(dayOf(usedAt))}</span>}
      {paused_because !== null && (
        <span class="small danger-text">{paused_because === 'runs' ? a.pausedRuns : a.paused}</span>
      )}
    </>
  )
}

const openDelete = ({ automation_id, name }: Automation): void =>
  void openDialog({ title: a.deleteTitle(name) }, (close) => (
    <Form submit={a.delete} isDanger close={close} run={() => api.call(deleteAutomation, { automation_id })}>
      <p>{a.deleteHelp}</p>
    </Form>
  ))
