import { createReadStream } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Loss, Unreadable } from '../records.ts'
import { openZip } from './zip.ts'

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

export interface ArchiveMeans {
  lose(loss: Loss): void
  /** Folders that belong to a file which is given alone, by their names beside it. */
  beside?(file: string): readonly string[]
}

/** More files than any archive has; the names of fewer fit into memory. */
export const mostFiles = 500_000
const deepest = 24

/** Opens what lies at a path; throws `Unreadable` when nothing can be read there. */
export async function openArchive(path: string, means: ArchiveMeans): Promise<Archive> {
  const stat = await lstat(path).catch(() => undefined)
  if (stat?.isDirectory()) return folderArchive(await filesIn(path, ''))
  const handle = await open(path, 'r').catch(() => undefined)
  if (!handle) throw new Unreadable('There is no file that can be read.')
  try {
    const beginning = Buffer.alloc(4)
    await handle.read(beginning, 0, 4, 0)
    if (/^PK(?:\x03\x04|\x05\x06)$/.test(beginning.toString('latin1'))) return await openZip(path, means)
    const { size } = await handle.stat()
    const files = [fileOnDisk(path, basename(path), size)]
    for (const folder of means.beside?.(basename(path)) ?? []) {
      const there = await lstat(join(dirname(path), folder)).catch(() => undefined)
      if (there?.isDirectory()) files.push(...(await filesIn(dirname(path), folder)))
    }
    return folderArchive(files)
  } finally {
    await handle.close()
  }
}

const folderArchive = (files: ArchivedFile[]): Archive => ({ files: byName(files), close: async () => {} })

/** The same order wherever the files lie. */
export function byName(files: readonly ArchivedFile[]): Map<string, ArchivedFile> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return new Map(sorted.map((file) => [file.name, file]))
}

/** Whatever is no plain file, like a link, is not looked at. */
async function filesIn(root: string, folder: string, depth = 0): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = []
  if (depth > deepest) return found
  for await (const entry of await opendir(join(root, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesIn(root, name, depth + 1)))
    else if (entry.isFile()) found.push(fileOnDisk(join(root, name), name, (await lstat(join(root, name))).size))
    if (found.length > mostFiles) throw new Unreadable(`There are more than ${mostFiles} files in this folder.`)
  }
  return found
}

const fileOnDisk = (path: string, name: string, size: number): ArchivedFile => ({
  name,
  size,
  async open() {
    const there = await lstat(path).catch(() => undefined)
    if (!there?.isFile()) throw new Unreadable(`${name} is not there anymore.`)
    return createReadStream(path)
  },
})

/** The folder of a file within an archive, with its slash; empty at the top. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
