import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, queueOf, test, type Visitor } from './browser.ts'

const focused = ({ page }: Visitor) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.querySelector('.name')?.textContent?.trim() ?? '')
const stands = ({ page }: Visitor, name: string) =>
  page.waitForFunction(
    (text) => document.activeElement?.closest('[data-row]')?.querySelector('.name')?.textContent?.trim() === text,
    name,
  )
const tab = ({ page }: Visitor, name: string) =>
  page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: new RegExp(`^${name}`) })
const row = ({ page }: Visitor, name: string) => page.locator('.line', { hasText: name })

describe.skipIf(!hasBrowser)('the inbox', () => {
  test('inbox rows are collapsed, marked as read, and restored by keyboard', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
    const say = (to: number, topic: string, content = 'A word') => ben.sends(content, { channel: to, topic })
    await say(design, 'release', 'First')
    await say(design, 'release', 'The **newest** one')
    await say(design, 'colours')
    await say(lunch, 'soup', `@**${ada.name}** soup?`)
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    const { page } = here
    await here.opens('#inbox')
    await row(here, 'release').getByText('Ben: The newest one').waitFor()
    await row(here, 'soup').getByText('@').first().waitFor()
    await tab(here, 'Unread').getByText('5 unread messages').waitFor({ state: 'attached' })
    await tab(here, 'For you').getByText('2 unread messages').waitFor({ state: 'attached' })
    assert.deepEqual(await problems(page), [])

    await page.keyboard.press('j')
    await stands(here, 'Ben')
    for (const name of ['colours', 'release']) {
      await page.keyboard.press('ArrowDown')
      await stands(here, name)
    }
    // Left goes from a topic to its channel, and collapses that
    await page.keyboard.press('ArrowLeft')
    await stands(here, 'design')
    await page.keyboard.press('ArrowLeft')
    await row(here, 'release').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await row(here, 'release').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await stands(here, 'release')
    await page.keyboard.press('e')
    await row(here, 'release').waitFor({ state: 'detached' })
    await page.getByText('2 messages marked as read: release').waitFor()
    await stands(here, 'soup · followed')
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowLeft')
    await stands(here, 'design')
    await page.keyboard.press('e')
    await row(here, 'design').waitFor({ state: 'detached' })
    await say(design, 'colours', 'Later')
    await row(here, 'colours').waitFor()
    await page.keyboard.press('z')
    await page.getByText('1 message marked as unread.').waitFor()
    await row(here, 'colours').getByText('2 unread messages').waitFor({ state: 'attached' })
    assert.equal(await row(here, 'release').count(), 0)
    await page.keyboard.press('Control+z')
    await row(here, 'release').getByText('2 unread messages').waitFor({ state: 'attached' })
    await page.keyboard.press('z')
    await page.getByText('Nothing to undo.').waitFor()

    await page.keyboard.press('E')
    await page.getByText('You’re all caught up.').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('z')
    await tab(here, 'Unread').getByText('6 unread messages').waitFor({ state: 'attached' })

    await page.keyboard.press('f')
    await page.keyboard.type('colo')
    await row(here, 'soup').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    while ((await focused(here)) !== 'colours') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await here.sees('Later')
    await page.locator('article[data-message]').last().focus()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('inbox lines survive a new session, and follow edits', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const id = await ben.sends('First', { channel: design, topic: 'soup' })
    const here = await visit(ada)
    // makes the page poll now instead of waiting for the open request
    const asksNow = () => here.page.evaluate(() => dispatchEvent(new Event('online')))
    await here.opens('#inbox')
    await row(here, 'soup').getByText('Ben: First').waitFor()
    const queue_id = await queueOf(here.page)
    await ada.send('DELETE', '/events', { queue_id })
    await asksNow()
    // this is heard of by the new session
    await ben.sends('Second', { channel: design, topic: 'bread' })
    await row(here, 'bread').getByText('Ben: Second').waitFor()
    await row(here, 'soup').getByText('Ben: First').waitFor()
    await ben.send('PATCH', `/messages/${id}`, { content: 'Better' })
    await row(here, 'soup').getByText('Ben: Better').waitFor()
  })

  test('marking as read from a menu can be undone too', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('First', { channel: design, topic: 'soup' })
    const gone = await ben.sends('Second', { channel: design, topic: 'soup' })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#inbox')
    await row(here, 'soup').getByRole('link').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Mark as read' }).click()
    await page.getByText('2 messages marked as read: soup').waitFor()
    await page.getByText('You’re all caught up.').waitFor()
    // a deleted message doesn't keep the other from being restored
    await ada.send('DELETE', `/messages/${gone}`)
    await page.keyboard.press('z')
    await page.getByText('1 message marked as unread.').waitFor()
    await row(here, 'soup').getByText('1 unread message').waitFor({ state: 'attached' })
  })

  test('a failed undo of marking as read can be tried again', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('First', { channel: design, topic: 'soup' })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#inbox')
    await row(here, 'soup').getByRole('link').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Mark as read' }).click()
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await page.route('**/messages/flags', (route) => route.abort())
    await undo.click()
    await page.getByText('Couldn’t mark all messages as unread.').waitFor()
    await page.unroute('**/messages/flags')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 message marked as unread.').waitFor()
    await row(here, 'soup').getByText('1 unread message').waitFor({ state: 'attached' })
  })

  test('marking as read and undoing sync between devices', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    for (const topic of ['release', 'colours']) await ben.sends('A word', { channel: design, topic })
    const [here, there] = [await visit(ada), await visit(ada)]
    for (const one of [here, there]) {
      await one.opens('#inbox')
      await row(one, 'design').first().waitFor()
      await row(one, 'release').waitFor()
    }
    await here.page.getByRole('button', { name: 'Mark as read: release' }).click()
    await row(there, 'release').waitFor({ state: 'detached' })
    await there.page.getByRole('button', { name: 'Mark as read: design' }).click()
    await here.page.getByText('You’re all caught up.').waitFor()
    await here.page.keyboard.press('z')
    await row(there, 'release').waitFor()
    // restores exactly what was marked: what the other device read stays read
    assert.equal(await row(there, 'colours').count(), 0)
    await there.page.keyboard.press('z')
    for (const one of [here, there]) await row(one, 'colours').waitFor()
  })

  test('the inbox filter applies, and survives a reload', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    for (const topic of ['heard', 'muted', 'followed']) await ben.sends('A word', { channel: design, topic })
    const policy = (topic: string, visibility_policy: number) =>
      ada.send('POST', '/user_topics', { stream_id: design, topic, visibility_policy })
    await policy('muted', 1)
    await policy('followed', 3)
    const here = await visit(ada)
    const names = async () => (await here.page.locator('.line.conversation').allTextContents()).length
    await here.opens('#inbox')
    await here.page.getByLabel('Show').waitFor()
    await row(here, 'heard').waitFor()
    assert.equal(await names(), 2)
    await here.page.getByLabel('Show').selectOption('Topics you follow')
    await row(here, 'heard').waitFor({ state: 'detached' })
    assert.equal(await names(), 1)
    await here.page.getByLabel('Show').selectOption('All, including muted')
    await row(here, 'muted').first().waitFor()
    await here.page.reload()
    await row(here, 'heard').waitFor()
    assert.equal(await names(), 3)
    await here.page.getByLabel('Filter conversations').fill('tomato')
    await here.page.getByText('No conversations match.').waitFor()
    await here.page.getByRole('button', { name: 'Show all' }).click()
    await row(here, 'heard').waitFor()
  })

  test('Escape leads to the chosen home view', async ({ ada, visit }) => {
    await ada.send('PATCH', '/settings', { web_home_view: 'recent' })
    const here = await visit(ada)
    const heading = (name: string) => here.page.getByRole('heading', { level: 1, name }).waitFor()
    await heading('Inbox · All')
    await here.opens('#narrow/is/starred')
    await heading('Starred messages')
    await here.page.keyboard.press('Escape')
    await heading('Inbox · All')
    await ada.send('PATCH', '/settings', { web_escape_navigates_to_home_view: false, web_home_view: 'all_messages' })
    await here.opens('')
    await heading('Combined feed')
    await here.opens('#narrow/is/starred')
    await heading('Starred messages')
    await here.page.keyboard.press('Escape')
    await here.page.keyboard.press('t')
    await heading('Inbox · All')
  })

  test('the inbox opens with what needs the user, and then with the tab chosen last', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('A word', { channel: design, topic: 'release' })
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    const { page } = here
    const heading = (name: string) => page.getByRole('heading', { level: 1, name: `Inbox · ${name}` }).waitFor()
    const entry = page.locator('.left').getByRole('link', { name: /^Inbox/ })
    await heading('For you')
    assert.equal(await page.locator('.line .name').nth(1).textContent(), 'Ben')
    assert.equal(await entry.getAttribute('aria-current'), 'page')
    assert.equal(
      await page
        .locator('.left')
        .getByRole('link', { name: /^(Catch up|Recent)/ })
        .count(),
      0,
    )

    await tab(here, 'All').click()
    await heading('All')
    await row(here, 'release').getByText('Ben: A word').waitFor()
    assert.equal(await entry.getAttribute('aria-current'), 'page')
    assert.deepEqual(await problems(page), [])
    await here.opens('#narrow/is/starred')
    await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
    await entry.click()
    await heading('All')
    await page.goto(`${new URL(page.url()).origin}/`)
    await heading('All')
    // addresses and keys of each tab
    for (const [hash, key, name] of [
      ['#inbox', 'I', 'Unread'],
      ['#recent', 't', 'All'],
      ['#recent_topics', 't', 'All'],
      ['#catch-up', 'C', 'For you'],
    ] as const) {
      await here.opens(hash)
      await heading(name)
      await here.opens('#narrow/is/starred')
      await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
      await page.keyboard.press(key)
      await heading(name)
      await tab(here, name).and(page.locator('[aria-current=page]')).waitFor()
    }
    assert.deepEqual(here.complaints, [])
  })

  test('every tab has the same rows and keys', async ({ society, ada, ben, cleo, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben, cleo])
    await cleo.sends('First', { channel: design, topic: 'release' })
    await ben.sends('The newest one', { channel: design, topic: 'release' })
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    const { page } = here
    for (const [key, name] of [
      ['I', 'Unread'],
      ['C', 'For you'],
      ['t', 'All'],
    ] as const) {
      await page.keyboard.press(key)
      await tab(here, name).and(page.locator('[aria-current=page]')).waitFor()
      const release = row(here, 'release').and(page.locator('.conversation'))
      await release.getByText('Ben: The newest one').waitFor()
      await release.locator('time').waitFor()
      await release.locator('.faces img').first().waitFor({ state: 'attached' })
      await release.getByText('2 unread messages').waitFor({ state: 'attached' })
      assert.equal(await release.getByText('design').count(), name === 'Unread' ? 0 : 1, name)
      // L moves to Later and E marks as read; Z undoes both
      await release.getByRole('link').focus()
      await page.keyboard.press('l')
      await page.getByText(/^Moved to Later: /).waitFor()
      await release.locator('[aria-pressed=true]').waitFor()
      if (name === 'All') assert.equal(await release.getByText('Later').count(), 1)
      else await page.getByRole('heading', { level: 2, name: 'Later' }).waitFor()
      await page.keyboard.press('z')
      await release.locator('[aria-pressed=false]').waitFor()
      await release.getByRole('link').focus()
      await page.keyboard.press('e')
      await page.getByText(/2 messages marked as read: .*release/).waitFor()
      await page.keyboard.press('z')
      await release.getByText('2 unread messages').waitFor({ state: 'attached' })
      await release.getByRole('link').focus()
      await page.keyboard.press('Enter')
      await here.sees('The newest one')
      await ada.send('POST', '/messages/flags/narrow', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'topic', operand: 'release' }],
        op: 'remove',
        flag: 'read',
      })
      await here.opens('#narrow/is/starred')
      await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
    }
    assert.deepEqual(here.complaints, [])
  })
})
