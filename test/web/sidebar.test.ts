import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { updatePresence } from '../../src/features/people/presence/api.ts'
import { unreadCounts } from '../../src/features/people/user-settings/settings.ts'
import { createBot } from '../../src/features/people/users/bot-api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const left = (page: Page) => page.locator('#left-sidebar')

describe.skipIf(!hasBrowser)('the sidebar’s buttons', () => {
  test('New message starts a message in one press, also on a phone', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#recent')
    await left(page).getByRole('button', { name: 'New message' }).click()
    const channel = page.getByRole('combobox', { name: 'Channel' })
    await channel.waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Channel')
    const there = await visit(ada, phone)
    const small = there.page
    await there.opens('#recent')
    // the list has the button, too
    await small.locator('#compose').getByRole('button', { name: 'New message' }).waitFor()
    await small.getByRole('button', { name: 'Menu' }).tap()
    await left(small).getByRole('button', { name: 'New message' }).tap()
    await left(small).waitFor({ state: 'hidden' })
    await small.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Channel')
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('the search button opens the palette', async ({ ada, visit }) => {
    const here = await visit(ada)
    await left(here.page).getByRole('button', { name: 'Go to…' }).click()
    await here.page.keyboard.type('starred')
    await here.page.getByRole('option', { name: /Search messages/ }).waitFor()
    await here.page.keyboard.press('Enter')
    await here.page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('plus buttons add channels and start direct messages', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const add = left(page).getByRole('button', { name: 'Add channels' })
    await add.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Add channels' })
    await menu.getByRole('menuitem', { name: 'New channel' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Escape')
    assert.isTrue(await add.evaluate((it) => it === document.activeElement))
    await page.keyboard.press('Enter')
    await menu.getByRole('menuitem', { name: 'Browse channels' }).click()
    await page.waitForFunction(() => location.hash === '#channels/available')
    await here.opens('#inbox')
    await left(page).getByRole('button', { name: 'New direct message' }).click()
    await page.waitForFunction(() => document.activeElement?.closest('.recipients'))
    await page.getByRole('button', { name: 'Post in a channel' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('people with permission invite from the menu, the people list, and the palette', async ({ ada, ben, visit }) => {
    await ada.send('PATCH', '/realm', {
      can_invite_users_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
      create_multiuse_invite_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
    })
    const [here, there] = [await visit(ada, wide), await visit(ben, wide)]
    const dialog = here.page.getByRole('dialog', { name: 'Invite people' })
    const closes = async () => {
      await dialog.waitFor()
      await here.page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await here.page.locator('.own-button').click()
    await here.page.locator('.own-menu').getByRole('button', { name: 'Invite people' }).click()
    await closes()
    await here.page.locator('#right-sidebar').getByRole('button', { name: 'Invite people' }).click()
    await closes()
    await here.page.keyboard.press('Control+k')
    await here.page.keyboard.type('invite people')
    await here.page
      .getByRole('option', { name: /^Invite people/ })
      .first()
      .waitFor()
    await here.page.keyboard.press('Enter')
    await closes()

    await there.page.locator('#right-sidebar').getByRole('link', { name: /^Ada/ }).waitFor()
    await there.page.locator('.own-button').click()
    await there.page.locator('.own-menu').getByRole('button', { name: 'Organization settings' }).waitFor()
    assert.equal(await there.page.getByRole('button', { name: 'Invite people' }).count(), 0)
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })
})

describe.skipIf(!hasBrowser)('the sidebar’s sections', () => {
  test('sections collapse to the open conversation, and stay collapsed', async ({ ada, ben, cleo, visit }) => {
    for (const one of [ben, cleo]) await one.sends('Hello', ada)
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/dm/${ben.id}-dm`)
    const directs = left(page).getByRole('region', { name: 'Direct messages' })
    await directs.getByRole('link', { name: /^Ben/ }).waitFor()
    await directs.getByRole('button', { name: 'Direct messages', expanded: true }).click()
    await directs.getByRole('link', { name: /^Cleo/ }).waitFor({ state: 'detached' })
    await directs.getByRole('link', { name: /^Ben/ }).waitFor()
    await directs.getByText('1 unread message').waitFor({ state: 'attached' })
    await left(page).getByRole('button', { name: 'Views', expanded: true }).click()
    const views = left(page).getByRole('list', { name: 'Views' }).getByRole('link')
    await page.waitForFunction(() => !document.querySelector('#left-sidebar a[href="#recent"]'))
    assert.equal(await views.count(), 0)
    await page.reload()
    await left(page).getByRole('button', { name: 'Views', expanded: false }).waitFor()
    await directs.getByRole('link', { name: /^Ben/ }).waitFor()
    assert.equal(await directs.getByRole('link', { name: /^Cleo/ }).count(), 0)
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(await layoutProblems(page), [])
    // the heading leads to all direct messages
    await directs.getByRole('link', { name: 'Direct messages' }).click()
    await page.getByRole('heading', { level: 1, name: 'All direct messages' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('direct messages show faces with presence, and bots an icon', async ({ ada, ben, cleo, visit }) => {
    const bot = await ada.call(createBot, { full_name: 'Build', short_name: 'build' })
    await ben.sends('Hello', ada)
    await ben.send('POST', '/messages', { type: 'direct', to: [ada.id, cleo.id], content: 'Hello' })
    await ada.send('POST', '/messages', { type: 'direct', to: [bot.user_id], content: 'Hello' })
    await ben.call(updatePresence, { status: 'active' })
    const here = await visit(ada)
    const { page } = here
    const row = (name: RegExp) => left(page).getByRole('link', { name })
    await row(/^Ben ?, Active/).waitFor()
    const faces = (name: RegExp) =>
      row(name)
        .locator('img')
        .evaluateAll((all) =>
          (all as HTMLImageElement[]).map(({ src, width }) => `${/avatar\/\d+/.exec(src)} ${width}`),
        )
    assert.deepEqual(await faces(/^Ben ?, Active/), [`avatar/${ben.id} 20`])
    assert.deepEqual(await faces(/^Ben, Cleo/), [`avatar/${ben.id} 14`, `avatar/${cleo.id} 14`])
    assert.deepEqual(await faces(/^Build/), [])
    await row(/^Build/)
      .locator('.face svg')
      .waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a hidden sidebar loads no faces', async ({ ada, ben, cleo, visit }) => {
    for (const one of [ben, cleo]) await one.sends('Hello', ada)
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada, phone)
    const { page } = here
    await here.opens('#drafts')
    const asked: string[] = []
    page.on('request', (request) => asked.push(...(/\/avatar\/\d+/.exec(request.url()) ?? [])))
    await page.reload()
    await here.listens()
    await page.waitForFunction(() => document.querySelectorAll('#left-sidebar img').length >= 3)
    // browsers decide about lazy images when they draw
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
        ),
    )
    assert.deepEqual(asked, [])
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('#left-sidebar img')].filter((it) => it.naturalWidth).length >=
        3,
    )
    assert.includeMembers(asked, [`/avatar/${ben.id}`, `/avatar/${cleo.id}`])
  })

  test('badges tell mentions, unread messages, and muted ones apart', async ({ society, ada, ben, visit }) => {
    const [design, kitchen] = [
      await makeChannel(society.org, 'design', [ada, ben]),
      await makeChannel(society.org, 'kitchen', [ada, ben]),
    ]
    await ada.send('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: kitchen, property: 'is_muted', value: true }],
    })
    await ada.send('PATCH', '/settings', { web_stream_unreads_count_display_policy: unreadCounts.all })
    await ben.sends(`@**Ada|${ada.id}** look`, { channel: design, topic: 'one' })
    await ben.sends('Hello', { channel: design, topic: 'two' })
    await ben.sends('Soup', { channel: kitchen, topic: 'lunch' })
    const here = await visit(ada)
    const { page } = here
    const entry = (name: string) => left(page).getByRole('link', { name: new RegExp(`^${name}`) })
    await entry('design').getByText('2 unread messages').waitFor({ state: 'attached' })
    await entry('kitchen').getByText('1 unread message').waitFor({ state: 'attached' })
    const background = (name: string, selector: string) =>
      entry(name)
        .locator(selector)
        .evaluate((it) => getComputedStyle(it).backgroundColor)
    const accent = await page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.background = 'var(--accent)'
      document.body.append(probe)
      return getComputedStyle(probe).backgroundColor
    })
    assert.equal(await background('design', '.mention'), accent)
    assert.notEqual(await background('design', 'b'), accent)
    assert.equal(await background('kitchen', 'b'), 'rgba(0, 0, 0, 0)')
    const weight = (name: string) =>
      entry(name)
        .locator('.name')
        .evaluate((it) => getComputedStyle(it).fontWeight)
    assert.deepEqual([await weight('design'), await weight('kitchen')], ['600', '400'])
    assert.deepEqual(here.complaints, [])
  })
})
