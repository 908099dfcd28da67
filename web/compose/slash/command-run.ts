import type { Signal } from '@preact/signals'
import { ApiError } from '#contract'
import { slashIn } from '../../../src/features/messages/slash-commands/command-rules.ts'
import type { Target } from '../../narrow/target.ts'
import { t } from '../../texts/slash.ts'
import type { Plan } from './slash-command.ts'
import { loadSlashCommands, slashCommands } from './slash-registry.ts'

/** The parts of the compose state that commands use. */
interface Box {
  readonly text: Signal<string>
  readonly to: { peek(): Target }
  readonly isRunning: Signal<boolean>
  readonly commandProblem: Signal<string | undefined>
  reset(): void
}

/** Clears the text if the command succeeds, unless the user has edited it since. */
export async function runCommand(box: Box): Promise<void> {
  const { text, to, isRunning, commandProblem } = box
  if (isRunning.peek()) return
  const typed = text.peek()
  isRunning.value = true
  commandProblem.value = undefined
  try {
    await loadSlashCommands()
    const plan = planFor(typed, to.peek())
    if (!plan) return
    if ('problem' in plan) commandProblem.value = plan.problem
    else {
      await plan.run()
      if (text.peek() === typed) box.reset()
    }
  } catch (problem) {
    commandProblem.value = problem instanceof ApiError ? problem.message : t.needsServer
  } finally {
    isRunning.value = false
  }
}

export function planFor(text: string, target: Target): Plan | undefined {
  const slash = slashIn(text)
  const command = slashCommands.value.find(({ name }) => name === slash?.name)
  return slash && command?.plan?.({ text: slash.text, target, now: new Date() })
}
