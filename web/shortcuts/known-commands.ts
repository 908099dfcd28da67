import type { Command } from '../app/commands.ts'

/** Every command, for what commands themselves lead to, which cannot ask them. */
export const knownCommands: { all: readonly Command[] } = { all: [] }
