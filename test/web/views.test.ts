import { assert, describe } from 'vitest'
import { policies } from '../../src/features/channels/user-topics/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const listed = ({ page }: Visitor) => page.getByRole('list', { name: 'Views' }).getByRole('link')
const names = async (here: Visitor) => (await listed(here).locator('.name').allTextContents()).map((one) => one.trim())

describe.skipIf(!hasBrowser)('the views in the sidebar', () => {
  test('views are hidden, reordered, saved from a search, renamed, and removed', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Soup it is', { channel: design, topic: 'release' })
    const [here, there] = [await visit(ada), await visit(ada)]
    const { page } = here
    const usual = ['Inbox', 'Combined feed', 'Mentions', 'Starred messages']
    assert.deepEqual(await names(here), usual)
    await page.getByRole('button', { name: 'More views' }).click()
    await listed(here).filter({ hasText: 'Reactions to you' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reactions to you' }).waitFor()
    await page.getByRole('button', { name: 'More views' }).waitFor()

    await page.getByRole('button', { name: 'Sidebar views' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sidebar views' })
    await dialog.getByRole('checkbox', { name: 'Show Combined feed' }).uncheck()
    await listed(there).filter({ hasText: 'Combined feed' }).waitFor({ state: 'detached' })
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Move Starred messages up' }).click()
    await there.page.waitForFunction(
      () => document.querySelectorAll('.left .entry .name')[1]?.textContent?.trim() === 'Starred messages',
    )
    await page.waitForFunction(() => {
      const { activeElement: held } = document
      return held?.closest('.arrange-list') && !held.matches(':disabled')
    })
    await page.keyboard.press('Escape')

    await here.opens(`#narrow/channel/${design}-design/search/soup`)
    await here.sees('Soup it is')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('add current view')
    await page.getByRole('option', { name: /Add current view/ }).waitFor()
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog', { name: 'Add current view' }).getByLabel('View name')
    await field.fill('Soups')
    await page.keyboard.press('Enter')
    await page.getByText('Added Soups to your views.').waitFor()
    const own = listed(there).filter({ hasText: 'Soups' })
    await own.click()
    await there.sees('Soup it is')
    assert.equal(await own.getAttribute('aria-current'), 'page')
    await there.page.waitForFunction(() => document.title.includes('Soups'))

    await there.page.getByRole('button', { name: 'Sidebar views' }).click()
    await there.page.getByRole('button', { name: 'Rename Soups' }).click()
    await there.page.getByLabel('View name').fill('Broths')
    await there.page.keyboard.press('Enter')
    await listed(here).filter({ hasText: 'Broths' }).waitFor()
    await there.page.waitForFunction(() => document.activeElement?.closest('.arrange-list'))
    await there.page.getByRole('button', { name: 'Remove Broths' }).focus()
    await there.page.keyboard.press('Enter')
    await listed(here).filter({ hasText: 'Broths' }).waitFor({ state: 'detached' })
    await there.page.getByRole('button', { name: 'Remove Broths' }).waitFor({ state: 'detached' })
    await there.page.waitForFunction(() => document.activeElement?.closest('.arrange-list'))
    await page.reload()
    await listed(here).first().waitFor()
    const after = await names(here)
    assert.deepEqual(after.slice(0, 3), ['Inbox', 'Starred messages', 'Mentions'])
    assert.ok(!after.includes('Combined feed'))
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('keys lead to unread followed topics, and to unread direct messages', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ada.send('POST', '/user_topics', {
      stream_id: design,
      topic: 'followed',
      visibility_policy: policies.followed,
    })
    for (const topic of ['followed', 'other']) await ben.sends(`About ${topic}`, { channel: design, topic })
    await cleo.sends('From Cleo', ada)
    await ben.sends('From Ben', ada)
    const here = await visit(ada)
    const { page } = here
    await page.locator('.line').first().waitFor()
    await page.keyboard.press('N')
    await here.sees('About followed')
    await page.keyboard.press('p')
    await here.sees('From Ben')
    await page.locator('.left .entry[href*="dm"] .count').first().waitFor()
    await page.keyboard.press('p')
    await here.sees('From Cleo')
    await page.keyboard.press('n')
    await here.sees('About other')
    await page.keyboard.press('P')
    await page.getByRole('heading', { level: 1, name: 'All direct messages' }).waitFor()
  })
})
