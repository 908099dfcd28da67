import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface Layer {
  /** Selector of something visible while it's open. */
  readonly shown: string
  open(here: Visitor): Promise<unknown>
  /** Closes it without Back; Escape by default. */
  close?(page: Page): Promise<unknown>
}

const key = (name: string) => (here: Visitor) => here.page.keyboard.press(name)
const onMessage = (name: string) => async (here: Visitor) => {
  await here.message('Look:').focus()
  await here.page.keyboard.press(name)
}
const closeButton = (layer: string) => (page: Page) =>
  page.locator(layer).getByRole('button', { name: 'Close' }).click()
const pressAt = (x: number, y: number) => (page: Page) => page.mouse.click(x, y)

/** Opens a conversation from the list of recent ones, so that Back leads there. */
async function opensFromRecent(here: Visitor, hash: string): Promise<void> {
  await here.opens('#recent')
  await here.opens(hash)
  await here.sees('Look: hello')
}

const wideLayers: Record<string, Layer> = {
  'picture viewer': { shown: '.viewer', open: onMessage('v'), close: closeButton('.viewer') },
  'person card': { shown: '.card', open: onMessage('u'), close: pressAt(1_270, 790) },
  'message menu': { shown: '[role=menu]', open: onMessage('i') },
  'emoji list': { shown: '.emoji-picker', open: onMessage(':'), close: pressAt(1_270, 790) },
  palette: { shown: 'dialog.palette', open: key('Control+k') },
  'keyboard help': { shown: 'dialog.dialog', open: key('?'), close: closeButton('dialog') },
  'dialog of a message': { shown: 'dialog.dialog', open: onMessage('V'), close: closeButton('dialog') },
  'own menu': {
    shown: '.own-menu',
    open: ({ page }) => page.locator('.own-button').click(),
    close: pressAt(1_270, 790),
  },
  'place menu': {
    shown: '[role=menu]',
    open: ({ page }) => page.locator('#left-sidebar a.entry', { hasText: 'design' }).first().click({ button: 'right' }),
  },
  'search field': {
    shown: '.search-bar',
    open: key('/'),
    // the first Escape closes the suggestions
    close: async (page) => {
      await page.locator('.search-bar [role=listbox]').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    },
  },
  'send menu': {
    shown: '.send-menu',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Send options' }).click()
      await page.waitForFunction(() => document.activeElement?.closest('.send-menu'))
    },
  },
}

/** Layers that exist on phones only, or look different there. */
const phoneLayers: Record<string, Layer> = {
  'phone menu': {
    shown: '#left-sidebar',
    open: ({ page }) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
    close: (page) => page.getByRole('button', { name: 'Close menu' }).click(),
  },
  people: {
    shown: '#right-sidebar',
    open: ({ page }) => page.getByRole('button', { name: 'People' }).first().click(),
  },
  'message sheet': { shown: '.menu.sheet', open: onMessage('i'), close: pressAt(200, 40) },
  'picture viewer': {
    shown: '.viewer',
    open: ({ page }) => page.locator('.message_inline_image a').click(),
    close: closeButton('.viewer'),
  },
}

describe.skipIf(!hasBrowser)('layers', () => {
  for (const [screen, options, layers] of [
    ['wide', {}, wideLayers],
    ['phone', phone, phoneLayers],
  ] as const)
    test(`Back closes every layer before it leaves the conversation: ${screen}`, async ({
      society,
      ada,
      ben,
      visit,
    }) => {
      const { hash, say } = await makeTopic(society, [ada, ben])
      const plan = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a50' } })
        .png()
        .toBuffer()
      const { url } = await upload(ben, 'plan.png', plan)
      await say(`Look: [the plan](${url})`)
      const here = await visit(ada, options)
      const { page } = here
      await here.opens('#recent')
      const before = page.getByRole('heading', { level: 1, name: 'Inbox · All' })
      await before.waitFor()
      for (const [name, { shown, open, close }] of Object.entries(layers)) {
        await here.opens(hash)
        await here.sees('Look:')
        await page.locator('.message_inline_image img').waitFor()
        const layer = page.locator(shown)
        for (const way of ['Back', 'without Back']) {
          await open(here)
          await layer.waitFor({ state: 'visible' })
          if (way === 'Back') await page.goBack()
          else if (close) await close(page)
          else await page.keyboard.press('Escape')
          await layer.waitFor({ state: 'hidden' })
          assert.isTrue(await here.message('Look:').isVisible(), `${name}: the conversation stays, ${way}`)
        }
        await page.waitForFunction(() => !history.state.layers)
        await page.goBack()
        await before.waitFor().catch(() => assert.fail(`${name}: Back leaves the conversation`))
        await page.goForward()
        await here.sees('Look:')
        assert.isFalse(await layer.isVisible(), `${name}: Forward opens nothing again`)
        await page.goBack()
        await before.waitFor()
      }
      assert.deepEqual(here.complaints, [])
    })

  test('Back after a layer led elsewhere returns to the conversation at once', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Look: hello')
    const here = await visit(ada)
    const { page } = here
    const inConversation = async (way: string) => {
      await here.sees('Look: hello').catch(() => assert.fail(`${way}: not back in the conversation`))
      assert.equal(await page.locator('dialog, :popover-open').count(), 0, way)
    }
    const inbox = page.getByRole('heading', { level: 1, name: 'Inbox' })
    const ways: Record<string, () => Promise<unknown>> = {
      palette: async () => {
        await page.keyboard.press('Control+k')
        await page.locator('dialog.palette').waitFor()
        await page.keyboard.type('inbox')
        await page.locator('.palette [role=option]', { hasText: 'Inbox' }).first().waitFor()
        await page.keyboard.press('Enter')
      },
      'palette after Escape': async () => {
        await page.keyboard.press('Control+k')
        await page.locator('dialog.palette input:focus').waitFor()
        await page.keyboard.press('Escape')
        await page
          .locator('#left-sidebar')
          .getByRole('link', { name: /^Inbox/ })
          .click()
      },
      'dialog from a menu': async () => {
        await here.message('Look:').focus()
        await page.keyboard.press('i')
        await page.getByRole('menuitem', { name: 'View read receipts' }).click()
        await page.locator('dialog.dialog').waitFor()
        await page.evaluate(() => {
          const links = document.querySelectorAll<HTMLAnchorElement>('#left-sidebar a')
          for (const link of links) if (link.textContent?.startsWith('Inbox')) link.click()
        })
      },
      'card in a sidebar': async () => {
        await here.message('Look:').focus()
        await page.keyboard.press('u')
        await page.locator('.card').waitFor()
        await page
          .locator('#left-sidebar')
          .getByRole('link', { name: /^Inbox/ })
          .click()
      },
    }
    await here.opens(hash)
    for (const [way, lead] of Object.entries(ways)) {
      await inConversation(way)
      await lead()
      await inbox.waitFor()
      assert.equal(await page.locator('dialog, :popover-open').count(), 0, way)
      await page.goBack()
      await inConversation(way)
    }
    assert.deepEqual(here.complaints, [])
  })

  test('a dialog opened while its menu leaves the history stays open', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Look: hello')
    const here = await visit(ada)
    const { page } = here
    await opensFromRecent(here, hash)
    await here.message('Look:').focus()
    await page.keyboard.press('i')
    await page.locator('[role=menu]').waitFor()
    // delay history.go until the dialog is open
    await page.evaluate(() => {
      const go = history.go.bind(history)
      history.go = (by) => {
        const opened = new MutationObserver(() => {
          if (!document.querySelector('dialog[open]')) return
          opened.disconnect()
          history.go = go
          go(by)
        })
        opened.observe(document.body, { childList: true, attributes: true, subtree: true })
      }
      // delay the dialog until after its menu has closed
      const close = HTMLElement.prototype.hidePopover
      HTMLElement.prototype.hidePopover = function () {
        HTMLElement.prototype.hidePopover = close
        close.call(this)
        addEventListener('popstate', () => document.body.setAttribute('data-moved', ''), { once: true })
      }
    })
    await page.getByRole('menuitem', { name: /^Remind me/ }).click()
    await page.locator('body[data-moved]').waitFor()
    await page.waitForFunction(() => history.state.layers === 1)
    assert.isTrue(await page.locator('dialog.dialog').isVisible())
    await page.goBack()
    await page.locator('dialog.dialog').waitFor({ state: 'hidden' })
    assert.isTrue(await here.message('Look:').isVisible())
    assert.deepEqual(here.complaints, [])
  })

  test('Back closes one layer at a time', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Look: hello')
    const here = await visit(ada, phone)
    const { page } = here
    await opensFromRecent(here, hash)
    await page.getByRole('button', { name: 'People' }).first().click()
    const people = page.locator('#right-sidebar')
    await people.getByRole('link', { name: /Ben/ }).waitFor()
    await people.getByRole('link', { name: /Ben/ }).click({ button: 'right' })
    const menu = page.locator('[role=menu]')
    await menu.getByRole('menuitem', { name: /card|profile/i }).click()
    const card = page.locator('.card')
    await card.waitFor()
    await page.goBack()
    await card.waitFor({ state: 'hidden' })
    assert.isTrue(await people.isVisible())
    await page.goBack()
    await people.waitFor({ state: 'hidden' })
    assert.isTrue(await here.message('Look: hello').isVisible())
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inbox · All' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a page reloaded under a layer needs one Back', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Look: hello')
    const here = await visit(ada)
    const { page } = here
    await opensFromRecent(here, hash)
    await page.keyboard.press('?')
    await page.locator('dialog.dialog').waitFor()
    await page.waitForFunction(() => history.state.layers === 1)
    await page.reload()
    await here.listens()
    await here.sees('Look: hello')
    await page.waitForFunction(() => !history.state.layers)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inbox · All' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a click next to an image closes the viewer', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const plan = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a50' } })
      .png()
      .toBuffer()
    const { url } = await upload(ben, 'plan.png', plan)
    await say(`Look: [the plan](${url})`)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    const viewer = page.locator('.viewer')
    const picture = viewer.locator('.viewer-stage img')
    for (const beside of ['left', 'below'] as const) {
      await page.locator('.message_inline_image a').click()
      await picture.waitFor()
      await page.waitForFunction(
        () => (document.querySelector('.viewer-stage img') as HTMLImageElement | null)?.naturalWidth,
      )
      const { x, y, width, height } = (await picture.boundingBox()) as NonNullable<
        Awaited<ReturnType<typeof picture.boundingBox>>
      >
      await picture.click()
      assert.isTrue(await viewer.isVisible(), 'a click on the picture keeps it open')
      // dragged from the image to next to it
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x - 40, y + 10)
      await page.mouse.up()
      assert.isTrue(await viewer.isVisible(), 'a drag keeps it open')
      await page.mouse.click(beside === 'left' ? x - 40 : x + 20, beside === 'left' ? y + 10 : y + height + 40)
      await viewer.waitFor({ state: 'hidden' })
    }
    assert.deepEqual(here.complaints, [])
  })
})
