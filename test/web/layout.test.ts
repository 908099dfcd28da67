import { assert, describe } from 'vitest'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

const broken: readonly [what: string, html: string, complaint: RegExp][] = [
  ['a page that is too wide', '<p style="width: 900px">wide</p>', /px wide on a screen of 390/],
  [
    'text that is cut off',
    '<p style="width: 60px; overflow: hidden; white-space: nowrap">cut off somewhere</p>',
    /is cut off/,
  ],
  ['lines that are cut off', '<p style="height: 20px; overflow: hidden">one<br>two<br>three</p>', /is cut off/],
  ['texts over each other', '<p>below here</p><p style="margin-top: -32px">above there</p>', /over each other/],
  [
    'a label that is too long',
    '<button style="width: 40px; white-space: nowrap">A long label</button>',
    /out of its button/,
  ],
  [
    'a covered button',
    '<button>Send</button><div style="position: absolute; inset: 0; background: white">Nothing else</div>',
    /is covered by/,
  ],
]

describe.skipIf(!hasBrowser)('a look at the boxes of a page', () => {
  test('finds what does not stand well, and nothing else', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 600 } })
    const shows = (html: string) =>
      page.setContent(`<!doctype html><body style="font: 16px/1.25 sans-serif">${html}</body>`)
    for (const [what, html, complaint] of broken) {
      await shows(html)
      const found = await layoutProblems(page)
      assert.ok(
        found.some((line) => complaint.test(line)),
        `${what}: ${JSON.stringify(found)}`,
      )
    }
    await shows(
      '<h1>All is well</h1><p>Text, <a href="#">a link</a> and <button>a button</button></p><p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">what is cut with a sign</p>',
    )
    assert.deepEqual(await layoutProblems(page), [])
    await page.close()
  })
})
