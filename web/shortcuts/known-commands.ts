/** Something that a key does wherever one is. */
export interface Command {
  readonly id: string
  readonly keys: readonly string[]
  readonly label: string
  /** Where messages are shown, or where they are not; absent: everywhere. */
  readonly place?: 'messages' | 'elsewhere'
  /** Also where text is written. */
  readonly inFields?: boolean
  /** False where there is nothing to do. */
  run(key: string): unknown
}

/** Every command; `app/commands.ts` fills it in, which parts of the client that commands open can't import. */
export const knownCommands: { all: readonly Command[] } = { all: [] }
