import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

describe.skipIf(!hasBrowser)('files and pins of a channel', () => {
  test("a channel's page lists its files, pinned topics, and pinned messages", async ({ society, ada, ben, visit }) => {
    const garden = await makeChannel(society.org, 'garden', [ada, ben])
    const kitchen = await makeChannel(society.org, 'kitchen', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#channels/${garden}/garden/general`)
    await page.getByRole('link', { name: 'Files and pins' }).click()
    await page.getByText('Nothing is pinned in this channel.').waitFor()
    await page.getByText('No files in this channel yet.').waitFor()

    const plan = await upload(ben, 'plan.txt', 'Beans left, peas right')
    const menu = await upload(ben, 'menu.txt', 'Soup')
    await ben.sends(`The [plan](${plan.url})`, { channel: garden, topic: 'beds' })
    await ben.sends(`The [menu](${menu.url})`, { channel: kitchen, topic: 'lunch' })
    const pinned = await ben.sends('Water before nine', { channel: garden, topic: 'beds' })
    await ben.send('POST', `/messages/${pinned}/pin`, { for_everyone: true })
    await ben.send('POST', '/pinned_topics', { stream_id: garden, topic: 'beds', for_everyone: true })
    await page
      .getByRole('region', { name: 'Pinned' })
      .getByRole('link', { name: /Water before nine/ })
      .waitFor()
    await page.getByRole('list', { name: 'Pinned topics' }).getByRole('link', { name: 'beds' }).waitFor()

    await page.reload()
    const files = page.getByRole('region', { name: 'Files' })
    await files.getByRole('link', { name: 'plan', exact: true }).waitFor()
    assert.equal(await files.getByRole('listitem').count(), 1)
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await files.getByRole('link', { name: 'Go to message: plan' }).press('Enter')
    await page.locator('.heading h1', { hasText: 'beds' }).waitFor()
    await here.sees('The plan')
    assert.deepEqual(here.complaints, [])
  })
})
