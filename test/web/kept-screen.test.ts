import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, type Visitor } from './browser.ts'
import { gate } from './gate.ts'
import { onDisk, writes } from './on-disk.ts'
import { secureTest as test } from './secure-test.ts'

const keptScreen = (page: Page) => page.locator('#kept-screen')

/** Blocks the client until the returned function is called, so that only the page's own code runs. */
async function holdClient(page: Page): Promise<() => void> {
  const { release, released } = gate()
  await page.route('**/app/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a URL in a browser where nothing else is open. */
async function comesBack({ page }: Visitor, hash: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/connect`)
  await page.goto(`${origin}/${hash}`, { waitUntil: 'commit' })
}

/** Whether the first script has decided what to show. */
const isDecided = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/app/index-')))

describe.skipIf(!hasBrowser)('the startup snapshot', () => {
  test('the startup snapshot is shown until the client runs and replaces it', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const first = await say('one')
    await say('two')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('two')
    await here.composeField.fill('begun')
    await writes(page, '"hash":"#narrow')
    let registered = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/register')) registered++
    })
    const letGo = await holdClient(page)
    await comesBack(here, hash)
    await keptScreen(page).getByText('one').waitFor()
    assert.equal(await here.message('one').count(), 0, 'it is a picture of the message')
    assert.equal(await page.getByRole('button').count(), 0, 'there is nothing to press yet')
    assert.equal(await keptScreen(page).locator('textarea').inputValue(), 'begun')

    await ada.send('DELETE', `/messages/${first}`)
    letGo()
    await here.sees('two')
    await keptScreen(page).waitFor({ state: 'detached' })
    await here.message('one').waitFor({ state: 'detached' })
    assert.equal(await here.composeField.inputValue(), 'begun')
    assert.equal(registered, 0)
    await writes(page, '<p>one</p>', false)
    assert.deepEqual(here.complaints, [])
  })

  test("the snapshot isn't used in other views, second tabs, or after signing out", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('a secret')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('a secret')
    await writes(page, '"hash":"#narrow')

    let letGo = await holdClient(page)
    await comesBack(here, '#inbox')
    await isDecided(page)
    assert.equal(await keptScreen(page).count(), 0)
    letGo()
    await here.listens()

    await here.opens(hash)
    await here.sees('a secret')
    await writes(page, '"hash":"#narrow')
    const beside = await here.opensTab(hash)
    letGo = await holdClient(beside.page)
    await beside.page.reload({ waitUntil: 'commit' })
    await isDecided(beside.page)
    assert.equal(await keptScreen(beside.page).count(), 0, 'the tab that is open knows more')
    letGo()
    await beside.listens()
    await beside.page.close()

    await ada.send('DELETE', '/sessions', { include_current: true })
    await page.getByRole('alert').filter({ hasText: 'signed out' }).waitFor()
    await page.waitForFunction(
      async () => !(await indexedDB.databases()).some(({ name }) => name?.startsWith('loquat disk')),
    )
    assert.equal(await onDisk(page), undefined)
  })

  test('the snapshot is inert, even when tampered with', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('hello')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('hello')
    await writes(page, '"hash":"#narrow')
    const { origin } = new URL(page.url())
    await page.goto(`${origin}/connect`)
    await page.evaluate(async () => {
      const [{ name } = {}] = (await indexedDB.databases()).filter((one) => one.name?.startsWith('loquat disk'))
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => {
          request.onsuccess = () => resolve(request.result)
        })
      const database = await asked(indexedDB.open(name as string))
      const store = database.transaction('facts', 'readwrite').objectStore('facts')
      const screen = await asked(store.get('screen'))
      screen.html = `<p class="hostile">there</p><img src="app/none.png" onerror="top.acted = true">
        <script>top.acted = true</script><iframe srcdoc="<script>top.acted = true</script>"></iframe>
        <a href="javascript:top.acted = true">press</a><svg onload="top.acted = true"></svg>`
      await asked(store.put(screen, 'screen'))
      database.close()
    })
    const letGo = await holdClient(page)
    await page.goto(`${origin}/${hash}`, { waitUntil: 'commit' })
    await keptScreen(page).locator('.hostile').waitFor()
    assert.equal(await keptScreen(page).locator('script, iframe, [onerror], [onload], a[href]').count(), 0)
    letGo()
    await here.sees('hello')
    assert.equal(await page.evaluate(() => 'acted' in globalThis), false)
  })
})
