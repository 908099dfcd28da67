import { signal } from '@preact/signals'
import { toast } from '../../parts/toast.ts'
import { t } from '../../texts/writing.ts'
import type { ComposeState } from '../compose-state.ts'
import { beginsWithSlash } from './slash-text.ts'

const line = signal<typeof import('./command-line.tsx') | undefined>(undefined)

const load = async () => (line.value = await import('./command-line.tsx'))

/** Runs the command that was typed. */
export const runTyped = (composeState: ComposeState): void =>
  void load().then(
    ({ runCommand }) => runCommand(composeState),
    () => toast(t.cannotStart),
  )

/** The line of a command, loaded with the first slash. It describes the field. */
export const SlashLine = ({ composeState }: { composeState: ComposeState }) => {
  const isSlash = beginsWithSlash(composeState.text.value)
  // running it says what went wrong
  if (isSlash && !line.value) load().catch(() => {})
  const Line = line.value?.CommandLine
  return <div id="compose-command">{isSlash && Line && <Line composeState={composeState} />}</div>
}
