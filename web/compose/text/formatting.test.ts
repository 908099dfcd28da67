import { expect, test } from 'vitest'
import { withoutCode } from './code.ts'
import { type Edit, edited } from './editing.ts'
import { blockOpened, continued, type Format, format, linked } from './formatting.ts'

/** Parses a marked selection: `a «b» c`, or `a ‸ c` for a caret. */
function read(marked: string): [string, number, number] {
  const caret = marked.indexOf('‸')
  if (caret >= 0) return [marked.replace('‸', ''), caret, caret]
  const [from, to] = [marked.indexOf('«'), marked.indexOf('»')]
  return [marked.replace(/[«»]/g, ''), from, to - 1]
}
function show(text: string, edit: Edit): string {
  const after = edited(text, edit)
  const [from, to] = edit.select
  return from === to
    ? `${after.slice(0, from)}‸${after.slice(from)}`
    : `${after.slice(0, from)}«${after.slice(from, to)}»${after.slice(to)}`
}
const done = (kind: Format, marked: string): string => {
  const [text, from, to] = read(marked)
  return show(text, format(kind, text, from, to))
}

test.each<[Format, string, string]>([
  ['bold', 'very «important » news', 'very **«important»**  news'],
  ['bold', 'a ‸', 'a **‸**'],
  ['italic', '**«both»**', '***«both»***'],
  ['struck', '«gone»', '~~«gone»~~'],
  ['code', 'run «npm» now', 'run `«npm»` now'],
  ['mathematics', '«x^2»', '$$«x^2»$$'],
  ['bulleted', '«one\ntwo»', '«- one\n- two»'],
  ['numbered', 'one‸', '1. one‸'],
  ['bulleted', '«1. one\n2. two»', '«- one\n- two»'],
])('%s of %j', (kind, before, after) => {
  expect(done(kind, before)).toBe(after)
})

test.each<[Format, string]>([
  ['bold', 'very «important» news'],
  ['italic', '**«both»**'],
  ['struck', '«gone»'],
  ['code', '«npm»'],
  ['bulleted', '«one\ntwo»'],
  ['numbered', '«one\ntwo»'],
])('%s twice is as if nothing had happened', (kind, before) => {
  expect(done(kind, done(kind, before))).toBe(before)
})

test('blocks are on their own lines, with long enough fences', () => {
  expect(done('quote', 'He said «so»')).toBe('He said \n```quote\n«so»\n```')
  expect(done('quote', '«```js\na\n```»')).toBe('````quote\n«```js\na\n```»\n````')
  expect(done('spoiler', '«They ship it»')).toBe('```spoiler «Header»\nThey ship it\n```')
})

test('a link selects its URL, and formatting it again removes it', () => {
  expect(done('link', 'see «the plan»')).toBe('see [the plan](«url»)')
  expect(done('link', '«https://example.com»')).toBe('[‸](https://example.com)')
  expect(done('link', '«[a](https://b.example)»')).toBe('«a https://b.example»')
})

test("pasting a URL over text makes a link, unless that's a URL", () => {
  const over = (marked: string, pasted: string) => {
    const [text, from, to] = read(marked)
    const edit = linked(text, from, to, pasted)
    return edit && show(text, edit)
  }
  expect(over('see «the plan»', 'https://example.com/a')).toBe('see [the plan](https://example.com/a)‸')
  expect(over('see «https://a.example»', 'https://b.example')).toBeUndefined()
  expect(over('see «the plan»', 'not an address')).toBeUndefined()
  expect(over('see ‸', 'https://example.com')).toBeUndefined()
})

test('Enter continues a list, ends it after an empty item, ignores code', () => {
  const entered = (marked: string) => {
    const [text, caret] = read(marked)
    const edit = continued(text, caret)
    return edit && show(text, edit)
  }
  expect(entered('- one‸')).toBe('- one\n- ‸')
  expect(entered('  9. nine‸')).toBe('  9. nine\n  10. ‸')
  expect(entered('- one\n- ‸')).toBe('- one\n‸')
  expect(entered('```\n- one‸')).toBeUndefined()
  expect(entered('```quote\n- one‸')).toBe('```quote\n- one\n- ‸')
  expect(entered('words‸')).toBeUndefined()
})

test('Enter after a typed fence opens a block and closes it', () => {
  const entered = (marked: string) => {
    const [text, caret] = read(marked)
    const edit = blockOpened(text, caret)
    return edit && show(text, edit)
  }
  expect(entered('```js‸')).toBe('```js\n‸\n```')
  expect(entered('```‸')).toBe('```\n‸\n```')
  expect(entered('so:\n~~~~ py‸\nend')).toBe('so:\n~~~~ py\n‸\n~~~~\nend')
  expect(entered('```spoiler They ship‸')).toBe('```spoiler They ship\n‸\n```')
  expect(entered('````quote\n```js‸')).toBe('````quote\n```js\n‸\n```')
  // a block that's already closed gets a line
  expect(entered('```js‸\n```')).toBe('```js\n‸\n```')
  // closing fences and inline code don't open a block
  expect(entered('```js\nx\n```‸')).toBeUndefined()
  expect(entered('```quote\nwords\n```‸')).toBeUndefined()
  expect(entered('```js`‸')).toBeUndefined()
  expect(entered('```j‸s')).toBeUndefined()
  expect(entered('words‸')).toBeUndefined()
})

test('code mentions no one', () => {
  expect(withoutCode('@**Ada** `@**Ben**`\n```\n@**Cleo**\n```\nend')).toBe('@**Ada** \n```\nend')
})
