import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { reasonOf } from '../parts/refusal.ts'

interface Props {
  readonly submit: string
  readonly isDisabled?: boolean
  readonly note?: string
  readonly children: ComponentChildren
  /** Errors are shown below the fields. */
  readonly run: () => Promise<unknown>
}

export function AddForm({ submit, isDisabled = false, note = '', children, run }: Props) {
  const problem = useSignal('')
  const isBusy = useSignal(false)
  return (
    <form
      class="add-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (isDisabled || isBusy.value) return
        isBusy.value = true
        problem.value = ''
        try {
          await run()
        } catch (refusal) {
          problem.value = reasonOf(refusal)
        }
        isBusy.value = false
      }}
    >
      {children}
      <button type="submit" class="button primary" disabled={isDisabled || isBusy.value}>
        {submit}
      </button>
      {note !== '' && <p class="soft">{note}</p>}
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  )
}
