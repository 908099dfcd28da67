// Reads the text of one PDF, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { mostPages, mostText } from './limits.ts'

const document = await getDocumentProxy(workerData as Uint8Array, { verbosity: 0, isEvalSupported: false })
let text = ''
for (let number = 1; number <= Math.min(document.numPages, mostPages) && text.length < mostText; number++) {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
  text += '\n'
  page.cleanup()
}
parentPort?.postMessage(text.slice(0, mostText))
