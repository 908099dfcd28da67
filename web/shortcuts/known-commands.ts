/** A shortcut that works in every view. */
export interface Command {
  readonly id: string
  readonly keys: readonly string[]
  readonly label: string
  /** In views that show messages, or in those that don't; everywhere if absent. */
  readonly place?: 'messages' | 'elsewhere'
  /** Whether it also works in text fields. */
  readonly inFields?: boolean
  /** Returns false if there was nothing to do. */
  run(key: string): unknown
}

/** Every command, set by `app/commands.ts`, which the dialogs that commands open can't import. */
export const knownCommands: { all: readonly Command[] } = { all: [] }

export const commandOf = (id: string): Command | undefined => knownCommands.all.find((one) => one.id === id)
