export interface ArchivedFile {
  /** Relative to the top of the archive, with `/` between folders; never leads outside of it. */
  readonly name: string
  /** In bytes, as declared by the archive. */
  readonly size: number
  /** Opens the file; can be called repeatedly. Throws `Unreadable`, at the latest while the stream is read. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface Archive {
  readonly files: ReadonlyMap<string, ArchivedFile>
  close(): Promise<void>
}

/** The names of this many files still fit in memory. */
export const maxFiles = 500_000

/** The order must not depend on the file system. */
export function byName(files: readonly ArchivedFile[]): Map<string, ArchivedFile> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return new Map(sorted.map((file) => [file.name, file]))
}

/** The folder of a file within an archive, with a trailing slash; empty at the top. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
