import { useSignal } from '@preact/signals'
import type { ParamsInput, ResultOf } from '#contract'
import { tryAutomation } from '../../../src/features/automations/automations/dry-run-api.ts'
import { useActions } from '../../controls/actions.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { a } from '../../texts/automations.ts'
import { api } from '../../transport/api.ts'
import type { Draft } from './drafts.ts'
import { isCauseComplete, newTestCause, paramsOf, type TestCause, TestCauseFields } from './test-cause.tsx'
import { TestResult } from './test-result.tsx'

type Result = ResultOf<typeof tryAutomation.result>
type Changes = Pick<ParamsInput<typeof tryAutomation.params>, 'trigger' | 'conditions' | 'steps'>

interface Props {
  readonly automationId: number
  readonly draft: Draft
  /** What hasn't been saved yet. */
  readonly changes: Changes
}

/** Shows what the automation would do, without doing it. */
export const openTest = (automationId: number, draft: Draft, changes: Changes = {}): void =>
  void openDialog({ title: a.testOf(draft.name), class: 'wide-dialog automation-dialog' }, () => (
    <Test automationId={automationId} draft={draft} changes={changes} />
  ))

function Test({ automationId, draft, changes }: Props) {
  const cause = useSignal<TestCause>(newTestCause(draft))
  const result = useSignal<Result | undefined>(undefined)
  const actions = useActions()
  const isBusy = actions.isBusy('test')
  const run = () =>
    actions.run('test', async () => {
      result.value = undefined
      const params = { automation_id: automationId, ...changes, ...paramsOf(draft, cause.peek()) }
      result.value = (await api.call(tryAutomation, params)) as Result
    })
  const problem = actions.problem('test')
  return (
    <form
      class="dialog-body automation-test"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <p class="soft">{a.testHelp}</p>
      <TestCauseFields
        draft={draft}
        cause={cause.value}
        change={(more) => {
          cause.value = { ...cause.peek(), ...more }
          result.value = undefined
        }}
      />
      <button type="submit" class="button primary" disabled={isBusy || !isCauseComplete(draft, cause.value)}>
        {a.testRun}
      </button>
      <div aria-live="polite">
        {problem !== '' && <p class="problem">{problem}</p>}
        {result.value && <TestResult draft={draft} result={result.value} />}
      </div>
    </form>
  )
}
