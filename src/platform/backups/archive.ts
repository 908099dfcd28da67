import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, type Readable, type Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { CipherError, isSealed, opening, sealing, sealMark } from './cipher.ts'
import { leftOut, Manifest, type Upload } from './manifest.ts'
import { Summing, wholeLines } from './table-lines.ts'

/** The backup can't be used; the message gives the operator the reason. */
export class ArchiveError extends Error {}

/** An archive's contents. Tables and uploads are paths of compressed files. */
export interface Parts {
  readonly manifest: Manifest
  readonly uploads: string
  readonly tables: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, Buffer>
}

const [manifestName, uploadsName] = ['manifest.json', 'uploads.jsonl.gz']
const largestManifest = 16 * 2 ** 20
const largestKey = 4096

/** Writes the archive to a new file with mode 0600. Returns its size in bytes. */
export async function writeArchive(path: string, parts: Parts, key: Buffer | undefined): Promise<number> {
  const tar = pack()
  const out = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const written = pipeline([asReadable(tar), ...(key ? [await sealing(key)] : []), out])
  const mtime = new Date(parts.manifest.made_at)
  const small = (name: string, content: Buffer) => tar.entry({ name, mode: 0o600, mtime }, content)
  const large = async (name: string, file: string) => {
    const { size } = await stat(file)
    await pipeline(createReadStream(file), tar.entry({ name, size, mode: 0o600, mtime }))
  }
  const filling = async () => {
    small(manifestName, Buffer.from(`${JSON.stringify(parts.manifest, null, 1)}\n`))
    await large(uploadsName, parts.uploads)
    for (const [name, content] of parts.keys) small(`keys/${name}`, content)
    for (const [name, file] of parts.tables) await large(`tables/${name}.jsonl.gz`, file)
    tar.finalize()
  }
  // a full disk has to end both promises
  await Promise.all([written, filling().catch((error: Error) => tar.destroy(error))])
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
  return (await stat(path)).size
}

/** Callbacks of {@link readArchive}, awaited in archive order. */
export interface Reader {
  manifest?(manifest: Manifest): Promise<void> | void
  key?(name: string, content: Buffer): Promise<void> | void
  uploads?(some: readonly Upload[]): Promise<void> | void
  rows?(table: string, lines: Buffer): Promise<void> | void
}

/**
 * Reads a whole archive. Checks every row count and SHA-256 against the manifest, and throws an {@link ArchiveError},
 * at the latest at the end, if something is missing, damaged, or encrypted with another key.
 */
export async function readArchive(source: Readable, key: Buffer | undefined, reader: Reader): Promise<Manifest> {
  const tar = extract()
  const piped = pipeline([source, ...(await unsealing(key)), tar as unknown as Writable])
  piped.catch((error: Error) => tar.destroy(error))
  let manifest: Manifest | undefined
  const missing = new Set<string>()
  const done = (name: string) => {
    if (!missing.delete(name)) throw new ArchiveError(`it holds ${name}, which its manifest does not name`)
  }
  try {
    for await (const each of tar) {
      const { name } = each.header
      const entry = asReadable(each)
      if (!manifest) {
        if (name !== manifestName) throw new ArchiveError("it doesn't begin with a manifest")
        manifest = parseManifest(await whole(entry, largestManifest))
        missing.add(uploadsName)
        for (const name of manifest.keys) missing.add(`keys/${name}`)
        for (const { name } of manifest.tables) missing.add(`tables/${name}.jsonl.gz`)
        await reader.manifest?.(manifest)
        continue
      }
      done(name)
      if (name === uploadsName) await readUploads(entry, manifest, reader)
      else if (name.startsWith('keys/')) await reader.key?.(name.slice('keys/'.length), await whole(entry, largestKey))
      else await readTable(entry, name.slice('tables/'.length, -'.jsonl.gz'.length), manifest, reader)
    }
    await piped
  } catch (error) {
    throw explained(error)
  }
  if (!manifest) throw new ArchiveError('it is empty')
  const [first] = missing
  if (first) throw new ArchiveError(`it ends before ${first}`)
  return manifest
}

/** Reads only the manifest, plus the list of uploads if `uploads` is given. */
export async function readHead(
  source: Readable,
  key: Buffer | undefined,
  uploads?: (some: readonly Upload[]) => void,
): Promise<Manifest> {
  const tar = extract()
  pipeline([source, ...(await unsealing(key)), tar as unknown as Writable]).catch((error: Error) => tar.destroy(error))
  let manifest: Manifest | undefined
  try {
    for await (const each of tar) {
      const { name } = each.header
      const entry = asReadable(each)
      if (manifest) {
        if (name === uploadsName) await readUploads(entry, manifest, uploads ? { uploads } : {})
        break
      }
      if (name !== manifestName) break
      manifest = parseManifest(await whole(entry, largestManifest))
      if (!uploads) break
    }
  } catch (error) {
    throw explained(error)
  } finally {
    source.destroy()
  }
  if (!manifest) throw new ArchiveError("it doesn't begin with a manifest")
  return manifest
}

/** Without a key, fails with a CipherError once the first bytes show that the archive is encrypted. */
async function unsealing(key: Buffer | undefined): Promise<Transform[]> {
  if (key) return [await opening(key)]
  const looking = new PassThrough()
  let head = Buffer.alloc(0)
  looking._transform = (chunk: Buffer, _, done) => {
    if (head.length < sealMark) {
      head = Buffer.concat([head, chunk])
      if (isSealed(head)) return done(new CipherError('it is encrypted: name the file with its key'))
    }
    done(null, chunk)
  }
  return [looking]
}

function explained(error: unknown): unknown {
  if (error instanceof CipherError) return new ArchiveError(error.message)
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/^Z_/.test(code) || /tar header|Unexpected end of data|[Pp]remature close|incorrect/.test(message))
    return new ArchiveError(`it is damaged (${message})`)
  return error
}

function parseManifest(text: Buffer): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text.toString('utf8'))
  } catch {
    throw new ArchiveError("its manifest isn't JSON")
  }
  const parsed = Manifest.safeParse(value)
  if (parsed.success) return parsed.data
  const found = (value as { format?: unknown } | null)?.format
  if (typeof found === 'number' && found > 1)
    throw new ArchiveError(`it is of format ${found}: a newer version of Loquat reads it`)
  const [issue] = parsed.error.issues
  throw new ArchiveError(`its manifest is not as it should be (${issue?.path.join('.')}: ${issue?.message})`)
}

async function whole(entry: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of entry) {
    length += piece.length
    if (length > most) throw new ArchiveError('a part of it is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function* unzipped(entry: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const piped = pipeline(entry, gunzip)
  piped.catch((error: Error) => gunzip.destroy(error))
  yield* wholeLines(gunzip)
  await piped
}

async function readTable(entry: Readable, name: string, { tables }: Manifest, reader: Reader): Promise<void> {
  const expected = tables.find((table) => table.name === name)
  if (!expected) throw new ArchiveError(`its manifest does not name the table ${name}`)
  const summing = new Summing(name)
  for await (const lines of unzipped(entry)) {
    summing.add(lines)
    await reader.rows?.(name, lines)
  }
  const { rows, sha256 } = summing.sum()
  if (rows !== expected.rows || sha256 !== expected.sha256)
    throw new ArchiveError(`the rows of ${name} are not those that were written`)
}

async function readUploads(entry: Readable, { uploads }: Manifest, reader: Reader): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  for await (const lines of unzipped(entry)) {
    hash.update(lines)
    const some = lines
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Upload)
    count += some.length
    await reader.uploads?.(some)
  }
  if (count !== uploads.count || hash.digest('hex') !== uploads.sha256)
    throw new ArchiveError("the list of uploads doesn't match the manifest")
}

const asReadable = (stream: unknown): Readable => stream as Readable

export const isKept = ({ name }: { name: string }): boolean => !Object.hasOwn(leftOut, name)
