/** The files of an embedded database cannot be used; the message gives PostgreSQL's reason, or the system's. */
export class DatabaseFilesError extends Error {
  /** Whether the system refused to read or write: no space, no right. Else the files are not what they should be. */
  readonly refused: boolean
  constructor(message: string, { refused, cause }: { refused: boolean; cause?: unknown }) {
    super(message, { cause })
    this.refused = refused
  }
}
