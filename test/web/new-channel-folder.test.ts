import { assert, describe } from 'vitest'
import { getChannelFolders } from '../../src/features/channels/channels/folders/api.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('folders of new channels', () => {
  test('an administrator creates a folder with a channel, and a member can only choose one', async ({
    ada,
    ben,
    visit,
  }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#channels/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('looms')
    await page.getByRole('combobox', { name: 'Folder', exact: true }).selectOption({ label: 'New folder…' })
    // a folder needs a name
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('alert').getByText('Enter a name.').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('textbox', { name: 'New folder name' }).fill('Workshop')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('#left-sidebar').getByRole('region', { name: 'Workshop' }).getByText('looms').waitFor()
    const { channel_folders } = await ada.call(getChannelFolders, {})
    assert.deepEqual(
      channel_folders.map(({ name }) => name),
      ['Workshop'],
    )

    const there = await visit(ben)
    await there.opens('#channels/new')
    const options = there.page.getByRole('combobox', { name: 'Folder', exact: true }).getByRole('option')
    await options.getByText('Workshop').waitFor({ state: 'attached' })
    assert.deepEqual(await options.allTextContents(), ['No folder', 'Workshop'])
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })
})
