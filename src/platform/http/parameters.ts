import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from '@fastify/busboy'
import { apiError, badRequest } from '#contract'
import type { UploadedFile } from '#platform/serve'

export const payloadTooLarge = apiError(413, 'BAD_REQUEST', 'The request is too large (limit: {limit} MiB)')

/** Adds name=value pairs; the first value of a repeated name stays. */
export function addPairs(into: Map<string, string>, text: string): void {
  if (text === '') return
  const pairs = /[%+]/.test(text) ? new URLSearchParams(text) : plainPairs(text)
  for (const [name, value] of pairs) if (!into.has(name)) into.set(name, value)
}

/** perf: nothing to decode, as in every long poll: a third of the cost. */
function* plainPairs(text: string): Iterable<[name: string, value: string]> {
  for (const pair of text.split('&')) {
    const sign = pair.indexOf('=')
    if (sign >= 0) yield [pair.slice(0, sign), pair.slice(sign + 1)]
    else if (pair !== '') yield [pair, '']
  }
}

export interface MultipartLimits {
  /** Largest file in bytes; 0 takes no files. */
  fileSize: number
  fieldSize: number
}

/** Reads a multipart body: fields, and files into a folder of their own, which the caller removes. */
export async function readMultipart(
  body: Readable,
  contentType: string,
  { fileSize, fieldSize }: MultipartLimits,
): Promise<{ fields: Map<string, string>; files: UploadedFile[]; folder: string | undefined }> {
  const fields = new Map<string, string>()
  const files: UploadedFile[] = []
  const folder = fileSize > 0 ? await mkdtemp(join(tmpdir(), 'loquat-upload-')) : undefined
  const writing: Promise<void>[] = []
  let problem: Error | undefined
  let parser: busboy.BusboyInstance
  try {
    parser = new busboy.Busboy({
      headers: { 'content-type': contentType },
      // no endpoint takes more than one file; a second one is there to be refused
      limits: { fieldSize, fields: 1_000, files: 2, fileSize: fileSize || 1 },
    })
  } catch {
    throw badRequest('Malformed multipart body')
  }
  let size = 0
  parser.on('field', (name, value, _nameCut, valueCut) => {
    size += value.length
    if (size > fieldSize) {
      fields.clear()
      problem ??= payloadTooLarge({}, { limit: Math.floor(fieldSize / 2 ** 20) })
      return
    }
    if (valueCut) problem ??= payloadTooLarge({}, { limit: Math.floor(fieldSize / 2 ** 20) })
    if (!fields.has(name)) fields.set(name, value)
  })
  parser.on('file', (_name, stream, filename, _encoding, mimeType) => {
    if (!folder) {
      stream.resume()
      return
    }
    const path = join(folder, randomUUID())
    const target = createWriteStream(path)
    writing.push(
      pipeline(stream, target).then(() => {
        if (stream.truncated) problem ??= payloadTooLarge({}, { limit: Math.floor(fileSize / 2 ** 20) })
        files.push({ filename: basename(filename || 'file'), mimeType, path, size: target.bytesWritten })
      }),
    )
  })
  try {
    await pipeline(body, parser)
    await Promise.all(writing)
  } catch {
    problem ??= badRequest('Malformed multipart body')
  }
  if (problem) throw Object.assign(problem, { folder })
  return { fields, files, folder }
}
