export interface ResumableOptions {
  /** Where an earlier attempt has begun; what it has sent is not sent again. */
  readonly address: string | undefined
  /** What the file is for, where that is no message. */
  readonly purpose?: 'import'
  /** Hears where the upload is, each time that it begins. */
  readonly begun: (address: string) => void
  /** How much has arrived, from 0 to 1. */
  readonly progress: (done: number) => void
  /** Whether it waits for the server to be there again. */
  readonly waiting: (waits: boolean) => void
  /** Resolves after so many milliseconds, or sooner when the server can be reached again. */
  readonly patience: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What one step of an upload has come to. */
export interface Reply {
  readonly status: number
  readonly retryAfterMs: number
  /** `url` once the file is whole; `msg` says why it was refused. */
  readonly body: { readonly url?: string; readonly filename?: string; readonly msg?: string }
}

/** How a file gets to where files are kept. */
export interface UploadWay {
  /** Of this upload, at the server; undefined before it has begun. */
  readonly address: string | undefined
  /** How many bytes are there; undefined when only the server knows. */
  readonly offset: number | undefined
  /** What comes next: to begin, to ask how far it is, or to send some. Rejects when the connection breaks. */
  step(): Promise<Reply>
  /** How far it is will be asked again. */
  lose(): void
  /** The server knows nothing of it: it begins anew. */
  restart(): void
}
