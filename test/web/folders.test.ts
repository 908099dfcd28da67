import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('channel folders', () => {
  test('folders are created, renamed, reordered by keyboard and drag, and deleted', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#channels/all')
    await page.getByRole('button', { name: 'Folders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Folders' })
    const field = dialog.getByRole('textbox', { name: 'New folder name' })
    for (const name of ['One', 'Two', 'Three']) {
      await field.fill(name)
      await page.keyboard.press('Enter')
      await dialog.getByRole('textbox', { name: `Name of folder ${name}` }).waitFor()
    }
    const order = async () => {
      const { channel_folders } = await ada.send('GET', '/channel_folders')
      return (channel_folders as { name: string }[]).map(({ name }) => name)
    }
    const stand = (...names: string[]) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLInputElement>('.folders input')].map(({ value }) => value).join() ===
          wanted,
        names.join(),
      )
    await stand('One', 'Two', 'Three')
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('textbox', { name: 'Name of folder Three' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await stand('One', 'Three', 'Two')
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'Three')
    await page.keyboard.press('Alt+ArrowUp')
    await stand('Three', 'One', 'Two')
    assert.deepEqual(await order(), ['Three', 'One', 'Two'])
    const rows = dialog.locator('.folders li')
    await rows.nth(2).dragTo(rows.nth(0))
    await stand('Two', 'Three', 'One')
    const two = dialog.getByRole('textbox', { name: 'Name of folder Two' })
    await two.fill('Three')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText("Channel folder 'Three' already exists").waitFor()
    await stand('Two', 'Three', 'One')
    await two.fill('Second')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Name of folder Second' }).waitFor()
    const why = dialog.getByRole('textbox', { name: 'Description of folder Three' })
    await why.fill('Everything large')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.keyboard.press('Enter')
    await saved
    const told = (await ada.send('GET', '/channel_folders')).channel_folders as Record<'name' | 'description', string>[]
    assert.equal(told.find(({ name }) => name === 'Three')?.description, 'Everything large')
    // another user's change appears, and an unchanged field doesn't overwrite it
    const three = await dialog.locator('.folders li').nth(1).getAttribute('data-folder')
    await ada.send('PATCH', `/channel_folders/${three}`, { description: 'Everything else' })
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLTextAreaElement>('.folders textarea')].some(
        ({ value }) => value === 'Everything else',
      ),
    )
    await dialog.getByRole('button', { name: 'Delete folder Second' }).click()
    await stand('Three', 'One')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'New folder name')
    assert.deepEqual(await order(), ['Three', 'One'])
    assert.deepEqual(here.complaints, [])
  })

  test('channels are moved into folders by menu and drag; collapsed folders persist', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const other = await makeChannel(society.org, 'kitchen', [ada, ben])
    const { channel_folder_id: folder } = await ada.send('POST', '/channel_folders/create', { name: 'Work' })
    await ada.send('PATCH', `/streams/${other}`, { folder_id: folder })
    const here = await visit(ada)
    const { page } = here
    const section = (key: unknown) => page.locator(`.left [data-section="${key}"]`)
    const link = (name: string) => page.locator('#left-sidebar').getByRole('link', { name })
    await link('design').focus()
    await page.keyboard.press('i')
    await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
    await page.getByRole('dialog', { name: 'Move to folder…' }).getByRole('button', { name: 'Work' }).click()
    await section(folder).getByRole('link', { name: 'design' }).waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await section('rest').getByRole('link', { name: 'design' }).waitFor()
    await link('design').dragTo(section(folder).getByRole('button', { name: 'Work' }))
    await section(folder).getByRole('link', { name: 'design' }).waitFor()
    const { stream } = await ada.send('GET', `/streams/${id}`)
    assert.equal((stream as { folder_id: number }).folder_id, folder)

    await section(folder).getByRole('button', { name: 'Work', expanded: true }).click()
    await link('design').waitFor({ state: 'detached' })
    await ben.sends('Hello', { channel: id, topic: 'one' })
    await section(folder).getByText('1 unread message').waitFor({ state: 'attached' })
    assert.deepEqual(await problems(page), [])
    await page.reload()
    await here.listens()
    await section(folder).getByRole('button', { name: /Work/, expanded: false }).waitFor()
    assert.equal(await link('design').count(), 0)
    await here.opens(`#narrow/channel/${id}-design`)
    await link('design').waitFor()
    assert.equal(await link('kitchen').count(), 0)
    assert.deepEqual(here.complaints, [])
  })
})
