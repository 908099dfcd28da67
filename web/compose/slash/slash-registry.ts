import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { builtIn } from './built-in.ts'
import type { SlashCommand } from './slash-command.ts'
import { actionNames } from './slash-text.ts'

const registered = signal<readonly SlashCommand[]>([])
const dynamic = signal<ReadonlySignal<readonly SlashCommand[]> | undefined>(undefined)

/** All commands, sorted by name. Empty until the first slash is typed. */
export const slashCommands = computed<readonly SlashCommand[]>(() =>
  merged(registered.value, dynamic.value?.value ?? []).sort((a, b) => (a.name < b.name ? -1 : 1)),
)

/** If a name is taken, the existing command wins. */
const merged = (existing: readonly SlashCommand[], added: readonly SlashCommand[]): SlashCommand[] => [
  ...existing,
  ...added.filter(({ name }) => !existing.some((command) => command.name === name)),
]

export function addSlashCommands(more: readonly SlashCommand[]): void {
  for (const { name, plan } of more) if (plan) actionNames.add(name)
  registered.value = merged(registered.peek(), more)
}

/** Sets the commands that can change while the app is open. */
export function setDynamicSlashCommands(commands: ReadonlySignal<readonly SlashCommand[]>): void {
  dynamic.value = commands
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
