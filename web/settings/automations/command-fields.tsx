import { isBuiltInCommand, isCommandName } from '../../../src/features/messages/slash-commands/command-rules.ts'
import { maxCommandHintLength, maxCommandLength } from '../../../src/features/messages/slash-commands/limits.ts'
import { a } from '../../texts/automations.ts'
import type { ManualTrigger } from './drafts.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly trigger: ManualTrigger
  change(trigger: ManualTrigger): void
}

const withoutSlash = (text: string): string => text.trim().replace(/^\//, '').toLowerCase()

function helpFor(command: string): string {
  if (isBuiltInCommand(command)) return a.commandBuiltIn(`/${command}`)
  return command !== '' && !isCommandName(command) ? a.commandInvalid : a.commandHelp
}

/** Whether it's a valid command, unless another automation or bot uses it. */
export const isFreeCommand = (command: string): boolean => isCommandName(command) && !isBuiltInCommand(command)

interface InputProps {
  /** Without the slash. */
  readonly command: string
  change(command: string): void
}

export const CommandInput = ({ command, change }: InputProps) => (
  <TextInput
    label={a.command}
    help={helpFor(command)}
    grows
    isCode
    maxLength={maxCommandLength + 1}
    value={command === '' ? '' : `/${command}`}
    change={(value) => change(withoutSlash(value))}
  />
)

export function CommandFields({ trigger, change }: Props) {
  const { command, hint } = trigger
  return (
    <div class="automation-line">
      <CommandInput command={command} change={(changed) => change({ ...trigger, command: changed })} />
      <TextInput
        label={a.commandHint}
        help={a.commandHintHelp}
        grows
        maxLength={maxCommandHintLength}
        value={hint}
        change={(value) => change({ ...trigger, hint: value })}
      />
    </div>
  )
}
