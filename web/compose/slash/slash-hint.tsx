import { signal } from '@preact/signals'
import { toast } from '../../parts/toast.ts'
import { t } from '../../texts/writing.ts'
import type { ComposeState } from '../compose-state.ts'
import { beginsWithSlash } from './slash-text.ts'

const line = signal<typeof import('./command-hint.tsx') | undefined>(undefined)

const load = async () => (line.value = await import('./command-hint.tsx'))

/** Runs the command that was typed. */
export const runTypedCommand = (composeState: ComposeState): void =>
  void load().then(
    ({ runCommand }) => runCommand(composeState),
    () => toast(t.cannotStart),
  )

/** Loads the command hint when the user types a slash. The text field's description includes it. */
export const SlashHint = ({ composeState }: { composeState: ComposeState }) => {
  const isSlash = beginsWithSlash(composeState.text.value)
  // submitting reports the error
  if (isSlash && !line.value) load().catch(() => {})
  const Line = line.value?.CommandHint
  return <div id="compose-command">{isSlash && Line && <Line composeState={composeState} />}</div>
}
