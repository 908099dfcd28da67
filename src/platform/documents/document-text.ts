import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { projectRoot } from '#platform/config'
import { maxPdfMemory, maxText, pdfPatienceMs } from './limits.ts'

/** Larger ones are left alone: they would have to be in memory whole. */
const largestPdf = 20 * 2 ** 20
/** Of other files the beginning is read. */
const maxBytes = 4 * maxText

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

/** As much of a document as is looked at. */
export const documentBytes = (contentType: string, stream: Readable): Promise<Buffer> =>
  firstBytes(stream, isPdf(contentType) ? largestPdf : maxBytes)

/** The beginning of what stands in a document, as far as it can be read; '' for one that is not what it says it is. */
export const textIn = async (contentType: string, bytes: Buffer): Promise<string> =>
  isPdf(contentType) ? pdfText(bytes) : decoded(bytes)

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
  return text.includes('\0') ? '' : text.slice(0, maxText)
}

/**
 * In a process of its own, with memory and time of its own: a PDF may be made to use up both. Whatever goes wrong there
 * concerns nobody else.
 */
function pdfText(bytes: Buffer): Promise<string> {
  const heapMiB = maxPdfMemory / 2 ** 20
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMiB}`, join(projectRoot, 'dist/workers/pdf.js')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    windowsHide: true,
  })
  child.unref()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = (text: string) => {
      clearTimeout(clock)
      child.kill('SIGKILL')
      resolve(text)
    }
    const clock = setTimeout(() => end(''), pdfPatienceMs)
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) end('')
    })
    child.once('error', () => end(''))
    child.once('close', (code) => end(code === 0 ? decoded(Buffer.concat(chunks)) : ''))
    // one that has ended takes no more of it
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}
