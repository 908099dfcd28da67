import { createReadStream } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Loss, Unreadable } from '../records.ts'
import { type Archive, type ArchivedFile, byName, maxFiles } from './archive.ts'
import { openZip } from './zip.ts'

interface ArchiveMeans {
  lose(loss: Loss): void
  beside?(file: string): readonly string[]
}

const deepest = 24

/** Throws `Unreadable` if it can't be read. */
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

/** Skips everything but regular files and folders, for example links. */
async function filesIn(root: string, folder: string, depth = 0): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = []
  if (depth > deepest) return found
  for await (const entry of await opendir(join(root, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesIn(root, name, depth + 1)))
    else if (entry.isFile()) found.push(fileOnDisk(join(root, name), name, (await lstat(join(root, name))).size))
    if (found.length > maxFiles) throw new Unreadable(`There are more than ${maxFiles} files in this folder.`)
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
