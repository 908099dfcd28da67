import { signal } from '@preact/signals'
import { builtIn } from './built-in.ts'
import type { SlashCommand } from './slash-command.ts'
import { actionNames } from './slash-text.ts'

/** All commands, sorted by name. Empty until the first slash is typed. */
export const slashCommands = signal<readonly SlashCommand[]>([])

/** Registers commands. If a name is taken, the existing command wins. */
export function addSlashCommands(more: readonly SlashCommand[]): void {
  const all = slashCommands.peek()
  const added = more.filter(({ name }) => !all.some((known) => known.name === name))
  for (const { name, plan } of added) if (plan) actionNames.add(name)
  slashCommands.value = [...all, ...added].sort((a, b) => (a.name < b.name ? -1 : 1))
}

let loading: Promise<unknown> | undefined

/** Call when a slash is typed. Retries on the next call if loading fails. */
export function loadSlashCommands(): Promise<unknown> {
  loading ??= builtIn.load().catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}
