import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { projectRoot } from '#platform/config'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, isFirefox, test } from './browser.ts'
import { type Heard, head, listen } from './heard.ts'

describe.skipIf(!hasBrowser || isFirefox)('the accessibility tree', () => {
  test('the ten most frequent tasks expose their names, states and announcements', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (const text of ['The soup is ready', 'Can we **ship** it?']) await say(text)
    const here = await visit(ada)
    const { page } = here
    const ears = await listen(page)
    const tasks: { name: string; keys: string; heard: Heard }[] = []
    const task = async (name: string, keys: string, does: (page: Page) => Promise<unknown>) => {
      await ears.clear()
      await does(page)
      tasks.push({ name, keys, heard: await ears.heard() })
    }
    const focused = (selector: string) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)

    await task('Open the inbox after signing in', '', () =>
      page.getByRole('heading', { name: 'Inbox' }).first().waitFor({ state: 'attached' }),
    )
    await here.opens(hash)
    await here.sees('ship')
    await task('Go to the last message', 'k', async () => {
      await page.keyboard.press('k')
      await focused('[data-message]')
    })
    await task('Hear a message arrive', '', async () => {
      await say('It is on the table')
      await page.getByRole('log').getByText('on the table').waitFor({ state: 'attached' })
    })
    await task('Write a message', 'r', async () => {
      await page.keyboard.press('r')
      await focused('textarea')
    })
    await task('Mention someone', '@, letters', async () => {
      await page.keyboard.type('@be')
      await page.getByRole('option', { name: /^Ben/ }).waitFor()
      await page.getByText('Press Enter for Ben').waitFor({ state: 'attached' })
    })
    await page.keyboard.press('Escape')
    await here.composeField.fill('')
    await here.writes('On my way')
    await here.sees('On my way')
    await task('React to a message', '+', async () => {
      await here.message('ship').focus()
      await page.keyboard.press('+')
      await here.message('ship').locator('.reactions button').first().waitFor()
    })
    await task("Open a message's menu", 'i', async () => {
      await page.keyboard.press('i')
      await focused('[role^=menuitem]')
    })
    await page.keyboard.press('Escape')
    await task('Edit your own message', 'e', async () => {
      await here.message('On my way').focus()
      await page.keyboard.press('e')
      await focused('.edit-field textarea')
    })
    await page.keyboard.press('Escape')
    await task('Delete your own message', 'i, Delete, Enter', async () => {
      await here.message('On my way').focus()
      await page.keyboard.press('i')
      await page.getByRole('menuitem', { name: /^Delete/ }).press('Enter')
      await page.getByRole('status').filter({ hasText: 'Message deleted' }).waitFor()
    })
    await task('Search', '/, a word, Enter', async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('soup')
      await page.keyboard.press('Enter')
      await page.getByRole('status').filter({ hasText: 'found' }).waitFor({ state: 'attached' })
    })
    const sections = tasks.map(
      ({ name, keys, heard }) =>
        `### ${name}\n\n${keys && `Keys: ${keys}\n\n`}| | |\n|---|---|\n| focus | ${heard.focus} |\n| announced | ${heard.announced.join('<br>') || '–'} |\n`,
    )
    await expect(`${head}\n${sections.join('\n')}`).toMatchFileSnapshot(join(projectRoot, 'docs/screen-reader.md'))
  })
})
