// Reads a PDF from stdin and writes its text to stdout. A second thread limits the memory of the process, because a PDF
// unpacks outside the heap, where Node's limits don't apply.
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
  // this thread kills the process even if the other one is busy or the server is gone
  setInterval(() => {
    if (process.memoryUsage.rss() > maxPdfMemory || performance.now() > 2 * pdfPatienceMs)
      process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
}

/** Makes Linux's OOM killer choose this process instead of the server. */
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
