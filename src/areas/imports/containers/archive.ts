/** A file inside an archive. */
export interface ArchivedFile {
  /** From the top of the archive, with `/` between folders; it never leads out of it. */
  readonly name: string
  /** In bytes, as the archive says. */
  readonly size: number
  /** Opens it again at each call; what cannot be read ends in `Unreadable`, at the latest while it is read. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** A zip file, a folder, or a file alone with the folders that belong to it. */
export interface Archive {
  /** By name, in the order of names. */
  readonly files: ReadonlyMap<string, ArchivedFile>
  close(): Promise<void>
}

/** More files than any archive has; the names of fewer fit into memory. */
export const mostFiles = 500_000

/** The same order wherever the files lie. */
export function byName(files: readonly ArchivedFile[]): Map<string, ArchivedFile> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return new Map(sorted.map((file) => [file.name, file]))
}

/** The folder of a file within an archive, with its slash; empty at the top. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
