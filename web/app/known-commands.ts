import type { Command } from './commands.ts'

/** All commands, for modules that can't import the command list without a cycle. */
export const knownCommands: { all: readonly Command[] } = { all: [] }
