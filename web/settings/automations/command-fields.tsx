import { isBuiltInCommand, isCommandName } from '../../../src/features/automations/automations/command-rules.ts'
import { maxCommandHintLength, maxCommandLength } from '../../../src/features/automations/automations/limits.ts'
import { a } from '../../texts/automations.ts'
import type { ManualTrigger } from './drafts.ts'
import { Field } from './field.tsx'

interface Props {
  readonly trigger: ManualTrigger
  change(trigger: ManualTrigger): void
}

const withoutSlash = (text: string): string => text.trim().replace(/^\//, '').toLowerCase()

function helpFor(command: string): string {
  if (isBuiltInCommand(command)) return a.commandBuiltIn(`/${command}`)
  return command !== '' && !isCommandName(command) ? a.commandInvalid : a.commandHelp
}

export function CommandFields({ trigger, change }: Props) {
  const { command, hint } = trigger
  return (
    <div class="automation-line">
      <Field label={a.command} help={helpFor(command)} grows>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            dir="auto"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={maxCommandLength + 1}
            value={command === '' ? '' : `/${command}`}
            onInput={({ currentTarget }) => change({ ...trigger, command: withoutSlash(currentTarget.value) })}
          />
        )}
      </Field>
      <Field label={a.commandHint} help={a.commandHintHelp} grows>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            dir="auto"
            autocomplete="off"
            maxLength={maxCommandHintLength}
            value={hint}
            onInput={({ currentTarget }) => change({ ...trigger, hint: currentTarget.value })}
          />
        )}
      </Field>
    </div>
  )
}
