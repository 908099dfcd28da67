import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { staysInView } from './in-view.ts'
import { eventually } from './walks/scene.ts'

describe.skipIf(!hasBrowser)('channel and topic menus', () => {
  test('a channel is pinned, muted, colored, and left from its menu', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await makeChannel(society.org, 'kitchen', [ada, ben])
    const here = await visit(ben)
    const { page } = here
    const link = page.locator('#left-sidebar').getByRole('link', { name: 'design' })
    const menu = page.getByRole('menu', { name: 'Actions: #design' })
    const told = async () => {
      const { subscriptions } = await ben.send('GET', '/users/me/subscriptions')
      return (subscriptions as Record<string, unknown>[]).find(({ stream_id }) => stream_id === id)
    }

    await link.click({ button: 'right' })
    await menu.waitFor()
    assert.deepEqual(await problems(page), [])
    await menu.getByRole('menuitemcheckbox', { name: 'Pin to top', checked: false }).click()
    await page.locator('.left [data-section=pinned]').getByRole('link', { name: 'design' }).waitFor()
    await eventually(async () => assert.equal((await told())?.pin_to_top, true))

    // the same key as for messages, on a focused link; closing restores the focus
    await link.focus()
    await page.keyboard.press('i')
    await menu.getByRole('menuitemcheckbox', { name: 'Pin to top', checked: true }).waitFor()
    await page.keyboard.press('m')
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Mute')
    await page.keyboard.press('Enter')
    await page.locator('.left .entry.muted', { hasText: 'design' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('design'))

    await link.hover()
    await page.locator('#left-sidebar').getByRole('button', { name: 'Actions: design' }).click()
    await menu.getByRole('menuitem', { name: 'Color…' }).click()
    await page.getByRole('dialog', { name: 'Color of #design' }).getByRole('button', { name: 'Teal' }).click()
    await page.getByRole('button', { name: 'Teal', pressed: true }).waitFor()
    await eventually(async () => assert.equal((await told())?.color, '#008d9e'))
    await page.keyboard.press('Escape')

    await link.click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Leave channel' }).click()
    await link.waitFor({ state: 'detached' })
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await link.waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test("an open menu follows a rename of its channel, and closes when it's archived", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ben)
    const { page } = here
    const link = page.locator('#left-sidebar').getByRole('link', { name: 'design' })
    await link.focus()
    await page.keyboard.press('i')
    await page.getByRole('menu', { name: 'Actions: #design' }).waitFor()
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowDown')
    const chosen = await page.evaluate(() => document.activeElement?.textContent)
    await ada.send('PATCH', `/streams/${id}`, { new_name: 'looks' })
    await page.getByRole('menu', { name: 'Actions: #looks' }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), chosen)
    await ada.send('DELETE', `/streams/${id}`)
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.locator('#left-sidebar').getByRole('link', { name: 'looks' }).waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })

  test('a menu stays in view when the window is resized', async ({ society, ada, visit }) => {
    await makeChannel(society.org, 'design', [ada])
    const { page, complaints } = await visit(ada, { viewport: { width: 1280, height: 800 } })
    await page.locator('#left-sidebar').getByRole('link', { name: 'design' }).click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Actions: #design' })
    await menu.waitFor()
    await staysInView(menu)
    assert.deepEqual(complaints, [])
  })

  test("opening another menu closes the first, and the press isn't swallowed", async ({ society, ada, visit }) => {
    await makeChannel(society.org, 'design', [ada])
    await makeChannel(society.org, 'garden', [ada])
    // a sheet listens for presses outside it
    const here = await visit(ada, { viewport: { width: 700, height: 900 } })
    const { page } = here
    await here.opens('#channels/subscribed')
    const link = (name: string) => page.locator('.directory').getByRole('link', { name })
    await link('design').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Actions: #design' }).waitFor()
    await link('garden').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Actions: #garden' }).waitFor()
    assert.equal(await page.getByRole('menu').count(), 1)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await link('garden').click()
    await page.getByRole('heading', { level: 1, name: 'garden' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a topic is followed, muted, read, and merged from any link to it', async ({
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ada.sends(`About ${'release'}`, { channel: id, topic: 'release' })
    const newest = await ada.sends(`About ${'plans'}`, { channel: id, topic: 'plans' })
    const here = await visit(ben)
    const { page } = here
    const copying = page.evaluate(
      () =>
        new Promise<string>((resolve) =>
          document.addEventListener('copy', () => resolve((document.activeElement as HTMLTextAreaElement).value)),
        ),
    )
    const policy = async (topic: string) => {
      const { user_topics } = await ben.send('POST', '/register', { fetch_event_types: ['user_topic'] })
      const all = user_topics as { topic_name: string; visibility_policy: number }[]
      return all.find(({ topic_name }) => topic_name === topic)?.visibility_policy
    }
    const menu = page.getByRole('menu', { name: 'Actions: #design › plans' })

    await here.opens('#inbox')
    await page.locator('.conversations').getByRole('link', { name: /plans/ }).first().click({ button: 'right' })
    await menu.getByRole('menuitemcheckbox', { name: 'Follow' }).click()
    await page.waitForFunction(() => !document.querySelector('[role=menu]'))
    await here.opens(`#narrow/channel/${id}-design/topic/release`)
    await page.locator('.left .topics').getByRole('link', { name: /plans/ }).click({ button: 'right' })
    await menu.getByRole('menuitemcheckbox', { name: 'Follow', checked: true }).waitFor()
    await eventually(async () => assert.equal(await policy('plans'), 3))
    await menu.getByRole('menuitemcheckbox', { name: 'Pin for everyone' }).waitFor()
    await menu.getByRole('menuitemcheckbox', { name: 'Pin for me', checked: false }).click()
    await page.waitForFunction(() => !document.querySelector('[role=menu]'))
    await page.locator('.left .topics').getByRole('link', { name: /plans/ }).click({ button: 'right' })
    await menu.getByRole('menuitemcheckbox', { name: 'Pin for me', checked: true }).waitFor()
    const { pinned_topics } = await ben.send('GET', '/pins')
    assert.deepEqual(pinned_topics, [{ stream_id: id, topic_name: 'plans', for_everyone: false }])
    // without permission to resolve topics, pinning is personal
    await ada.send('PATCH', '/realm', {
      can_resolve_topics_group: { new: { direct_members: [], direct_subgroups: [] } },
    })
    await menu.getByRole('menuitemcheckbox', { name: 'Pin for everyone' }).waitFor({ state: 'detached' })
    await menu.getByRole('menuitem', { name: 'Mark as read' }).click()
    await page.getByRole('status').getByText('1 message marked as read: plans').waitFor()
    await page
      .locator('.left .topics li', { hasText: 'plans' })
      .getByText('1 unread message')
      .waitFor({ state: 'detached' })
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page
      .locator('.left .topics li', { hasText: 'plans' })
      .getByText('1 unread message')
      .waitFor({ state: 'attached' })
    await here.opens('#feed')
    await page.locator('.bar').getByRole('link', { name: 'plans' }).click({ button: 'right' })
    await menu.getByRole('menuitemcheckbox', { name: 'Mute' }).click()
    await page.locator('.bar').getByRole('link', { name: 'plans' }).click({ button: 'right' })
    await menu.getByRole('menuitemcheckbox', { name: 'Mute', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(async () => assert.equal(await policy('plans'), 1))
    // from its own heading: the copied link stays valid after a move
    await here.opens(`#narrow/channel/${id}-design/topic/plans`)
    await here.sees('About plans')
    const more = page.locator('.heading').getByRole('button', { name: 'Actions: #design › plans' })
    await more.click()
    await menu.getByRole('menuitem', { name: 'Copy link' }).click()
    await page
      .getByRole('status')
      .getByText(/copied/i)
      .waitFor()
    const copied = await copying
    assert.equal(copied, `${address}/#narrow/channel/${id}-design/topic/plans/with/${newest}`)

    await more.click()
    await menu.getByRole('menuitem', { name: 'Rename or merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename topic' })
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('Release')
    await dialog.getByText('“release” already exists.').waitFor()
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('heading', { level: 1, name: /release/i }).waitFor()
    await here.sees('About release')
    await here.sees('About plans')
    await here.opens(new URL(copied).hash)
    await here.sees('About release')
    assert.deepEqual(here.complaints, [])
  })
})
