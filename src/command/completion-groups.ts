import type { CompletedCommand } from './completed.ts'

/** Commands of two words, by their first one. */
export function groupsOf(commands: readonly CompletedCommand[]): Map<string, CompletedCommand[]> {
  const groups = new Map<string, CompletedCommand[]>()
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ')
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), command])
  }
  return groups
}

/** Commands of one word. */
export const singlesOf = (commands: readonly CompletedCommand[]): CompletedCommand[] =>
  commands.filter(({ name }) => !name.includes(' '))

/** What a group of commands is for, in a few words. */
export const groupSummary = (commands: readonly CompletedCommand[]): string =>
  commands.map(({ name }) => name.split(' ')[1]).join(', ')
