import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asUserId, type UserId } from '#contract'
import { context } from '../fixture.ts'
import { benchContext, demonstrationTexts, hostileTexts, realMessages } from '../hostile.ts'
import { renderBriefly, renderMarkdown, renderText, renderTexts } from '../index.ts'
import { renderSource } from '../markdown.ts'
import type { Pack } from './protocol.ts'
import { isCheap, renderPool } from './rendering.ts'

/** A thread that hangs on one text and returns the others unchanged. */
const hangingProgram = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (pack) => {
    const { texts } = JSON.parse(pack)
    if (texts.some(({ text }) => text.includes('hang'))) for (;;);
    parentPort.postMessage({ answer: JSON.stringify(texts.map(({ text: html }) => ({ rendered: { html } }))) })
  })
  parentPort.postMessage({ ready: true })
`

test('a thread renders texts like the server, including lookups', async () => {
  const texts = [
    '@**Ada Lovelace** @_**Ada Lovelace** @**|1** @*devs* @**nobody** @**all**',
    '#**announce** #**announce>topic** #**announce>topic@7** #**no such channel** :custom: :smile: :nothing:',
    '[a](/user_uploads/1/a/b.png) ![b](/user_uploads/1/a/b.png) https://example.org/x.png',
    '#12 repo#3 $$x^2$$ :)\n```py\nx = 1\n```\n> quoted @**Ada Lovelace**',
    '/me waves',
    ...demonstrationTexts(),
    ...(realMessages() ?? []).slice(0, 500),
  ]
  for (const one of [context, benchContext])
    for (const text of texts) expect(await renderText(text, one, 'a'), text).toEqual(renderMarkdown(text, one))
})

test('texts rendered together equal those rendered one by one', async () => {
  const texts = ['@**Ada Lovelace** \ud800', '#**announce**', 'plain', '```py\nx\n```', ...demonstrationTexts(), '']
  const asked = texts.map((text, index) => ({ text, context: index % 2 ? context : benchContext }))
  expect(await renderTexts(asked, 'a')).toEqual(asked.map((one) => renderMarkdown(one.text, one.context)))
  expect(await renderTexts([], 'a')).toEqual([])
})

test('a lookup is answered for its own text, once', async () => {
  const asked: string[] = []
  const named = (id: UserId) => ({
    realmUrl: 'https://chat.example.org',
    usersByName: (name: string) => {
      asked.push(name)
      return [{ id, full_name: name }]
    },
  })
  // the formula sends them to a thread
  const texts = ['@**Ada** $$x$$', '@**Ada** and @**Ada** $$x$$']
  const all = await Promise.all(texts.map((text, id) => renderText(text, named(asUserId(id)), 'a')))
  expect(all.map(({ mentionedUserIds }) => [...mentionedUserIds])).toEqual([[0], [1]])
  expect(asked).toEqual(['Ada', 'Ada'])
})

test('likely mentions and emoji are sent along, avoiding a second rendering', async () => {
  const packs: Pack[] = []
  const pool = renderPool({ threads: 1, limitMs: 60_000 })
  const run = pool.run.bind(pool)
  pool.run = (queueKey, pack) => {
    packs.push(pack)
    return run(queueKey, pack)
  }
  const texts = [
    '@**Ada Lovelace|1** @_**Ada Lovelace** @**|1** @**Nobody|999**',
    ':custom::smile: @**nobody** 12:30:00',
  ]
  const asked = texts.flatMap((text) => [context, { ...context }].map((one) => ({ text, context: one })))
  expect(await renderTexts(asked, 'a', pool)).toEqual(asked.map((one) => renderMarkdown(one.text, one.context)))
  expect(packs).toMatchObject([{ contexts: [{}], texts: asked.map(({ text }) => ({ text, context: 0 })) }])
  await pool.close()
})

test('only short texts without formulas and blocks of code are rendered in the server’s thread', () => {
  for (const text of ['$$x$$', '```\nx\n```', '> ~~~py\n> x', 'a'.repeat(1_001)]) expect(isCheap(text)).toBe(false)
  for (const text of ['@**a** :a: `x` https://a.org', '# 漢字 | 1', '', 'a'.repeat(1_000)])
    expect(isCheap(text)).toBe(true)
  const texts = [
    ...Object.values(hostileTexts(1_000)),
    ...demonstrationTexts(),
    ...(realMessages() ?? []).slice(0, 2_000),
  ]
  const plain = { ...context, linkifiers: [] }
  // brief rendering skips formulas and highlighting, so it differs where a text has any
  for (const text of texts.filter(isCheap)) expect(renderBriefly(text, plain)).toEqual(renderMarkdown(text, plain))
})

test('renderBriefly shows formulas and code as typed', () => {
  expect(renderBriefly('**a** $$x$$', context).html).toBe(
    '<p><strong>a</strong> <span class="tex-error">$$x$$</span></p>',
  )
  expect(renderBriefly('```py\nx = 1\n```', context).html).toMatch(/<code>x = 1\n<\/code>/)
})

test('hostile texts finish within the limit, and others run in between', async () => {
  const hostile = Object.entries(hostileTexts(10_000)).map(async ([name, text]) => {
    const { html } = await renderText(text, benchContext, 'a')
    // words without markup look the same either way
    const isItself = renderMarkdown(text, benchContext).html === renderSource(text).html
    expect(isItself || html !== renderSource(text).html, name).toBe(true)
  })
  for (let count = 0; count < 20; count++)
    expect((await renderText('*b*', benchContext, 'b')).html).toBe('<p><em>b</em></p>')
  await Promise.all(hostile)
})

test('an endless text does not affect others in its pack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-threads-'))
  const file = join(folder, 'thread.mjs')
  await writeFile(file, hangingProgram)
  const pool = renderPool({ file, threads: 1, limitMs: 1_000 })
  const texts = ['$$a$$', '$$hang$$', '$$b$$'].map((text) => ({ text, context: { realmUrl: 'https://a.example' } }))
  const all = await renderTexts(texts, 'a', pool)
  expect(all.map(({ html }) => html)).toEqual(['$$a$$', '<p>$$hang$$</p>', '$$b$$'])
  await pool.close()
  await rm(folder, { recursive: true })
})
