import './command-hint.css'
import { slashIn } from '../../../src/features/messages/slash-commands/command-rules.ts'
import { t } from '../../texts/slash.ts'
import type { ComposeState } from '../compose-state.ts'
import { LiveRegion } from '../live-region.tsx'
import { planFor } from './command-run.ts'
import { loadSlashCommands, slashCommands } from './slash-registry.ts'
import { isEscaped, messageOf } from './slash-text.ts'

export { runCommand } from './command-run.ts'

/** Shown below the text: the command's syntax, or a preview of its effect. */
export const CommandHint = ({ composeState }: { composeState: ComposeState }) => {
  const { commandProblem: problem, isRunning } = composeState
  if (problem.value !== undefined)
    return (
      <p class="command-hint error" role="alert" dir="auto">
        {problem.value}
      </p>
    )
  const text = isRunning.value ? t.running : hintFor(composeState)
  if (text === undefined) return null
  return (
    <>
      <p class="command-hint" dir="auto">
        {text}
      </p>
      <LiveRegion text={text} />
    </>
  )
}

const firstWord = /^\S+/

function hintFor(composeState: ComposeState): string | undefined {
  const text = composeState.text.value
  if (isEscaped(text)) return t.literal(firstWord.exec(messageOf(text))?.[0] ?? '')
  const slash = slashIn(text)
  if (!slash) return undefined
  // if this fails offline, submitting reports it
  void loadSlashCommands().catch(() => {})
  const command = slashCommands.value.find(({ name }) => name === slash.name)
  if (!command) return undefined
  const plan = planFor(text, composeState.to.value)
  if (plan && 'effect' in plan) return plan.effect
  // message syntax has no preview, only a hint before the text
  return command.plan || slash.text === '' ? command.hint : undefined
}
