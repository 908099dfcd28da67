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

/** Windows opens no folder as a file, and keeps names by itself; and it syncs only what is opened for writing. */
const foldersSync = process.platform !== 'win32'

/** A name that was made, changed or taken away lasts from now on, whatever happens to the machine. */
export function syncFolder(path: string): void {
  if (foldersSync) syncPath(path)
}

/** The same for the name of one file, without holding up everybody else. */
export async function keepName(path: string): Promise<void> {
  if (foldersSync) await syncFile(dirname(path))
}

/**
 * The same for everything in a folder and for the folder itself: files and their content, folders and their names.
 * perf: several at a time, which the disk does together: a new database takes a quarter of the time.
 */
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
 * Makes a folder that only its owner can read, with those above it that are missing, and lets them last. One that is
 * there stays as it is. Throws what the file system throws; unlike `mkdir` with `recursive` it never tries for ever,
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

/** The same without holding up everybody else. Whoever needs a folder that is just being made waits until it lasts. */
export function provideFolder(path: string): Promise<void> {
  let made = making.get(path)
  if (!made) {
    made = provide(path).finally(() => making.delete(path))
    making.set(path, made)
  }
  return made
}

/** Folders that this process has seen to: one that was killed may have left some that do not last yet. */
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

/** A whole file that only its owner can read, in the place of another one where there is one, and lasting. */
export function writeLasting(path: string, text: string): void {
  const draft = writeDraft(path, text)
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** The same, but never in the place of another one: whoever comes second changes nothing. */
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

/** Under a name of its own until it is whole. */
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
