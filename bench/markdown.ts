import { benchContext, hostileTexts, realMessages } from '../src/platform/markdown/hostile.ts'
import { renderMarkdown } from '../src/platform/markdown/index.ts'

export interface Row {
  what: string
  value: number
  unit: string
}

const SAMPLE = [
  'that makes sense, thanks so much! :smile:',
  '@**Ada Lovelace** could you look at #**design>colours** before noon?',
  'See https://example.org/a/b?c=d and [the docs](https://docs.example.org), fixes #123.',
  '> quoted line\n\nI do not think so: `x + 1` is enough.',
  '```python\ndef f(x):\n    return x + 1\n```',
  'So $$a^2 + b^2 = c^2$$ holds.',
  '* one\n* two\n  * two and a half\n\n1. first\n2. second',
]

function time(texts: readonly string[]): number {
  const start = performance.now()
  for (const text of texts) renderMarkdown(text, benchContext)
  return performance.now() - start
}

/** How fast real messages render, and how long the worst text takes. */
export async function benchMarkdown(): Promise<Row[]> {
  const real = realMessages()
  const texts = real ?? Array.from({ length: 700 }, () => SAMPLE).flat()
  const heapBefore = process.memoryUsage().heapUsed
  const first = time(texts.slice(0, 2000))
  const all = time(texts)
  const each = texts.map((text) => time([text])).sort((a, b) => a - b)
  const rows: Row[] = [
    { what: `messages (${real ? 'real' : 'sample'})`, value: texts.length, unit: '' },
    { what: 'first 2,000 messages, cold', value: first / Math.min(2000, texts.length), unit: 'ms each' },
    { what: 'all messages, warm', value: texts.length / (all / 1000), unit: 'messages/s' },
    { what: 'median', value: each[Math.floor(each.length / 2)]!, unit: 'ms' },
    { what: '99th percentile', value: each[Math.floor(each.length * 0.99)]!, unit: 'ms' },
    { what: 'slowest real message', value: each.at(-1)!, unit: 'ms' },
    { what: 'heap gained', value: (process.memoryUsage().heapUsed - heapBefore) / 1e6, unit: 'MB' },
  ]
  for (const length of [10_000, 100_000]) {
    const times = Object.entries(hostileTexts(length)).map(([name, text]) => ({ name, ms: time([text]) }))
    times.sort((a, b) => b.ms - a.ms)
    for (const { name, ms } of times.slice(0, 3)) {
      rows.push({ what: `hostile text of ${length / 1000}k: ${name}`, value: ms, unit: 'ms' })
    }
  }
  return rows
}
