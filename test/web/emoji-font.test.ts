import type { Page } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

const patience = { timeout: 180_000, interval: 50 }

/** The parts of the emoji font that the page loaded, with their sizes. */
const loadedParts = (page: Page): Promise<[part: number, bytes: number][]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap((entry) => {
      const [, part] = /noto-color-emoji-(\d+)-[^/]*\.woff2$/.exec(entry.name) ?? []
      return part ? [[Number(part), (entry as PerformanceResourceTiming).decodedBodySize]] : []
    }),
  )

const eventuallyLoads = (page: Page, parts: number[]) =>
  expect
    .poll(async () => [...new Set((await loadedParts(page)).map(([part]) => part))].sort((a, b) => a - b), patience)
    .toEqual(parts)

/** Widths of texts in the font of emoji, in pixels. */
const widths = (page: Page, texts: readonly string[]): Promise<number[]> =>
  page.evaluate(async (texts) => {
    await document.fonts.ready
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.font = '40px "Noto Color Emoji"'
    return texts.map((text) => Math.round(context.measureText(text).width))
  }, texts)

describe.skipIf(!hasBrowser)('without a color emoji font', () => {
  test('a page loads only the parts of the font that it shows', async ({ society, ada, ben, visit, skip }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await say('Welcome 👋 and 🎉')
    await here.sees('Welcome')
    const isLoaded = () =>
      page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Loquat Emoji')))
    await expect.poll(isLoaded, patience).toBe(true)
    const hasParts = await page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Noto Color')))
    if (!hasParts) skip('this computer has an emoji font')
    await eventuallyLoads(page, [11])
    const [[, bytes]] = (await loadedParts(page)) as [[number, number]]
    assert.isBelow(bytes, 25_000)
    await say('From 🇩🇪')
    await here.sees('From')
    await eventuallyLoads(page, [0, 11])
    await say('Family 👨‍👩‍👧 and 👋🏽')
    await here.sees('Family')
    // each sequence is drawn as one picture, as wide as any other
    const texts = ['👋', '👨‍👩‍👧', '👋🏽', '❤️‍🔥', '🇩🇪', '😮‍💨']
    await expect.poll(async () => new Set(await widths(page, texts)).size, patience).toBe(1)
  })
})
