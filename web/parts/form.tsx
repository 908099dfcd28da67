import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { a } from '../texts/actions.ts'
import { reasonOf } from './refusal.ts'

interface Props {
  readonly submit: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly children: ComponentChildren
  readonly more?: ComponentChildren
  close(): void
  /** Submits the form, which shows the error if it throws, and closes otherwise. */
  run(): Promise<unknown>
}

export function Form({ submit, isDanger, isDisabled, children, more, close, run }: Props) {
  const problem = useSignal('')
  const isBusy = useSignal(false)
  return (
    <form
      class="dialog-body"
      onSubmit={async (event) => {
        event.preventDefault()
        if (isBusy.value || isDisabled) return
        isBusy.value = true
        problem.value = ''
        try {
          await run()
          close()
        } catch (refusal) {
          problem.value = reasonOf(refusal)
          isBusy.value = false
        }
      }}
    >
      {children}
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {more}
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={close}>
          {a.cancel}
        </button>
        <button
          type="submit"
          class={isDanger ? 'button danger' : 'button primary'}
          disabled={isDisabled || isBusy.value}
        >
          {submit}
        </button>
      </div>
    </form>
  )
}
