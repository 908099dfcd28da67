import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('printing', () => {
  test('printing shows the whole open conversation with names and dates, without controls', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (let n = 1; n <= 60; n++) await say(`Line ${n}`)
    await say('```js\nlet a = 1\n```')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('let a = 1')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.locator('.message', { hasText: /Line 1$/ }).waitFor()

    for (const hidden of ['.left', '.right', '.compose', '.heading-button', '.topic-actions', '.row-actions'])
      assert.isFalse(await page.locator(hidden).first().isVisible(), hidden)
    const seen = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.message')].map((message) => message.getBoundingClientRect())
      const day = document.querySelector('.day') as Element
      return {
        messages: boxes.filter(({ height }) => height > 0).length,
        overlaps: boxes.some(({ top }, at) => at > 0 && top < (boxes[at - 1] as DOMRect).bottom - 1),
        isWhole: document.documentElement.scrollHeight >= (boxes.at(-1)?.bottom ?? 0),
        isTall: document.documentElement.scrollHeight > 2 * innerHeight,
        day: getComputedStyle(day, '::after').content,
        background: getComputedStyle(document.documentElement).backgroundColor,
        text: getComputedStyle(document.querySelector('.content') as Element).color,
        buttons: [...document.querySelectorAll('main button:not(.sender)')].filter((it) => it.checkVisibility()).length,
      }
    })
    assert.equal(seen.messages, 61)
    assert.isFalse(seen.overlaps)
    assert.isTrue(seen.isWhole && seen.isTall)
    assert.include(seen.day, String(new Date().getFullYear()))
    assert.equal(seen.background, 'rgb(255, 255, 255)')
    assert.equal(seen.text, 'rgb(35, 33, 29)')
    assert.equal(seen.buttons, 0)
    assert.isTrue(await page.getByRole('heading', { level: 1 }).isVisible())
    assert.deepEqual(here.complaints, [])
  })
})
