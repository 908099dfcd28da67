import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Windows can't open a folder as a file and persists names by itself; it syncs only files opened for writing. */
const foldersSync = process.platform !== 'win32'

/** Makes created, renamed, and deleted names in a folder durable. */
export function syncFolder(path: string): void {
  if (foldersSync) syncPath(path)
}

/** Makes a file's name durable without blocking. */
export async function keepName(path: string): Promise<void> {
  if (foldersSync) await syncFile(dirname(path))
}

/** perf: several at a time, which the disk does together: a new database takes a quarter of the time. */
export async function syncTree(path: string): Promise<void> {
  const [files, folders]: [string[], string[]] = [[], [path]]
  for (const folder of folders)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      else if (entry.isFile()) files.push(join(folder, entry.name))
    }
  const work = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await syncFile(file)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  for (const folder of folders.reverse()) syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  await file.sync().finally(() => file.close())
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Creates a folder and its missing parents, durably, with mode 0700. Unlike a recursive `mkdir` it never loops forever,
 * which that does below `/proc`.
 */
export function makeFolder(path: string): void {
  for (let again = true; ; again = false)
    try {
      mkdirSync(path, { mode: 0o700 })
      syncFolder(dirname(path))
      return
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST' && isFolder(path)) return
      if (code !== 'ENOENT' || !again) throw error
      makeFolder(dirname(path))
    }
}

const making = new Map<string, Promise<void>>()

/** Like {@link makeFolder}, without blocking. Concurrent calls wait until the folder is durable. */
export function provideFolder(path: string): Promise<void> {
  let made = making.get(path)
  if (!made) {
    made = provide(path).finally(() => making.delete(path))
    making.set(path, made)
  }
  return made
}

/** Folders this process has synced; a killed process may have left some that aren't durable. */
const lasting = new Set<string>()

async function provide(path: string): Promise<void> {
  const keep = async () => {
    await keepName(path)
    lasting.add(path)
  }
  for (let again = true; ; again = false)
    try {
      await mkdir(path, { mode: 0o700 })
      return await keep()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST' && isFolder(path)) return lasting.has(path) ? undefined : await keep()
      if (code !== 'ENOENT' || !again) throw error
      await provideFolder(dirname(path))
    }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Writes a file with mode 0600 atomically and durably, replacing an existing one. */
export function writeLasting(path: string, text: string): void {
  const draft = writeDraft(path, text)
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Like {@link writeLasting}, but leaves an existing file unchanged. */
export function makeLasting(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
    syncFolder(dirname(path))
  }
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

/** For `catch`: undefined if the file or its folder doesn't exist; other errors are thrown. */
export function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
