export interface ResumableOptions {
  /** The URL of an upload to resume. */
  readonly address: string | undefined
  /** Set if the file isn't for a message. */
  readonly purpose?: 'import'
  /** Called with the upload's URL each time it starts. */
  readonly begun: (address: string) => void
  /** Progress from 0 to 1. */
  readonly progress: (done: number) => void
  /** Called when it starts and stops waiting for the server. */
  readonly waiting: (waits: boolean) => void
  /** Resolves after so many milliseconds, or earlier once the server can be reached again. */
  readonly patience: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Reply {
  readonly status: number
  readonly retryAfterMs: number
  /** `url` once the upload is complete; `msg` is the reason if it was refused. */
  readonly body: { readonly url?: string; readonly filename?: string; readonly msg?: string }
}

export interface UploadWay {
  /** The upload's URL; undefined before it has started. */
  readonly address: string | undefined
  /** Bytes uploaded; undefined if only the server knows. */
  readonly offset: number | undefined
  /** Starts the upload, asks for its offset, or sends a part. Rejects on connection errors. */
  step(): Promise<Reply>
  /** Marks the offset as unknown, so that it's asked for again. */
  lose(): void
  /** Starts over after the server lost the upload. */
  restart(): void
}
