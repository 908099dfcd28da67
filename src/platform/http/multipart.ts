import { randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from '@fastify/busboy'
import { ApiError, badRequest } from '#contract'
import { isDiskFull } from '#platform/disk'
import type { UploadedFile } from '#platform/serve'
import { tooLarge } from './body-limits.ts'
import { checkedText, maxParameters, tooManyParameters } from './pairs.ts'

const atMost = (limit: number) =>
  async function* (body: AsyncIterable<Buffer>) {
    let size = 0
    for await (const part of body) {
      size += part.length
      if (size > limit) throw tooLarge(limit)
      yield part
    }
  }

export interface MultipartLimits {
  /** Largest file in bytes; 0 accepts no files. */
  fileSize: number
  fieldSize: number
}

/** Writes an upload to disk. On a disk error, drains the stream: a client that's cut off wouldn't read the answer. */
const writeUpload = (stream: Readable, target: WriteStream): Promise<void> =>
  new Promise((resolve, reject) => {
    target.once('finish', resolve)
    target.once('error', (error) => {
      stream.unpipe(target)
      stream.resume()
      reject(error)
    })
    stream.once('error', reject)
    stream.once('close', () => {
      if (!stream.readableEnded) target.destroy()
    })
    stream.pipe(target)
  })

/** Reads a multipart body's fields, and its files into a new folder, which the caller removes. */
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
      limits: {
        fieldSize,
        fieldNameSize: 1_000,
        fields: maxParameters,
        // no endpoint takes more than one file; the second is accepted so that it can be rejected
        files: 2,
        fileSize: fileSize || 1,
        // parts without a name count as neither fields nor files
        parts: maxParameters + 2,
        headerPairs: 20,
      },
    })
  } catch {
    throw badRequest('Malformed multipart body')
  }
  const failed = (error: unknown) => {
    problem ??=
      error instanceof ApiError || isDiskFull(error) ? (error as Error) : badRequest('Malformed multipart body')
  }
  let size = 0
  parser.on('field', (name, value, _nameCut, valueCut) => {
    size += value.length
    if (size > fieldSize) {
      fields.clear()
      problem ??= tooLarge(fieldSize)
      return
    }
    if (valueCut) problem ??= tooLarge(fieldSize)
    try {
      if (!fields.has(name)) fields.set(name, checkedText(name, value))
    } catch (error) {
      problem ??= error as Error
    }
  })
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => {
      problem ??= tooManyParameters()
    })
  parser.on('file', (_name, stream, filename, _encoding, mimeType) => {
    if (!folder) {
      stream.resume()
      return
    }
    const path = join(folder, randomUUID())
    const target = createWriteStream(path)
    writing.push(
      writeUpload(stream, target).then(() => {
        if (stream.truncated) problem ??= tooLarge(fileSize)
        files.push({
          filename: basename(filename || 'file')
            .replaceAll('\u0000', '')
            .toWellFormed(),
          mimeType,
          path,
          size: target.bytesWritten,
        })
      }, failed),
    )
  })
  try {
    await pipeline(body, atMost(fileSize + fieldSize), parser)
    await Promise.all(writing)
  } catch (error) {
    failed(error)
  }
  if (problem) throw Object.assign(problem, { folder })
  return { fields, files, folder }
}
