import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { Meter } from '../meter.ts'
import type { Catalog, Loss, MessageRecord, OpenSource, Source, Text } from '../records.ts'

/** A temporary folder, removed after the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

export type Contents = Record<string, unknown>

const bytesOf = (content: unknown): Buffer =>
  content instanceof Uint8Array
    ? Buffer.from(content)
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))

export async function zipped(contents: Contents, compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(contents)) zip.addBuffer(bytesOf(content), name, { compress })
  zip.end()
  return buffer(zip.outputStream)
}

export async function zipOnDisk(contents: Contents | Buffer): Promise<string> {
  const path = join(await scratchFolder(), 'export.zip')
  await writeFile(path, Buffer.isBuffer(contents) ? contents : await zipped(contents))
  return path
}

export async function folderOnDisk(contents: Contents): Promise<string> {
  const root = await scratchFolder()
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(join(root, name, '..'), { recursive: true })
    await writeFile(join(root, name), bytesOf(content))
  }
  return root
}

export interface Reading {
  catalog: Catalog
  messages: MessageRecord[]
  losses: Loss[]
  changes: string[]
  lost: Record<string, number>
}

/** `look` is called while the archive is open. */
export async function readingOf(
  source: Source,
  path: string,
  { download = false, look }: { download?: boolean; look?: (open: OpenSource, reading: Reading) => Promise<void> } = {},
): Promise<Reading> {
  const losses: Loss[] = []
  const changes: string[] = []
  const change = (what: string, where: string) => void changes.push(`${what}: ${where}`)
  const scratch = join(await scratchFolder(), randomUUID())
  await mkdir(scratch)
  const opened = await source.open(path, {
    scratch,
    download,
    lose: (loss) => losses.push(loss),
    change,
    meter: new Meter(),
  })
  try {
    const catalog = await opened.catalog()
    const messages = await all(opened.messages())
    const lost: Record<string, number> = {}
    for (const { loss } of losses) lost[loss] = (lost[loss] ?? 0) + 1
    const reading = { catalog, messages, losses, lost, changes }
    await look?.(opened, reading)
    return reading
  } finally {
    await opened.close()
  }
}

/** A text with its pieces in notation: `{@U1}`, `{#C1>topic}`, `{file 0}`, `{message key}`. */
export const shown = (text: Text): string =>
  text
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if ('person' in piece) return `{@${piece.person}}`
      if ('group' in piece) return `{@*${piece.group}}`
      if ('message' in piece) return `{message ${piece.message}}`
      if ('file' in piece) return `{file ${piece.file}}`
      return `{#${piece.channel}${piece.topic === undefined ? '' : `>${piece.topic}`}}`
    })
    .join('')

export const lineOf = ({ place, sender, text }: MessageRecord): string => {
  const where = 'topic' in place ? `${place.channel} > ${place.topic}` : place.people.join('+')
  return `${where} | ${sender}: ${shown(text)}`
}

export const isInOrder = (messages: readonly MessageRecord[]): boolean =>
  messages.every((message, index) => index === 0 || messages[index - 1]!.sentAt <= message.sentAt)
