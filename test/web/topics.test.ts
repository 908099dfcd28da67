import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('all topics of a channel', () => {
  test('are listed, filtered, muted, followed, resolved and renamed by keys alone', async ({
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
    // resolved, it is folded away, and one stays where one was
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

    // what is typed is looked for among the resolved ones too; Enter opens the first
    await page.getByRole('searchbox', { name: 'Filter topics' }).focus()
    await page.keyboard.type('disk')
    await row('launch').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /disk full/ }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
