import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '#platform/config'
import { mostText } from './limits.ts'

/** Larger ones are left alone: they would have to be in memory whole. */
const largestPdf = 20 * 2 ** 20
/** Of other files the beginning is read. */
const mostBytes = 4 * mostText
/** A PDF that takes longer is one without text. */
const patienceMs = 20_000

/** Kinds of files that are texts though their names do not begin with `text/`. */
const textual = new Set([
  'application/json',
  'application/ld+json',
  'application/xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/ecmascript',
  'application/sql',
  'application/toml',
  'application/x-yaml',
  'application/yaml',
  'application/x-sh',
  'application/x-tex',
  'application/x-httpd-php',
  'application/rtf',
])

export const canHoldText = (contentType: string, size: number): boolean =>
  isPdf(contentType) ? size <= largestPdf : contentType.startsWith('text/') || textual.has(contentType)

const isPdf = (contentType: string) => contentType === 'application/pdf'

/** The beginning of what stands in a document, as far as it can be read; '' for one that is not what it says it is. */
export async function documentText(contentType: string, stream: Readable): Promise<string> {
  if (!isPdf(contentType)) return decoded(await firstBytes(stream, mostBytes))
  return pdfText(await firstBytes(stream, largestPdf))
}

async function firstBytes(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= most) break
  }
  stream.destroy()
  return Buffer.concat(chunks).subarray(0, most)
}

function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const text = new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
  // what holds these is no text
  return text.includes('\0') ? '' : text.slice(0, mostText)
}

/**
 * In a thread of its own, with memory and time of its own: a PDF may be made to use up both. Whatever goes wrong there
 * concerns nobody else.
 */
function pdfText(bytes: Buffer): Promise<string> {
  const worker = new Worker(join(projectRoot, 'dist/workers/pdf.js'), {
    name: 'pdf',
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    env: {},
    stdout: true,
    stderr: true,
  })
  worker.unref()
  return new Promise((resolve) => {
    const clock = setTimeout(() => end(''), patienceMs)
    const end = (text: string) => {
      clearTimeout(clock)
      resolve(text)
      void worker.terminate()
    }
    worker.on('message', (text: unknown) => end(typeof text === 'string' ? text : ''))
    worker.on('error', () => end(''))
    worker.on('exit', () => end(''))
  })
}
