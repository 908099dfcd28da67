import type { Page } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import { type Person, startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { makeTopic } from '../harness/topic.ts'
import { test as base, hasBrowser, type Visitor } from './browser.ts'
import { pass, says, setClocks } from './passing-time.ts'

/** Notifications are shown by service workers, which browsers allow on secure origins only. */
const test = base.extend<{ server: TestServer; serviceWorkers: 'allow'; isWholeBrowser: boolean }>({
  serviceWorkers: 'allow',
  isWholeBrowser: [true, { scope: 'file' }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ url: 'http://loquat.localhost' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})

/** Turns notifications on, in a browser without a push service. */
async function turnsOn(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.context().grantPermissions(['notifications'])
  await page.context().addInitScript(() => {
    PushManager.prototype.subscribe = async () => {
      throw new DOMException('There is no push service', 'AbortError')
    }
  })
  await page.reload()
  await visitor.listens()
  await visitor.opens('#settings/notifications')
  await page.getByRole('button', { name: /Turn on notifications/ }).click()
  await page.getByText(/^You get the notifications chosen below/).waitFor()
  // settings have no people sidebar
  await visitor.opens('#inbox')
}

const notifications = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    return ((await registration?.getNotifications()) ?? []).map(({ title, body }) => `${title}: ${body}`)
  })

async function notified(page: Page, expected: readonly string[]): Promise<void> {
  while (JSON.stringify(await notifications(page)) !== JSON.stringify(expected))
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Waits until the page's title shows the unread count. */
const counts = ({ page }: Visitor, unread: number) =>
  page.waitForFunction((count) => (/^\((\d+)\)/.exec(document.title)?.[1] ?? '0') === String(count), unread)

const unreadOf = async (person: Person) =>
  (
    (await person.send('POST', '/register', { fetch_event_types: ['message', 'update_message_flags'] }))
      .unread_msgs as { count: number }
  ).count

const texts = ({ page }: Visitor) => page.locator('article[data-message] .content').allTextContents()
const heading = ({ page }: Visitor, text: RegExp) => page.locator('.heading h1').filter({ hasText: text }).waitFor()
const top = async (visitor: Visitor, text: string) => (await visitor.message(text).boundingBox())?.y ?? -1

describe.skipIf(!hasBrowser)('two people in two browsers', () => {
  test('two people talk, edit, and move messages for twenty minutes without errors', async ({
    server,
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben])
    for (let line = 1; line <= 60; line++) await say(`Line ${line}`, line % 2 ? ada : ben)
    for (const person of [ada, ben]) await person.send('POST', '/mark_all_as_read')
    const size = { viewport: { width: 1280, height: 800 } }
    const [here, there] = [await visit(ada, size), await visit(ben, size)]
    for (const one of [here, there]) await turnsOn(one)
    await setClocks(server, [here, there])
    const tabs = [here, there]
    let minute = 0
    /** Minutes pass while the given tabs are in use. */
    const later = (minutes: number, busy: readonly Visitor[] = tabs) =>
      pass(server, tabs, minutes, async () => {
        minute++
        for (const { page } of busy) await page.mouse.move(600 + (minute % 2) * 20, 300)
      })
    const bothHere = async () => {
      await expect.poll(() => says(here, ben), { message: `minute ${minute}`, timeout: 60_000 }).toBe('Active')
      await expect.poll(() => says(there, ada), { message: `minute ${minute}`, timeout: 60_000 }).toBe('Active')
    }

    // reading: Ben sees it in the inbox, and reads it
    await here.opens(hash)
    await there.opens('#inbox')
    await here.sees('Line 60')
    await later(1)
    await bothHere()
    await here.writes('Shall we ship?')
    await there.page.locator('.line-preview').filter({ hasText: 'Shall we ship?' }).waitFor()
    await counts(there, 1)
    await counts(here, 0)
    await there.opens(hash)
    await there.sees('Shall we ship?')
    await counts(there, 0)
    await later(2)
    await there.writes('Yes, at noon')
    await here.sees('Yes, at noon')
    await counts(here, 0)

    // a mention where Ben doesn't look: one notification, which closes when he reads it
    await there.opens('#inbox')
    await here.writes(`@**${ben.name}** have a look`)
    await notified(there.page, [`#design › release: ${ada.name}: @${ben.name} have a look`])
    await counts(there, 1)
    await later(2)
    await bothHere()
    await there.opens(hash)
    await there.sees('have a look')
    await counts(there, 0)
    await notified(there.page, [])
    assert.deepEqual(await notifications(here.page), [])

    // a move while Ben writes: his text, caret, and view stay
    await there.composeField.click()
    await there.page.keyboard.type('I would rather wait')
    for (let letter = 0; letter < 4; letter++) await there.page.keyboard.press('ArrowLeft')
    const moved = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    const [newest] = moved.messages as { id: number }[]
    await ada.send('PATCH', `/messages/${newest?.id}`, {
      topic: 'launch',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    })
    for (const tab of tabs) await heading(tab, /launch/)
    await later(2)
    await there.page.keyboard.type('not ')
    assert.equal(await there.composeField.inputValue(), 'I would rather not wait')
    await there.page.keyboard.press('Control+Enter')
    await here.sees('I would rather not wait')
    await there.message('I would rather not wait').waitFor()

    // both edit at the same time, each their own message
    await here.message('Shall we ship?').focus()
    await here.page.keyboard.press('e')
    await there.message('Yes, at noon').focus()
    await there.page.keyboard.press('e')
    for (const [tab, more] of [
      [here, ' Today?'],
      [there, ' sharp'],
    ] as const) {
      const field = tab.page.locator('.edit-field textarea')
      await field.waitFor()
      await field.press('End')
      await field.pressSequentially(more)
    }
    await later(1)
    for (const tab of tabs) await tab.page.locator('.edit-field textarea').press('Control+Enter')
    for (const tab of tabs) for (const text of ['Shall we ship? Today?', 'Yes, at noon sharp']) await tab.sees(text)
    assert.deepEqual((await texts(here)).slice(-5), (await texts(there)).slice(-5))

    // Ada reads older messages while Ben goes on: her place stays, and new ones are unread
    const feed = here.page.locator('.feed')
    await feed.hover()
    await here.page.mouse.wheel(0, -2_500)
    await here.message('Line 30').waitFor()
    await here.page.locator('.feed[aria-busy="false"]').waitFor()
    // once the wheel's animation rests
    const found = await here.page.waitForFunction(() => {
      const state = window as { lastTop?: number }
      const { scrollTop = 0 } = document.querySelector('.feed') ?? {}
      const rests = scrollTop === state.lastTop
      state.lastTop = scrollTop
      const rows = [...document.querySelectorAll<HTMLElement>('article[data-message]')]
      const row = rows.find((one) => one.getBoundingClientRect().top > innerHeight / 2)
      const text = row?.querySelector('.content')?.textContent ?? ''
      return rests && text.startsWith('Line ') && text
    })
    const inView = String(await found.jsonValue())
    const before = await top(here, inView)
    for (let part = 1; part <= 5; part++) await there.writes(`Part ${part}`)
    await there.sees('Part 5')
    await counts(here, 5)
    assert.closeTo(await top(here, inView), before, 2)
    await later(2)
    await bothHere()
    assert.closeTo(await top(here, inView), before, 2)
    await here.page.getByRole('button', { name: 'Jump to latest message' }).click()
    await here.sees('Part 5')
    await counts(here, 0)

    // a direct message while Ada is in the channel
    await there.opens(`#narrow/dm/${ada.id}-dm`)
    await there.writes('Between us')
    await notified(here.page, [`${ben.name}: Between us`])
    await counts(here, 1)
    await here.opens(`#narrow/dm/${ben.id}-dm`)
    await here.sees('Between us')
    await counts(here, 0)
    await notified(here.page, [])
    await here.writes('Quite')
    await there.sees('Quite')

    // Ben takes a break: away after a few minutes, and active at once when he returns
    await later(9, [here])
    assert.equal(await says(here, ben), 'Away', `minute ${minute}`)
    assert.equal(await says(there, ada), 'Active', `minute ${minute}`)
    await later(1)
    await bothHere()

    // Ben's network fails while he writes; nothing is lost
    await there.opens(`#narrow/channel/${id}-design/topic/launch`)
    await there.sees('Part 5')
    await here.opens(`#narrow/channel/${id}-design/topic/launch`)
    let isDown = true
    await there.page.route('**/api/v1/**', (route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await there.writes('Written on the train')
    await there.page.locator('.outgoing').filter({ hasText: 'Waiting for connection' }).waitFor()
    await there.composeField.fill('half a thou')
    await here.writes('Are you there?')
    await here.sees('Are you there?')
    isDown = false
    await there.page.clock.runFor(3_000)
    await here.sees('Written on the train')
    await there.page.locator('.outgoing').first().waitFor({ state: 'detached' })
    await there.sees('Are you there?')
    assert.equal(await there.composeField.inputValue(), 'half a thou')
    await later(2)
    await bothHere()
    assert.isAtLeast(minute, 20)

    // both see the same, everything is read, and there were no errors
    for (const tab of tabs) await counts(tab, 0)
    assert.deepEqual((await texts(here)).slice(-7), (await texts(there)).slice(-7))
    const end = ['Part 1', 'Part 2', 'Part 3', 'Part 4', 'Part 5', 'Are you there?', 'Written on the train']
    assert.deepEqual((await texts(here)).slice(-7), end)
    assert.deepEqual([await unreadOf(ada), await unreadOf(ben)], [0, 0])
    for (const tab of tabs) assert.deepEqual(await notifications(tab.page), [])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
    server.clock.release()
  })
})
