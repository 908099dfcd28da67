import { renderMarkdown } from '#platform/markdown'
import { assert, cpuMsOf, test } from '#test'
import { context } from '../../../../platform/markdown/fixture.ts'
import { catalogue } from './catalogue.ts'
import { messageOf } from './message.ts'
import { specimenSettings } from './specimens.ts'
import type { Sample } from './tool.ts'

const words = [
  '@**all** @*crew* @_**Ada** @**Ada** #**general**',
  'x](https://evil.example) [y',
  '`**``*``` $$x$$ ~~~ ||spoiler|| <time:2026-01-01> ![a](/user_uploads/1/x.png)',
  '\n\n```quote\n@**all**\n```\n# big\n* list\n> quote\n/me waves',
  '@'.repeat(30) + '*'.repeat(30),
  'ab `['.repeat(2_000),
  '\u202e\u200b 😀'.repeat(1_000),
]
const kinds = [
  undefined,
  null,
  0,
  -1e300,
  true,
  '',
  [],
  {},
  [[]],
  { a: { b: [] } },
  '__proto__',
  'constructor',
  '1e999',
]

function* variants(value: unknown, change: (one: unknown) => readonly unknown[]): Generator<unknown> {
  for (const other of change(value)) yield other
  if (Array.isArray(value))
    for (const [at, one] of value.entries()) for (const other of variants(one, change)) yield value.with(at, other)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value))
      for (const other of variants(one, change)) yield { ...value, [name]: other }
}

const filled = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((one) => filled(one, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, text)]))
}

const calls = /class="user-(?:group-)?mention|topic-mention|data-user-(?:group-)?id|stream-topic|class="stream"/

const all: (readonly [string, Sample])[] = []
for (const { name, samples } of catalogue.values())
  for (const sample of Object.values((await samples()).default)) all.push([name, sample])

async function check(name: string, { headers = {} }: Sample, payload: unknown): Promise<void> {
  const tool = catalogue.get(name)
  assert.ok(tool)
  const header = (key: string) => headers[key] ?? ''
  const message = await messageOf(tool, { payload, header, settings: specimenSettings, queueKey: 'test' })
  assert.ok(message.content.length < 15_000 && message.topic.length <= 400 && message.event.length <= 200)
  assert.doesNotMatch(message.topic, /[\n\0]/)
  assert.doesNotMatch(message.content, /[@#]_?\*/, `${name}: ${message.content.slice(0, 500)}`)
}

test('no field of any sample can mention anyone or exceed the limits', async () => {
  for (const [name, sample] of all)
    for (const text of words) {
      const one = (value: unknown) => (typeof value === 'string' ? [text] : [])
      for (const payload of variants(sample.payload, one)) await check(name, sample, payload)
      await check(name, sample, filled(sample.payload, text))
    }
})

test('every field of a sample can be missing or have another type', async () => {
  for (const [name, sample] of all)
    for (const payload of variants(sample.payload, () => kinds)) await check(name, sample, payload)
})

test('hostile texts mention no one and link nowhere else', async () => {
  for (const [name, { payload, headers = {} }] of all) {
    const tool = catalogue.get(name)
    assert.ok(tool)
    for (const text of words.slice(0, 5)) {
      const header = (key: string) => headers[key] ?? ''
      const one = (value: unknown) =>
        value === payload || typeof value !== 'string' || /^https?:/.test(value) ? [] : [text]
      for (const changed of variants(payload, one)) {
        const { content } = await messageOf(tool, {
          ...{ payload: changed, header, settings: specimenSettings },
          queueKey: 'test',
        })
        const { html, mentionedUserIds, mentionedGroupIds } = renderMarkdown(content, context)
        assert.doesNotMatch(html, calls, `${name}: ${content}`)
        assert.equal(mentionedUserIds.size + mentionedGroupIds.size, 0)
        // visible URLs are fine, and quotes can contain any links
        const outside = html.replace(/<blockquote>[\s\S]*?<\/blockquote>/g, '')
        assert.doesNotMatch(outside, /href="https:\/\/evil\.example[^"]*">(?!https:\/\/evil)/, content)
      }
    }
  }
})

test('megabytes of text in any field of a sample are handled quickly', async () => {
  for (const part of ['<', ' ', '<a ', '[', '`', '<!--']) {
    const text = part.repeat(2_000_000 / part.length)
    for (const [name, sample] of all) {
      const tool = catalogue.get(name)
      assert.ok(tool)
      const header = (key: string) => sample.headers?.[key] ?? ''
      for (const payload of variants(sample.payload, (value) => (typeof value === 'string' ? [text] : []))) {
        const ms = await cpuMsOf(() =>
          messageOf(tool, { payload, header, settings: specimenSettings, queueKey: 'test' }),
        )
        assert.ok(ms < 1_000, `${name}: ${part}, ${ms} ms`)
      }
    }
  }
})
