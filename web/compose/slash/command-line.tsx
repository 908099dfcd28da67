import './command-line.css'
import { t } from '../../texts/slash.ts'
import type { ComposeState } from '../compose-state.ts'
import { Heard } from '../heard.tsx'
import { planFor } from './command-run.ts'
import { slashIn } from './slash-call.ts'
import { loadSlashCommands, slashCommands } from './slash-registry.ts'
import { isEscaped, messageOf } from './slash-text.ts'

export { runCommand } from './command-run.ts'

/** Below the text: what to type after a command, or what it would do. */
export const CommandLine = ({ composeState }: { composeState: ComposeState }) => {
  const { commandProblem: problem, isRunning } = composeState
  if (problem.value !== undefined)
    return (
      <p class="command-line error" role="alert" dir="auto">
        {problem.value}
      </p>
    )
  const told = isRunning.value ? t.running : lineFor(composeState)
  if (told === undefined) return null
  return (
    <>
      <p class="command-line" dir="auto">
        {told}
      </p>
      <Heard text={told} />
    </>
  )
}

const firstWord = /^\S+/

function lineFor(composeState: ComposeState): string | undefined {
  const text = composeState.text.value
  if (isEscaped(text)) return t.literal(firstWord.exec(messageOf(text))?.[0] ?? '')
  const slash = slashIn(text)
  if (!slash) return undefined
  // fails offline: then sending says so
  void loadSlashCommands().catch(() => {})
  const command = slashCommands.value.find(({ name }) => name === slash.name)
  if (!command) return undefined
  const plan = planFor(text, composeState.to.value)
  if (plan && 'effect' in plan) return plan.effect
  // message syntax has no effect to show once it's written
  return command.plan || slash.text === '' ? command.hint : undefined
}
