import { percentile, type Row } from '../row.ts'
import type { Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** Queries for people: each key searches all of them. */
const queries = ['@crowd 12', '@crw', '@ow 7', '@zzz', '@crowd 9999', '@bench', '@wd']

/** Main-thread cost of each key in a mention, from the key to the frame with its suggestions. */
export async function measureTypeahead(visitor: Visitor, { shared }: Stage): Promise<Row[]> {
  const { page } = visitor
  await visitor.opens(shared.hash)
  const field = page.getByRole('textbox', { name: /^Message / })
  await field.click()
  // the first letters load the typeahead, which prepares the people once
  await page.keyboard.type('@cr', { delay: 300 })
  const first = await visitor.now()
  const times: number[] = []
  for (let round = 0; round < 4; round++)
    for (const query of queries) {
      await field.fill('')
      for (const letter of query) {
        const before = await visitor.cpuMs()
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
        times.push((await visitor.cpuMs()) - before)
      }
    }
  await field.fill('')
  const sorted = times.sort((a, b) => a - b)
  return [
    { what: 'a key while somebody is named, main thread, p50', value: percentile(sorted, 0.5), unit: 'ms' },
    { what: 'the same, p99', value: percentile(sorted, 0.99), unit: 'ms', atMost: 16 },
    { what: 'longest task meanwhile', value: await visitor.longest(first), unit: 'ms', atMost: 50 },
  ]
}
