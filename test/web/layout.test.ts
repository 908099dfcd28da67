import { assert, describe } from 'vitest'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { contrastProblems } from './contrast.ts'
import { focusProblems } from './focus.ts'
import { noteKnownParts } from './known-parts.ts'
import { layoutProblems } from './layout.ts'
import { ownColourProblems } from './own-colours.ts'

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

const bar = '<div style="position: fixed; inset: 0 0 auto; height: 300px; background: white">A bar</div>'

describe.skipIf(!hasBrowser)('checks of focus and colors', () => {
  test('focus and color checks find hidden, unmarked, and indistinguishable controls', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 600 } })
    const shows = (html: string) =>
      page.setContent(`<!doctype html><body style="font: 16px/1.25 sans-serif">${html}</body>`)
    const focus = () => focusProblems(page, new Set())
    await shows(`<button>Send</button>${bar}`)
    assert.match((await focus()).join(), /has the focus and is not seen: <button class=""> Send/)
    await shows('<button style="outline: none">Send</button>')
    assert.match((await focus()).join(), /looks the same with the focus: <button class=""> Send/)
    await shows('<button>Send</button><p style="height: 900px"></p><a href="#">Below</a>')
    assert.deepEqual(await focus(), [])

    const pressed = (style: string) =>
      `<style>button { border: 1px solid } [aria-pressed="true"] { ${style} }</style><button aria-pressed="true">Bold</button>`
    const own = () => ownColourProblems(page, new Set())
    await shows(pressed('background: orange'))
    assert.match((await own()).join(), /looks the same with aria-pressed as without: <button class=""> Bold/)
    await shows(pressed('forced-color-adjust: none; background: SelectedItem'))
    assert.deepEqual(await own(), [])

    const known = new Set<string>()
    const text = (color: string) => shows(`<p style="background: white; color: ${color}">Words</p>`)
    await text('#999')
    assert.match((await contrastProblems(page, known)).join(), /color-contrast/)
    await text('#333')
    assert.deepEqual(await contrastProblems(page, known), [])
    // the same text on another background is checked again
    await shows('<section style="background: #555"><p style="color: #333">Words</p></section>')
    assert.match((await contrastProblems(page, known)).join(), /color-contrast/)
    await page.close()
  })
})

describe.skipIf(!hasBrowser)('known parts', () => {
  test('known parts are checked again when their content, place, or references change', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 600 } })
    const known = new Set<string>()
    const words = 'A sentence that is long enough to make this a part of its own, and says nothing else at all.'
    const list = (more = '') => `<ul><li>${words}</li><li><button class="nameless"${more}></button></li></ul>`
    const looks = async (html: string) => {
      await page.setContent(
        `<!doctype html><html lang="en"><title>Parts</title><body style="font: 16px/1.25 sans-serif"><main>${html}</main>`,
      )
      await noteKnownParts(page, known)
      return (await problems(page, 'all but contrast')).filter((problem) => problem.includes('nameless'))
    }
    assert.match((await looks(list())).join(), /button-name/)
    assert.deepEqual(await looks(`<h1>Elsewhere</h1>${list()}`), [], 'it is looked at once')
    assert.match((await looks(list(' id="other"'))).join(), /button-name/)
    assert.match((await looks(`<section>${list()}</section>`)).join(), /button-name/)
    const named = `<nav>${list(' aria-labelledby="name"')}</nav>`
    assert.deepEqual(await looks(`${named}<p id="name">Send</p>`), [])
    assert.match((await looks(named)).join(), /button-name/, 'what names it is gone')
    await page.close()
  })
})

describe.skipIf(!hasBrowser)('checks of layout', () => {
  test('layout checks find misplaced boxes, and nothing else', async ({ browser }) => {
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
