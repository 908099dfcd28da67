import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('the palette', () => {
  test('the palette finds channels, topics, people, groups, views, and commands by keyboard', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('A word', { channel: design, topic: 'release' })
    await ben.sends('Lunch?', [ada, cleo])
    const here = await visit(ada)
    const { page } = here
    const field = page.getByRole('combobox', { name: 'Go to' })
    const heading = (name: RegExp | string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const goes = async (text: string, option: RegExp) => {
      // typed without waiting for the palette, like a fast typist
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      await page.locator('.palette [role=option][aria-selected=true]').filter({ hasText: option }).waitFor()
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
    }
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await goes('desi', /^design/)
    await heading('design')
    await here.sees('A word')
    await goes('relea', /^release/)
    await heading(/release/)
    await goes('cleo', /^Cleo/)
    await heading('Cleo')
    await goes('ben cleo', /Ben, Cleo/)
    await heading('Ben, Cleo')
    await here.sees('Lunch?')
    await goes('menti', /Mentions/)
    await heading('Mentions')
    await goes('inbox all', /Inbox · All/)
    await heading('Inbox · All')
    // also while writing; the focus returns to the compose box
    await goes('desi', /^design/)
    await here.sees('A word')
    await page.keyboard.press('Control+k')
    await field.waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await here.message('A word').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('star')
    const chosen = page.locator('.palette [role=option][aria-selected=true]')
    await chosen.filter({ hasText: 'Start or join a call' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await chosen.filter({ hasText: 'selected message' }).waitFor()
    await page.keyboard.press('Enter')
    await here.message('A word').locator('.starred').waitFor()
    await goes('nothing of that name', /Search messages for/)
    await page.getByText('No messages found.').first().waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('the palette suggests recent and unread conversations first', async ({ society, ada, ben, visit }) => {
    const ids: Record<string, number> = {}
    for (const name of ['team one', 'team two', 'team three'])
      ids[name] = await makeChannel(society.org, name, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    const first = () => page.locator('.palette [role=option] .label').first()
    const opens = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to' }).waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    }
    await ben.sends('Soon', { channel: ids['team two'] as number, topic: 'plans' })
    await page.locator('#left-sidebar').getByText('1 unread message').first().waitFor({ state: 'attached' })
    await opens()
    await page.keyboard.type('team')
    await first().filter({ hasText: 'team two' }).waitFor()
    await page.keyboard.press('Escape')
    await opens()
    await page.keyboard.type('team thr')
    await first().filter({ hasText: 'team three' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'team three' }).waitFor()
    await opens()
    await first().filter({ hasText: 'team three' }).waitFor()
    await page.keyboard.type('team')
    await first().filter({ hasText: 'team three' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
