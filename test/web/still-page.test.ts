import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import type { TestOrganization } from '../harness/index.ts'
import type { Person } from '../harness/person.ts'
import { hasBrowser, test } from './browser.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  // 1280 by 800 at 200% zoom
  { width: 640, height: 400 },
]
const views = [
  '#inbox',
  '#recent',
  '#topics/channel/',
  '#catch-up',
  '#feed',
  '#drafts',
  '#scheduled',
  '#reminders',
  '#channels/all',
  '#channels/new',
  '#groups/all',
  '#settings/appearance',
  '#settings/notifications',
  '#organization/users/active',
  '#narrow/is/starred',
  '#narrow/search/one',
  '#nonsense',
]

/** A team whose lists of channels, topics, and people are taller than any screen; returns a channel's ID. */
async function fill(org: TestOrganization, ada: Person, ben: Person): Promise<number> {
  const names = Array.from({ length: 30 }, (_, n) => `project ${String(n).padStart(2, '0')}`)
  await ada.send('POST', '/users/me/subscriptions', {
    subscriptions: names.map((name) => ({ name })),
    principals: [ada.id, ben.id],
    send_new_subscription_messages: false,
    announce: false,
  })
  for (const name of names.slice(0, 20)) await ben.sends('One thing', { channel: name, topic: 'one' })
  for (let n = 0; n < 30; n++) await ben.sends('One thing', { channel: names[0] as string, topic: `topic ${n}` })
  for (let n = 0; n < 20; n++) await org.join(`Person ${n}`)
  const { stream_id } = await ada.send('GET', '/get_stream_id', { stream: names[0] })
  return stream_id as number
}

/** Positions of the document and its parts that never scroll. */
const place = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth, scrollTop } = document.documentElement
    return {
      longer: scrollHeight - innerHeight,
      wider: scrollWidth - innerWidth,
      scrolled: scrollTop + document.body.scrollTop,
      heading: document.querySelector('main > .heading')?.getBoundingClientRect().top,
    }
  })
const still = { longer: 0, wider: 0, scrolled: 0, heading: 0 }

/** Waits until the scrolling that a wheel or key started has ended. */
const rested = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let [frames, before] = [0, -1]
        const look = () => {
          frames = scrollY === before ? frames + 1 : 0
          before = scrollY
          if (frames < 10) requestAnimationFrame(look)
          else done()
        }
        look()
      }),
  )

describe.skipIf(!hasBrowser)('the document', () => {
  test('the document never scrolls, in no view and no dialog', async ({ society, ada, ben, visit }) => {
    const channel = await fill(society, ada, ben)
    const here = await visit(ada)
    const { page } = here
    for (const view of views) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await here.opens(view.endsWith('/channel/') ? `${view}${channel}-project` : view)
      await page.locator('#messages').waitFor()
      for (const size of sizes) {
        await page.setViewportSize(size)
        await rested(page)
        assert.deepEqual(await place(page), still, `${view} ${size.width}`)
        // over parts that don't scroll, over lists that do, and over the people
        for (const [x, y] of [
          [size.width - 60, 20],
          [size.width / 2, size.height / 2],
          [size.width - 60, size.height - 30],
          [size.width - 60, size.height / 2],
        ] as const) {
          await page.mouse.move(x, y)
          for (let notch = 0; notch < 4; notch++) await page.mouse.wheel(0, 800)
          await rested(page)
          assert.deepEqual(await place(page), still, `${view} ${size.width}, wheel at ${x} ${y}`)
        }
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        for (const key of ['PageDown', 'Space', 'End']) await page.keyboard.press(key)
        await rested(page)
        assert.deepEqual(await place(page), still, `${view} ${size.width}, keys`)
      }
    }
    assert.deepEqual(here.complaints, [])
  })

  test('the document stays still behind menus, cards and dialogs', async ({ society, ada, ben, visit }) => {
    await fill(society, ada, ben)
    const here = await visit(ada)
    const { page } = here
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const key of ['?', 'Control+k', '/', 'i', ':', 'm', 'u']) {
        // the first Escape closes the layer; in a view, it leads to the home view
        await here.opens('#feed')
        await here.sees('One thing')
        await page.locator('article[data-message]').last().focus()
        await page.keyboard.press(key)
        await page.locator('dialog[open], :popover-open, main [role="combobox"]').first().waitFor()
        await rested(page)
        for (let notch = 0; notch < 3; notch++) await page.mouse.wheel(0, 800)
        await rested(page)
        const { longer, wider, scrolled } = await place(page)
        assert.deepEqual([longer, wider, scrolled], [0, 0, 0], `${key} ${size.width}`)
        await page.keyboard.press('Escape')
        await page.waitForFunction(() => !document.querySelector('dialog[open], :popover-open'))
      }
    }
    assert.deepEqual(here.complaints, [])
  })
})
