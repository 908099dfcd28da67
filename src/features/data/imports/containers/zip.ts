import { Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { type Loss, Unreadable } from '../records.ts'
import { type Archive, type ArchivedFile, byName, maxFiles } from './archive.ts'

/** Text compresses 10 to 50 times; a higher ratio is a zip bomb. */
const maxRatio = 200
const harmless = 64 * 2 ** 20
const stored = 0
const deflated = 8
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Opens a zip file by its central directory. Nothing is unpacked to disk: each file is a stream that fails if it is
 * larger than declared. Names that lead outside, links, encrypted files, and duplicates are skipped and reported.
 */
export async function openZip(path: string, { lose }: { lose(loss: Loss): void }): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: Error) => {
    throw new Unreadable(`This zip file cannot be read: ${error.message}`)
  })
  try {
    const entries = new Map<string, Entry>()
    if (zip.entryCount > maxFiles) throw new Unreadable(`This zip file has more than ${maxFiles} files.`)
    for await (const entry of directoryOf(zip)) {
      const raw = nameOf(entry)
      if (raw.endsWith('/')) continue
      const name = safeName(raw)
      const loss = name === undefined ? 'Files whose names lead out of the archive' : refusal(entry, entries.has(name))
      if (loss) lose({ loss, where: raw.slice(0, 200) })
      else entries.set(name!, compact(entry))
    }
    refuseBombs([...entries.values()], zip.fileSize)
    const files = [...entries].map(([name, entry]) => new ZippedFile(zip, name, entry))
    return { files: byName(files), close: async () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function* directoryOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    throw new Unreadable(`The directory of this zip file is damaged: ${(error as Error).message}`)
  }
}

/** Few programs set the UTF-8 flag, but nearly all write UTF-8; other names are in the format's code page. */
function nameOf(entry: Entry): string {
  try {
    return utf8.decode(entry.fileNameRaw)
  } catch {
    return getFileNameLowLevel(0, entry.fileNameRaw, entry.extraFields, false)
  }
}

function safeName(raw: string): string | undefined {
  const name = raw.replaceAll('\\', '/')
  if (name.startsWith('/') || /^[a-z]:\//i.test(name) || name.includes('\0')) return undefined
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/')
}

function refusal(entry: Entry, isSecond: boolean): string | undefined {
  const isUnix = entry.versionMadeBy >>> 8 === 3
  if (isUnix && ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) return 'Links to other files'
  if (entry.isEncrypted()) return 'Files that are encrypted'
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    return 'Files that are packed in a way that is not known'
  if (isSecond) return 'Second files of the same name'
  const { compressedSize, uncompressedSize } = entry
  if (uncompressedSize > harmless && uncompressedSize > compressedSize * maxRatio)
    return 'Files that unpack to far more than they can hold'
  return undefined
}

/** Drops copies of names and extra fields, which use a lot of memory with many files. */
const compact = (entry: Entry): Entry =>
  Object.assign(new Entry(), {
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    compressionMethod: entry.compressionMethod,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  })

function refuseBombs(entries: readonly Entry[], size: number): void {
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (total > harmless && total > size * maxRatio)
    throw new Unreadable('This zip file would unpack to far more than it can hold.')
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new Unreadable('Files of this zip file lie on top of each other.')
    end = entry.relativeOffsetOfLocalHeader + entry.compressedSize
  }
}

class ZippedFile implements ArchivedFile {
  readonly name: string
  readonly #zip: ZipFile
  readonly #entry: Entry

  constructor(zip: ZipFile, name: string, entry: Entry) {
    this.#zip = zip
    this.name = name
    this.#entry = entry
  }

  get size(): number {
    return this.#entry.uncompressedSize
  }

  async open(): Promise<AsyncIterable<Uint8Array>> {
    try {
      return this.#readable(await this.#zip.openReadStreamPromise(this.#entry))
    } catch (error) {
      throw this.#unreadable(error)
    }
  }

  async *#readable(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* stream
    } catch (error) {
      throw this.#unreadable(error)
    }
  }

  #unreadable = (error: unknown) => new Unreadable(`${this.name} cannot be unpacked: ${(error as Error).message}`)
}
