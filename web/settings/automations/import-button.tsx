import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { createAutomation } from '../../../src/features/automations/automations/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { a } from '../../texts/automations.ts'
import { locale } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { CommandInput, isFreeCommand } from './command-fields.tsx'
import { automationIn, InvalidFile, MissingNames, maxFileBytes } from './file.ts'
import { openAutomation } from './open-dialogs.ts'

const lists = new Intl.ListFormat(locale, { type: 'conjunction' })

function problemWith(error: unknown): string {
  if (error instanceof InvalidFile) return a.importInvalid
  return error instanceof MissingNames ? a.importMissing(lists.format(error.names)) : reasonOf(error)
}

type NewAutomation = ReturnType<typeof automationIn>
type ManualTrigger = Extract<NewAutomation['trigger'], { kind: 'manual' }>

const isCommandTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'COMMAND_TAKEN'

const importAutomation = async (imported: NewAutomation): Promise<void> =>
  openAutomation((await api.call(createAutomation, imported)).automation)

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
      const imported = automationIn(await file.text())
      await importAutomation(imported).catch((error: unknown) => {
        if (imported.trigger.kind !== 'manual' || !isCommandTaken(error)) throw error
        openCommandChoice(imported, imported.trigger)
      })
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

const openCommandChoice = (imported: NewAutomation, trigger: ManualTrigger): void =>
  void openDialog({ title: a.importCommandTitle }, (close) => (
    <CommandChoice imported={imported} taken={trigger} close={close} />
  ))

interface Props {
  readonly imported: NewAutomation
  readonly taken: ManualTrigger
  close(): void
}

function CommandChoice({ imported, taken, close }: Props) {
  const command = useSignal(taken.command)
  return (
    <Form
      submit={a.importButton}
      isDisabled={!isFreeCommand(command.value) || command.value === taken.command}
      close={close}
      run={() => importAutomation({ ...imported, trigger: { ...taken, command: command.peek() } })}
    >
      <p>{a.importCommandHelp(`/${taken.command}`)}</p>
      <CommandInput command={command.value} change={(value) => (command.value = value)} />
    </Form>
  )
}
