import { randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unescape as percentDecoded } from 'node:querystring'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from '@fastify/busboy'
import { ApiError, apiError, badRequest, invalidArgument, unsoundText } from '#contract'
import { isDiskFull } from '#platform/disk'
import type { UploadedFile } from '#platform/serve'

export const payloadTooLarge = apiError(413, 'BAD_REQUEST', 'The request is too large (limit: {limit} MiB)')

/** Parameters that one request may have, known or not. */
const maxParameters = 1_000
const tooManyParameters = apiError(400, 'BAD_REQUEST', `Too many parameters (limit: ${maxParameters})`)

/** Adds name=value pairs; the first value of a repeated name stays. */
export function addPairs(into: Map<string, string>, text: string): void {
  let count = 0
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('&', start)
    const pair = text.slice(start, end < 0 ? text.length : end)
    start = end < 0 ? text.length : end + 1
    if (pair === '') continue
    if (++count > maxParameters) throw tooManyParameters()
    const sign = pair.indexOf('=')
    const name = decoded(sign < 0 ? pair : pair.slice(0, sign))
    if (!into.has(name)) into.set(name, sign < 0 ? '' : checkedText(name, decoded(pair.slice(sign + 1))))
  }
}

/** Whoever reads the parameter, known to an endpoint or not: its text can be stored. */
export function checkedText(name: string, text: string): string {
  const reason = unsoundText(text)
  if (reason) throw invalidArgument({}, { name, reason })
  return text
}

/** perf: a tenth of what URLSearchParams takes for a long value; nothing to decode is most of all. */
const decoded = (text: string): string => (/[%+]/.test(text) ? percentDecoded(text.replaceAll('+', ' ')) : text)

/** Passes a body on until there is more of it than may be. */
const atMost = (limit: number) =>
  async function* (body: AsyncIterable<Buffer>) {
    let size = 0
    for await (const part of body) {
      size += part.length
      if (size > limit) throw payloadTooLarge({}, { limit: Math.floor(limit / 2 ** 20) })
      yield part
    }
  }

export interface MultipartLimits {
  /** Largest file in bytes; 0 takes no files. */
  fileSize: number
  fieldSize: number
}

/** Where the disk refuses, the rest is read and thrown away: a request that is cut off hears no answer. */
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
      limits: { fieldSize, fieldNameSize: 1_000, fields: maxParameters, files: 2, fileSize: fileSize || 1 },
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
      problem ??= payloadTooLarge({}, { limit: Math.floor(fieldSize / 2 ** 20) })
      return
    }
    if (valueCut) problem ??= payloadTooLarge({}, { limit: Math.floor(fieldSize / 2 ** 20) })
    try {
      if (!fields.has(name)) fields.set(name, checkedText(name, value))
    } catch (error) {
      problem ??= error as Error
    }
  })
  parser.on('fieldsLimit', () => {
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
        if (stream.truncated) problem ??= payloadTooLarge({}, { limit: Math.floor(fileSize / 2 ** 20) })
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
