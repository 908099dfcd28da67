// Reads the text of one PDF from its input, writes it to its output, and ends. A thread beside it watches the memory of
// the process: what a PDF unpacks lies outside of the heap, where no limit of the runtime counts it.
import { writeFileSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { maxPages, maxPdfMemory, maxText, pdfPatienceMs } from './limits.ts'

const lookEveryMs = 50

if (isMainThread) {
  new Worker(new URL(import.meta.url)).unref()
  asFirstToGo()
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = await textOf(new Uint8Array(Buffer.concat(chunks)))
  process.stdout.write(text, () => process.exit())
} else {
  // the other thread may be busy for as long as it likes; this one ends both, whatever became of the server
  setInterval(() => {
    if (process.memoryUsage.rss() > maxPdfMemory || performance.now() > 2 * pdfPatienceMs)
      process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
}

/** Where the machine's memory ends, Linux takes it from this process and not from the server. */
function asFirstToGo(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // not permitted
  }
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false })
  let text = ''
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && text.length < maxText; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    text += '\n'
    page.cleanup()
  }
  return text.slice(0, maxText)
}
