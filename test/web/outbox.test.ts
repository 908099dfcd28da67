import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import type { Person } from '../harness/person.ts'
import { makeTopic } from '../harness/topic.ts'
import { eventsAddress, hasBrowser, test, type Visitor } from './browser.ts'
import { gate } from './gate.ts'

const outgoing = ({ page }: Visitor, text: string) => page.locator('.outgoing', { hasText: text })

const read = async (person: Person) => {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
  })
  return (messages as { content: string; subject: string }[])
    .filter(({ subject }) => subject === 'release')
    .map(({ content }) => content)
}

describe.skipIf(!hasBrowser)('unsent messages', () => {
  test('messages go out in order and once, though responses and the network fail', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    let lost = 0
    await page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST' || lost >= 2) return route.continue()
      lost++
      // the server accepts it, and the response is lost
      await route.fetch().catch(() => undefined)
      if (lost === 2) await page.context().setOffline(true)
      return route.abort('connectionreset')
    })
    for (const text of ['one', 'two', 'three', 'four']) await here.writes(text)
    await outgoing(here, 'Waiting for connection').first().waitFor()
    await here.writes('five')
    await page.context().setOffline(false)
    await page.locator('.outgoing').first().waitFor({ state: 'detached' })
    await here.sees('five')
    const all = ['one', 'two', 'three', 'four', 'five']
    assert.deepEqual(await read(ben), all)
    assert.deepEqual(await page.locator('article[data-message] .content').allTextContents(), all)
    assert.ok(lost >= 1)
    assert.deepEqual(here.complaints, [])
  })

  test('nothing overtakes a message that waits for a retry', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    let isLost = false
    await here.page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue()
      isLost = true
      return route.abort('connectionreset')
    })
    await here.writes('one')
    await outgoing(here, 'Waiting for connection').waitFor()
    await here.writes('two')
    await here.page.locator('article[data-message]', { hasText: 'two' }).waitFor()
    assert.deepEqual(await read(ben), ['one', 'two'])
  })

  test("another tab sends a closed tab's messages, also without shared locks", async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    const there = await here.opensTab(hash)
    await here.page.context().route('**/api/v1/messages', async (route) => {
      if (route.request().method() === 'POST') await route.abort('connectionreset')
      else await route.continue()
    })
    for (const text of ['one', 'two']) await here.writes(text)
    await outgoing(here, 'one').getByText('Waiting for connection').waitFor()
    await there.writes('three')
    await here.page.close()
    await there.page.context().unroute('**/api/v1/messages')
    const third = await there.opensTab(hash)
    await third.sees('two')
    await third.page.locator('.outgoing').first().waitFor({ state: 'detached' })
    await there.sees('three')
    while ((await read(ben)).length < 3) await new Promise((resolve) => setTimeout(resolve, 100))
    const all = await read(ben)
    assert.sameMembers(all, ['one', 'two', 'three'])
    assert.isBelow(all.indexOf('one'), all.indexOf('two'))
    assert.deepEqual([...there.complaints, ...third.complaints], [])
  })

  test('a refused message can be retried, edited, or discarded', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ben)
    const { page } = here
    await here.opens(hash)
    let refuses = true
    await page.route('**/api/v1/messages', (route) =>
      refuses && route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } })
        : route.continue(),
    )
    for (const text of ['again', 'otherwise', 'never']) await here.writes(text)
    await outgoing(here, 'never').getByText('Not now').waitFor()
    refuses = false
    await outgoing(here, 'never').getByRole('button', { name: 'Discard' }).click()
    await outgoing(here, 'never').waitFor({ state: 'detached' })
    await outgoing(here, 'otherwise').getByRole('button', { name: 'Edit' }).click()
    await outgoing(here, 'otherwise').waitFor({ state: 'detached' })
    assert.equal(await here.composeField.inputValue(), 'otherwise')
    await outgoing(here, 'again').getByRole('button', { name: 'Resend' }).click()
    await here.sees('again')
    await here.composeField.fill('otherwise, then')
    await here.composeField.press('Control+Enter')
    await here.sees('otherwise, then')
    assert.deepEqual(await read(ada), ['again', 'otherwise, then'])
    assert.deepEqual(here.complaints, [])
  })

  test('a waiting message goes within three seconds of the server’s return', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await page.clock.install()
    await page.reload()
    await here.opens(hash)
    await here.composeField.waitFor()
    let isDown = true
    await page.route('**/api/v1/**', (route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await here.writes('Still there?')
    await outgoing(here, 'Waiting for connection').waitFor()
    // long enough for the page to retry every 30 seconds only
    for (let minute = 0; minute < 10; minute++) await page.clock.fastForward(60_000)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    isDown = false
    const sent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/messages'),
    )
    await page.clock.runFor(3_000)
    assert.equal((await sent).status(), 200)
    await page.clock.resume()
    await outgoing(here, 'Still there?').waitFor({ state: 'detached' })
    await here.sees('Still there?')
    assert.deepEqual(await read(ben), ['Still there?'])
  })

  test('a draft changed by two devices at once loses no text', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const hash = `#narrow/channel/${id}-design/topic/release`
    const [here, there] = [await visit(ada), await visit(ada)]
    const drafts = async () => {
      const { drafts } = await ada.send('GET', '/drafts')
      return (drafts as { content: string }[]).map(({ content }) => content).sort()
    }
    await here.opens(hash)
    await here.composeField.fill('We ship')
    while (!(await drafts()).includes('We ship')) await new Promise((resolve) => setTimeout(resolve, 100))
    await there.opens(hash)
    await there.page.waitForFunction(() => document.querySelector('textarea')?.value === 'We ship')
    await there.page.context().setOffline(true)
    await there.composeField.press('End')
    await there.page.keyboard.type(' tomorrow')
    // the other device's text is the newer one
    await here.page.clock.setFixedTime(Date.now() + 10_000)
    await here.composeField.press('End')
    await here.page.keyboard.type(' today')
    while (!(await drafts()).includes('We ship today')) await new Promise((resolve) => setTimeout(resolve, 100))
    await there.page.context().setOffline(false)
    while ((await drafts()).join() !== 'We ship today,We ship tomorrow')
      await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(await there.composeField.inputValue(), 'We ship tomorrow')
    // sending on one device removes only its own draft everywhere
    await there.composeField.press('Control+Enter')
    await there.sees('We ship tomorrow')
    while ((await drafts()).join() !== 'We ship today') await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(await here.composeField.inputValue(), 'We ship today')
    assert.deepEqual(here.complaints, [])
  })

  test('a draft that arrives after its conversation was opened is shown', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/release`)
    await here.composeField.waitFor()
    const draft = (content: string) => ({ type: 'stream', to: [id], topic: 'release', content })
    const { ids } = await ada.send('POST', '/drafts', { drafts: [draft('We ship')] })
    const [saved] = ids as [number]
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'We ship')
    await ada.send('PATCH', `/drafts/${saved}`, { draft: draft('We ship today') })
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'We ship today')
    await ada.send('DELETE', `/drafts/${saved}`)
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === '')
    await here.writes('It has shipped')
    await here.sees('It has shipped')
    // no draft is inserted where the user is writing
    const [later] = (await ada.send('POST', '/drafts', { drafts: [draft('Not again')] })).ids as [number]
    await here.page.waitForFunction(() =>
      document.querySelector('#left-sidebar a[href="#drafts"]')?.textContent?.includes('1'),
    )
    assert.equal(await here.composeField.inputValue(), '')
    await here.page.keyboard.type('Next')
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Next')
    const { drafts } = await ada.send('GET', '/drafts')
    assert.deepEqual(
      (drafts as { id: number; content: string }[]).find((one) => one.id === later)?.content,
      'Not again',
    )
  })

  test("a device with an outdated draft doesn't overwrite another device's text", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const hash = `#narrow/channel/${id}-design/topic/release`
    const drafts = async () =>
      ((await ada.send('GET', '/drafts')).drafts as { content: string }[]).map(({ content }) => content).sort()
    const comesTo = async (...texts: string[]) => {
      while ((await drafts()).join() !== texts.join()) await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const change = async (from: string, content: string) => {
      const { drafts } = await ada.send('GET', '/drafts')
      const found = (drafts as { id: number; content: string }[]).find((one) => one.content === from)
      assert.ok(found)
      const draft = { type: 'stream', to: [id], topic: 'release', content }
      await ada.send('PATCH', `/drafts/${found.id}`, { draft })
    }
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.fill('We ship')
    await comesTo('We ship')
    // events no longer arrive from now on
    await here.page.route(eventsAddress, () => {})
    await here.page.reload()
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'We ship')
    await change('We ship', 'We ship today')
    await here.composeField.press('End')
    await here.page.keyboard.type(' tomorrow')
    await comesTo('We ship today', 'We ship tomorrow')
    // sending doesn't remove the other device's version
    await change('We ship tomorrow', 'We ship on Friday')
    await here.composeField.press('Control+Enter')
    await here.page.locator('.message', { hasText: 'We ship tomorrow' }).first().waitFor()
    await here.page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('loquat draft')))
    assert.deepEqual(await drafts(), ['We ship on Friday', 'We ship today'])
  })

  test('text typed during a draft save is saved in one request', async ({ society, ada, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada])
    const here = await visit(ada)
    const { page } = here
    await page.clock.install()
    await page.reload()
    await here.opens(`#narrow/channel/${id}-design/topic/release`)
    await here.composeField.waitFor()
    const saves: string[] = []
    const { release, released } = gate()
    await page.route(/\/api\/v1\/drafts/, async (route) => {
      saves.push(route.request().postData() ?? '')
      await released
      await route.continue()
    })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await here.composeField.click()
    await page.keyboard.type('We')
    const first = page.waitForResponse('**/api/v1/drafts')
    await page.clock.runFor(3_000)
    await page.keyboard.type(' ship')
    release()
    await (await first).finished()
    await page.keyboard.type(' today')
    await page.clock.runFor(3_000)
    const content = async () => ((await ada.send('GET', '/drafts')).drafts as { content: string }[])[0]?.content
    while ((await content()) !== 'We ship today') await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(saves.length, 2)
    assert.deepEqual(here.complaints, [])
  })

  test("a draft that couldn't be saved is saved later without further typing", async ({ society, ada, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada])
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/release`)
    let refused = 0
    await here.page.route('**/api/v1/drafts', async (route) => {
      if (refused++ < 2) await route.abort()
      else await route.continue()
    })
    await here.composeField.fill('We ship')
    const drafts = async () => ((await ada.send('GET', '/drafts')).drafts as unknown[]).length
    while ((await drafts()) === 0) await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(refused, 3)
  })
})
