import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { gate } from './gate.ts'

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a50' } })
    .png()
    .toBuffer()

const boxes = ({ page }: Visitor) =>
  page.locator('.content img').evaluateAll((all) =>
    all.map((it) => {
      const { width, height } = it.getBoundingClientRect()
      return [Math.round(width), Math.round(height)]
    }),
  )

/** A message's position, once two consecutive frames agree. */
async function topOf(here: Visitor, text: string): Promise<number> {
  await here.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await here.message(text).first().boundingBox())?.y ?? -1
}

const allCame = ({ page }: Visitor) =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLImageElement>('.content img')]
    // images out of view load later
    return all.every((it) => {
      const { top, bottom } = it.getBoundingClientRect()
      return bottom < 0 || top > innerHeight || (it.complete && it.naturalWidth > 0)
    })
  })

describe.skipIf(!hasBrowser)('loading images', () => {
  for (const width of [1280, 390])
    test(`uploaded pictures have their final size before they load, ${width} px wide`, async ({
      society,
      ada,
      ben,
      visit,
    }) => {
      const { hash, say } = await makeTopic(society, [ada, ben])
      for (const [wide, high] of [
        [1200, 300],
        [200, 900],
        [64, 48],
        [1000, 333],
      ] as const) {
        const { url } = await upload(ben, `${wide}.png`, await png(wide, high))
        await say(`[${wide} wide](${url})`)
        await say(`![inline](${url})`)
      }
      const here = await visit(ada, { viewport: { width, height: 800 } })
      const { release, released } = gate()
      await here.page.route(/\/user_uploads\//, async (route) => {
        await released
        await route.continue()
      })
      await here.opens(hash)
      await here.page.locator('.content img').nth(7).waitFor({ state: 'attached' })
      const before = await boxes(here)
      assert.isTrue(before.every(([wide = 0, high = 0]) => wide >= 48 && high >= 48))
      release()
      await allCame(here)
      assert.deepEqual(await boxes(here), before)
      const [banner, , tower] = before as [number[], number[], number[]]
      // at most 420 by 300, in proportion
      const room = width === 1280 ? 420 : (banner[0] as number)
      assert.deepEqual(banner, [room, Math.round(room / 4)])
      assert.deepEqual(tower, [67, 300])
      assert.deepEqual(here.complaints, [])
    })

  test('a linked message keeps its place while images above and below it load', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const { url } = await upload(ben, 'tall.png', await png(300, 280))
    for (let count = 0; count < 6; count++) {
      await say(`[tall ${count}](${url})`)
      // the size of images on other servers is unknown
      await say(`Look ${count} https://pictures.example/${count}.png`)
    }
    const target = await say('This is the one')
    for (let count = 6; count < 12; count++) {
      await say(`[tall ${count}](${url})`)
      await say(`Look ${count} https://pictures.example/${count}.png`)
    }
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { release, released } = gate()
    await here.page.route(/\/user_uploads\//, async (route) => {
      await released
      await route.continue()
    })
    const body = await png(320, 240)
    let foreign = 0
    await here.page.route(/\/external_content\//, async (route) => {
      await released
      foreign++
      await route.fulfill({ body, contentType: 'image/png' })
    })
    await here.opens(`${hash}/near/${target}`)
    await here.sees('This is the one')
    const before = await topOf(here, 'This is the one')
    assert.isAbove(before, 0)
    release()
    await allCame(here)
    assert.isAbove(foreign, 0)
    assert.closeTo(await topOf(here, 'This is the one'), before, 2)
    // once the reader scrolls, the top row is held instead
    await here.page.locator('.feed').hover()
    await here.page.mouse.wheel(0, 900)
    await here.page.waitForFunction((top) => {
      const row = [...document.querySelectorAll('article')].find((it) => it.textContent?.includes('This is the one'))
      return (row?.getBoundingClientRect().top ?? top) < top - 400
    }, before)
    assert.deepEqual(here.complaints, [])
  })
})
