import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, describe, expect } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser } from './browser.ts'
import { launchChromiumIn } from './chromium.ts'
import { cachesIn, isKept, test } from './kept-client.ts'

describe.skipIf(!hasBrowser)('the installed client', () => {
  test('content shared from other programs opens a new message with it', async ({
    ada,
    visit,
    address,
    front,
    behind,
  }) => {
    const here = await visit(ada)
    const { page } = here
    await isKept(here, 2)
    await page.goto(`${address}/#new-message`)
    await here.listens()
    await page.getByRole('form', { name: 'Compose' }).getByText('Post in a channel').waitFor()
    assert.equal(new URL(page.url()).hash, '', 'going back, or loading it again, does not begin another')
    // like a system share: only the worker's redirect leads on
    const share = async (files: readonly string[]) => {
      await page.evaluate((names) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.enctype = 'multipart/form-data'
        form.action = 'share'
        for (const [name, value] of [
          ['title', 'Soup'],
          ['text', 'A recipe'],
          ['url', 'https://soup.example/recipe'],
        ] as const) {
          const input = document.createElement('input')
          Object.assign(input, { name, value })
          form.append(input)
        }
        const input = document.createElement('input')
        Object.assign(input, { type: 'file', name: 'files', multiple: true })
        const given = new DataTransfer()
        for (const name of names) given.items.add(new File([`of ${name}`], name, { type: 'text/plain' }))
        input.files = given.files
        form.append(input)
        document.body.append(form)
        form.submit()
      }, files)
      await here.listens()
    }
    await share(['peas.txt', 'ünïcode & more.txt'])
    const field = page.getByRole('textbox', { name: /^(Message |Write a message)/ })
    await expect
      .poll(() => field.inputValue(), { timeout: 180_000 })
      .toMatch(/^Soup\nA recipe\nhttps:\/\/soup\.example\/recipe/)
    await expect
      .poll(async () => (await field.inputValue()).match(/\]\(\/user_uploads\//g)?.length, { timeout: 180_000 })
      .toBe(2)
    assert.match(await field.inputValue(), /ünïcode/)
    assert.deepEqual(
      (await cachesIn(page)).filter((name) => name.endsWith('shared')),
      [],
    )
    await page.reload()
    await here.listens()
    front.leadTo(behind.retiring)
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    })
    await page.goto(`${address}/`)
    await here.listens()
    await share([])
    await page.getByText('Share it again').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('the installed app follows links, and asks before leaving the organization', async ({
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('This is where it leads')
    const here = await visit(ada)
    const opens = async (link: string) => {
      await here.page.goto('about:blank')
      await here.page.goto(`${address}/#open/${encodeURIComponent(link)}`)
      await here.listens()
    }
    const { host } = new URL(address)
    await opens(`web+loquat://${host}/${hash}`)
    await here.sees('This is where it leads')
    assert.equal(new URL(here.page.url()).hash, hash)
    await here.opens(`#open/${encodeURIComponent(`web+zulip://${host}/#recent`)}`)
    await here.page.getByRole('heading', { level: 1, name: 'Inbox · All' }).waitFor()
    await opens('web+loquat://chat.other.example/#narrow/dm/7')
    await here.page.getByText('This link goes to chat.other.example.').waitFor()
    assert.equal(new URL(here.page.url()).host, host)
    await opens('javascript://x/#narrow')
    await here.page.getByText('This link isn’t valid.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('browsers offer to install the client', async ({ ada, visit, address }) => {
    const { page } = await visit(ada)
    const folder = await mkdtemp(join(tmpdir(), 'loquat-browser-'))
    // browsers make no offer in private windows
    const { context } = await launchChromiumIn(folder)
    try {
      await context.addCookies(await page.context().cookies())
      const own = await context.newPage()
      await own.goto(`${address}/`)
      await own.locator('#left-sidebar').waitFor({ state: 'attached' })
      await own.evaluate(() => navigator.serviceWorker.ready)
      const session = await context.newCDPSession(own)
      const { errors, data } = await session.send('Page.getAppManifest')
      assert.deepEqual(errors, [])
      assert.equal(JSON.parse(data ?? '').name, 'Analytical Engine Society')
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      assert.deepEqual(installabilityErrors, [])
    } finally {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    }
    // the event behind the browser's offer, which only a visible window would get
    const asked = await page.evaluate(async () => {
      let count = 0
      dispatchEvent(
        Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => ++count }),
      )
      const menu = document.querySelector<HTMLElement>('.own-button')
      menu?.click()
      for (;;) {
        const button = [...document.querySelectorAll<HTMLElement>('.own-menu button')].find((one) =>
          one.textContent?.includes('Install'),
        )
        if (button) {
          button.click()
          return count
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    assert.equal(asked, 1)
  })
})
