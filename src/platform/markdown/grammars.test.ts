import { createRequire } from 'node:module'
import type { HLJSApi, LanguageFn } from 'highlight.js'
import { expect, test } from 'vitest'
import { html } from './fixture.ts'
import { mended } from './grammars.ts'

const require = createRequire(import.meta.url)

test('links in Markdown code are highlighted', () => {
  const out = html('```markdown\nsee [the docs](https://example.org/a) and [one][two], ![x](y)\n```')
  expect(out.match(/<span class="[^"]*">[^<]*<\/span>/g)).toEqual([
    '<span class="s">the docs</span>',
    '<span class="sx">https://example.org/a</span>',
    '<span class="s">one</span>',
    '<span class="ss">two</span>',
    '<span class="s">x</span>',
    '<span class="sx">y</span>',
  ])
})

test('Markdown grammar patterns do not scan to the end of the line', () => {
  const hljs = require('highlight.js/lib/core') as HLJSApi
  const original = require('highlight.js/lib/languages/markdown') as LanguageFn
  const unbounded = (grammar: LanguageFn) => {
    const found: string[] = []
    const seen = new Set<unknown>()
    const visit = (value: unknown): void => {
      if (value instanceof RegExp && /\\\[\.[+*]\?/.test(value.source)) found.push(value.source)
      if (typeof value !== 'object' || value === null || value instanceof RegExp || seen.has(value)) return
      seen.add(value)
      for (const one of Object.values(value)) visit(one)
    }
    visit(grammar(hljs))
    return found.length
  }
  expect(unbounded(original)).toBeGreaterThan(3)
  expect(unbounded(mended('markdown', original))).toBe(0)
})
