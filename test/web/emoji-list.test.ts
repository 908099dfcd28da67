import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { settles } from './in-view.ts'

async function opensList(here: Visitor): Promise<void> {
  await here.composeField.click()
  await here.page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await here.page.getByRole('option').first().waitFor()
  await settles(here.page.locator('.emoji-picker'))
}

/** The parts of the list that are cut off by the window or by the list itself. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const list = document.querySelector('.emoji-list') as HTMLElement
    const parts: readonly (readonly [string, Element | null | undefined])[] = [
      ['the list', document.querySelector('.emoji-picker')],
      ['the search field', document.querySelector('.emoji-picker input')],
      ['the name of the chosen emoji', document.querySelector('.emoji-foot')],
      ['the chosen emoji', list.querySelector('[aria-selected="true"]')],
    ]
    return parts.flatMap(([name, part]) => {
      const box = part?.getBoundingClientRect()
      if (!box) return [`${name} is missing`]
      const frame = list.contains(part as Element) ? list.getBoundingClientRect() : { top: 0, bottom: innerHeight }
      return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1 ? [] : [name]
    })
  })

describe.skipIf(!hasBrowser)('the emoji list', () => {
  test('the emoji list fits into low windows, and shows the chosen emoji', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    for (const [width, height] of [
      [1280, 800],
      [1280, 320],
      [900, 260],
      [390, 844],
      [390, 330],
    ] as const) {
      await page.setViewportSize({ width, height })
      await opensList(here)
      assert.deepEqual(await cutOff(page), [], `${width} ${height}`)
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'PageDown', 'PageDown', 'PageDown', 'ArrowUp']) {
        await page.keyboard.press(key)
        await page.waitForFunction(() => document.querySelector('.emoji-list [aria-selected="true"]'))
        assert.deepEqual(await cutOff(page), [], `${width} ${height} ${key}`)
      }
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Emoji' }).waitFor({ state: 'detached' })
    }
    assert.deepEqual(here.complaints, [])
  })

  test('only visible rows are drawn at any scroll position', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await opensList(here)
    assert.isBelow(await page.getByRole('option').count(), 300)
    const list = page.getByRole('listbox', { name: 'Emoji' })
    for (const part of [0.1, 0.5, 0.9, 1, 0.3, 0]) {
      const missing = await list.evaluate(async (it, to) => {
        it.scrollTop = to * (it.scrollHeight - it.clientHeight)
        for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
        const { left, top, width, height } = it.getBoundingClientRect()
        const seen = Array.from({ length: 12 }, (_, at) =>
          document.elementFromPoint(left + width / 3, top + ((at + 0.5) * height) / 12),
        )
        return seen.filter((one) => !one?.closest('[role=option], .emoji-section > p')).length
      }, part)
      // a section's last row may be partly empty
      assert.isAtMost(missing, 2, `at ${part} of the list`)
      assert.isBelow(await page.getByRole('option').count(), 300)
    }
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Enter')
    await here.page.waitForFunction(() =>
      /\S/.test(document.querySelector<HTMLTextAreaElement>('#compose textarea')?.value ?? ''),
    )
    assert.deepEqual(here.complaints, [])
  })
})
