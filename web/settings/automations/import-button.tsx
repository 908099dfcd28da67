import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { createAutomation } from '../../../src/features/automations/automations/api.ts'
import { reasonOf } from '../../parts/refusal.ts'
import { a } from '../../texts/automations.ts'
import { locale } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { automationIn, InvalidFile, MissingNames, maxFileBytes } from './file.ts'
import { openAutomation } from './open-dialogs.ts'

const lists = new Intl.ListFormat(locale, { type: 'conjunction' })

function problemWith(error: unknown): string {
  if (error instanceof InvalidFile) return a.importInvalid
  return error instanceof MissingNames ? a.importMissing(lists.format(error.names)) : reasonOf(error)
}

/** Creates an automation from a file, turned off, and opens it in the editor. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const importFrom = async (file: File) => {
    problem.value = ''
    isBusy.value = true
    try {
      if (file.size > maxFileBytes) throw new InvalidFile()
      const { automation } = await api.call(createAutomation, automationIn(await file.text()))
      openAutomation(automation)
    } catch (error) {
      problem.value = problemWith(error)
    }
    isBusy.value = false
  }
  return (
    <>
      <button type="button" class="button" disabled={isBusy.value} onClick={() => input.current?.click()}>
        <strong>{a.importLabel}</strong>
        <span class="soft small">{a.importHelp}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={a.importLabel}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // choosing the same file again is another change
          currentTarget.value = ''
          if (file) void importFrom(file)
        }}
      />
      {problem.value !== '' && (
        <p class="danger-text" role="alert" dir="auto">
          {problem.value}
        </p>
      )}
    </>
  )
}
