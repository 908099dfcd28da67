export class DatabaseFilesError extends Error {
  /** True if the system refused access (no space, no permission), false if the files are damaged. */
  readonly refused: boolean
  constructor(message: string, { refused, cause }: { refused: boolean; cause?: unknown }) {
    super(message, { cause })
    this.refused = refused
  }
}
