import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)("a channel's topic list", () => {
  test('topics are listed, filtered, muted, followed, resolved, and renamed by keyboard', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const topic of ['release', 'colours', 'type', '✔ disk full']) await ben.sends('A word', { channel: id, topic })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design`)
    await here.message('A word').first().focus()
    await page.keyboard.press('Y')
    await page.getByRole('heading', { level: 1, name: 'Topics in #design' }).waitFor()
    assert.equal(new URL(page.url()).hash, `#topics/channel/${id}-design`)
    const names = () => page.locator('.topic-list a .name').allTextContents()
    await page.locator('.topic-list').getByRole('link', { name: 'type' }).waitFor()
    assert.deepEqual(await names(), ['type', 'colours', 'release'])
    await page.getByRole('button', { name: '1 resolved topic' }).waitFor()
    assert.deepEqual(await problems(page), [])

    const row = (name: string) => page.locator('.topic-list li', { hasText: name })
    const stands = (name: string) =>
      page.waitForFunction((text) => document.activeElement?.textContent?.includes(text), name)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await stands('colours')
    await page.keyboard.press('m')
    await row('colours').locator('.entry', { hasText: 'muted' }).waitFor()
    await page.keyboard.press('m')
    await row('colours').locator('.entry', { hasText: 'muted' }).waitFor({ state: 'detached' })
    await page.keyboard.press('f')
    await row('colours').locator('.entry', { hasText: 'followed' }).waitFor()
    assert.deepEqual(await problems(page), [])
    // once resolved, it's collapsed, and the focus stays nearby
    await page.keyboard.press('s')
    await page.getByRole('button', { name: '2 resolved topics' }).waitFor()
    assert.deepEqual(await names(), ['type', 'release'])
    await page.waitForFunction(() => document.activeElement?.closest('.topic-list') !== null)
    assert.equal(new URL(page.url()).hash, `#topics/channel/${id}-design`)

    await page.locator('.topic-list').getByRole('link', { name: 'release' }).focus()
    await page.keyboard.press('e')
    await page
      .getByRole('textbox', { name: 'Topic' })
      .or(page.getByRole('combobox', { name: 'Topic' }))
      .fill('launch')
    await page.keyboard.press('Enter')
    await row('launch').waitFor()

    await page.getByRole('searchbox', { name: 'Filter topics' }).focus()
    await page.keyboard.type('disk')
    await row('launch').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /disk full/ }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
