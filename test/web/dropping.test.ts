import { join } from 'node:path'
import { assert, describe } from 'vitest'
import { projectRoot } from '#platform/config'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, isFirefox, test, type Visitor } from './browser.ts'
import { gate } from './gate.ts'

const license = join(projectRoot, 'LICENSE')

/** Drags a file from the computer over the window, with real browser events. */
async function dragger({ page }: Visitor) {
  const session = await page.context().newCDPSession(page)
  const tell = (type: 'dragEnter' | 'dragOver' | 'drop', x: number, y: number) =>
    session.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [], files: [license], dragOperationsMask: 1 },
    })
  return {
    /** `isEarly`: before the client can show drop targets. */
    async over(x: number, y: number, { isEarly = false } = {}) {
      await tell('dragEnter', x, y)
      // the code for drop targets is loaded with the first drag
      if (!isEarly) await page.waitForFunction(() => performance.getEntriesByName('drops').length > 0)
      await tell('dragOver', x, y)
    },
    drop: (x: number, y: number) => tell('drop', x, y),
    /** Dispatched by hand, because the protocol has no command for it. */
    leave: () => page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))),
  }
}

const sign = ({ page }: Visitor) => page.locator('.drop-place:popover-open')

const waitForLink = (visitor: Visitor) =>
  visitor.page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>('#compose textarea')?.value.includes('](/user_uploads/'),
  )

describe.skipIf(!hasBrowser || isFirefox)('files dropped on the window', () => {
  test('files dropped anywhere go to the open conversation, which is highlighted', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Send me the license')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Send me the license')
    const { over, drop, leave } = await dragger(here)
    const places = [
      ['the sidebar', 60, 400],
      ['the messages', 640, 300],
      ['the people', 1200, 300],
      ['the composer', 640, 760],
    ] as const
    for (const [name, x, y] of places) {
      await over(x, y)
      await sign(here).getByText('Drop files to add them to your message to #design › release').waitFor()
      const [shown, main] = [await sign(here).boundingBox(), await page.locator('main').boundingBox()]
      assert.deepEqual(shown, main, name)
      await drop(x, y)
      await sign(here).waitFor({ state: 'detached' })
      await waitForLink(here)
      assert.match(await here.composeField.inputValue(), /^\[LICENSE\]\(\/user_uploads\/\S+\)\s*$/, name)
      assert.isTrue(await here.composeField.evaluate((it) => it === document.activeElement))
      await here.composeField.fill('')
    }
    await over(640, 300)
    await sign(here).waitFor()
    await leave()
    await sign(here).waitFor({ state: 'detached' })
    await here.composeField.fill('Here:')
    await page.keyboard.press('Alt+p')
    await page.locator('#compose-preview').waitFor()
    await over(640, 300)
    await drop(640, 300)
    await waitForLink(here)
    assert.match(await here.composeField.inputValue(), /^Here:\n\[LICENSE\]/)
    assert.isTrue(page.url().endsWith(hash))
    assert.deepEqual(here.complaints, [])
  })

  test('files dropped on a message being edited go there', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('My words', ada)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.message('My words').focus()
    await page.keyboard.press('e')
    const field = page.locator('.edit-field textarea')
    await field.waitFor()
    const { x, y } = (await field.boundingBox()) ?? { x: 0, y: 0 }
    const { over, drop } = await dragger(here)
    await over(x + 20, y + 10)
    await sign(here).getByText('Drop files to add them to this message').waitFor()
    assert.deepEqual(await sign(here).boundingBox(), await page.locator('.edit-field').boundingBox())
    await drop(x + 20, y + 10)
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.edit-field textarea')?.value.includes('](/user_uploads/'),
    )
    assert.equal(await page.locator('#compose textarea').inputValue(), '')
    assert.deepEqual(here.complaints, [])
  })

  test('files dropped before the client has loaded are attached once it has', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Send me the license')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Send me the license')
    const { over, drop } = await dragger(here)
    // the whole client, and the parts loaded after the first view
    for (const [part, isThere] of [
      ['index', '#app'],
      ['later', '#compose textarea'],
    ] as const) {
      const { release, released } = gate()
      const pattern = new RegExp(`/app/${part}-[^/]*\\.js$`)
      const asked = page.waitForRequest(pattern)
      await page.route(pattern, async (route) => {
        await released
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      await asked
      await page.locator(isThere).waitFor({ state: 'attached' })
      await page.waitForFunction(() => document.readyState !== 'loading')
      await over(640, 300, { isEarly: true })
      await drop(640, 300)
      release()
      await here.listens()
      await waitForLink(here)
      assert.match(await here.composeField.inputValue(), /^\[LICENSE\]\(\/user_uploads\/\S+\)\s*$/, part)
      assert.isTrue(page.url().endsWith(hash), part)
      await here.composeField.fill('')
      await page.unrouteAll()
      // from then on, drops are handled immediately
      await over(640, 300)
      await drop(640, 300)
      await waitForLink(here)
      await here.composeField.fill('')
    }
    assert.deepEqual(here.complaints, [])
  })

  test('files dropped where no conversation is open are refused, and the client stays', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const { over, drop } = await dragger(here)
    for (const hash of ['#inbox', '#recent', '#settings/profile', '#channels/all', '#drafts']) {
      await here.opens(hash)
      await page.waitForFunction((wanted) => location.hash === wanted, hash)
      // a view that is still loading replaces the element under the pointer; real drags repeat dragover
      const refusal = sign(here).getByText('No conversation is open. Open one to add files.')
      do await over(640, 400)
      while (!(await refusal.isVisible()))
      await drop(640, 400)
      await sign(here).waitFor({ state: 'detached' })
      assert.isTrue(page.url().endsWith(hash))
    }
    await page.locator('#left-sidebar').waitFor()
    assert.equal(page.context().pages().length, 1)
    assert.deepEqual(here.complaints, [])
  })
})
