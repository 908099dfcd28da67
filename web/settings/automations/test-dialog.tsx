import { useSignal } from '@preact/signals'
import type { ParamsInput, ResultOf } from '#contract'
import { tryAutomation, tryNewAutomation } from '../../../src/features/automations/automations/dry-run-api.ts'
import { useActions } from '../../controls/actions.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { a } from '../../texts/automations.ts'
import { api } from '../../transport/api.ts'
import { type Draft, newAutomation } from './drafts.ts'
import { causeParams, isCauseComplete, newTestCause, type TestCause, TestCauseFields } from './test-cause.tsx'
import { TestResult } from './test-result.tsx'

type Result = ResultOf<typeof tryAutomation.result>
type Changes = Pick<ParamsInput<typeof tryAutomation.params>, 'trigger' | 'conditions' | 'steps'>

interface Props {
  readonly draft: Draft
  run(cause: TestCause): Promise<unknown>
}

/** Shows what the automation would do, without doing it. `changes` are those that haven't been saved. */
export const openTest = (automationId: number, draft: Draft, changes: Changes = {}): void =>
  open({
    draft,
    run: (cause) => api.call(tryAutomation, { automation_id: automationId, ...changes, ...causeParams(draft, cause) }),
  })

/** The same for an automation that hasn't been saved. */
export const openTestOfNew = (draft: Draft): void =>
  open({
    draft,
    run(cause) {
      const { stream_id: start_stream_id, ...params } = causeParams(draft, cause)
      return api.call(tryNewAutomation, {
        ...newAutomation(draft),
        ...params,
        ...(start_stream_id === undefined ? {} : { start_stream_id }),
      })
    },
  })

const open = ({ draft, run }: Props): void =>
  void openDialog({ title: a.testOf(draft.name), class: 'wide-dialog automation-dialog' }, () => (
    <Test draft={draft} run={run} />
  ))

function Test({ draft, run: runTest }: Props) {
  const cause = useSignal<TestCause>(newTestCause(draft))
  const result = useSignal<Result | undefined>(undefined)
  const actions = useActions()
  const isBusy = actions.isBusy('test')
  const run = () =>
    actions.run('test', async () => {
      result.value = undefined
      result.value = (await runTest(cause.peek())) as Result
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
