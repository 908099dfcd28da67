import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { projectRoot } from '#platform/config'
import { maxPdfMemory, maxText, pdfPatienceMs } from './limits.ts'

/** Maximum size of a PDF, which must be in memory as a whole. */
const largestPdf = 20 * 2 ** 20
const maxBytes = 4 * maxText

/** Content types of text files that don't begin with `text/`. */
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

export const documentBytes = (contentType: string, stream: Readable): Promise<Buffer> =>
  firstBytes(stream, isPdf(contentType) ? largestPdf : maxBytes)

/** The beginning of a document's text; '' if it can't be read. */
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
  // null characters mean that it's not text
  return text.includes('\0') ? '' : text.slice(0, maxText)
}

/** Parses in a child process with limited memory and time, because a malicious PDF may use up both. */
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
    // ignore EPIPE if the process has already ended
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}
