import { assert, describe } from 'vitest'
import { deleteMessage } from '../../src/features/messages/messages/api/delete.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('sorting results', () => {
  test('results are sorted by time or relevance, also after Back and reload', async ({ society, ada, ben, visit }) => {
    const garden = await makeChannel(society.org, 'garden', [ada, ben])
    const say = (topic: string, content: string) => ben.sends(content, { channel: garden, topic })
    await say('dahlia bulbs', 'They arrive on Monday')
    const close = await say('shed', 'Put the dahlia bulbs on the upper shelf')
    await say('shed', `The dahlia ${'and so on '.repeat(60)} some bulbs`)
    const here = await visit(ada)
    const { page } = here
    const shownIds = () =>
      page.locator('article[data-message]').evaluateAll((rows) => rows.map((row) => Number(row.dataset.message)))
    await here.opens('#narrow/search/dahlia.20bulbs')
    await page.getByRole('status').filter({ hasText: '3 messages found, newest last' }).waitFor()
    const byTime = await shownIds()
    assert.deepEqual(
      byTime,
      byTime.toSorted((a, b) => a - b),
    )

    const relevance = page.getByRole('button', { name: 'Most relevant' })
    await relevance.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '3 messages found, most relevant first' }).waitFor()
    assert.deepEqual(await shownIds(), byTime)
    assert.equal(await relevance.getAttribute('aria-pressed'), 'true')
    assert.deepEqual(await page.locator('.feed .highlight').first().textContent(), 'dahlia')
    assert.match((await page.locator('.message time').first().textContent()) ?? '', /^Today, /)
    assert.deepEqual(await problems(page), [])

    await page.getByRole('link', { name: 'Show in conversation' }).nth(1).click()
    await page.waitForFunction(() => location.hash.includes('/near/'))
    await page.goBack()
    await page.getByRole('status').filter({ hasText: 'most relevant first' }).waitFor()
    await page.reload()
    await page.getByRole('status').filter({ hasText: 'most relevant first' }).waitFor()

    await ben.call(deleteMessage, { message_id: close })
    await page.getByRole('status').filter({ hasText: '2 messages found, most relevant first' }).waitFor()
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByRole('status').filter({ hasText: '2 messages found, newest last' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('results from a date on are sorted by time only', async ({ society, ada, ben, visit }) => {
    const garden = await makeChannel(society.org, 'garden', [ada, ben])
    const id = await ben.sends('dahlia', { channel: garden, topic: 'shed' })
    const here = await visit(ada)
    await here.opens(`#narrow/search/dahlia/near/${id}`)
    await here.page.getByRole('status').filter({ hasText: '1 message found' }).waitFor()
    assert.equal(await here.page.getByRole('button', { name: 'Most relevant' }).count(), 0)
    await here.opens('#narrow/is/starred')
    assert.equal(await here.page.getByRole('button', { name: 'Most relevant' }).count(), 0)
  })

  test('results by relevance can be loaded again when loading failed', async ({ society, ada, ben, visit }) => {
    const garden = await makeChannel(society.org, 'garden', [ada, ben])
    await ben.sends('dahlia', { channel: garden, topic: 'shed' })
    const here = await visit(ada)
    const { page } = here
    await page.route('**/messages?*sort_by=relevance*', (route) => route.abort())
    await here.opens('#narrow/search/dahlia')
    await page.getByRole('button', { name: 'Most relevant' }).click()
    await page.getByRole('alert').filter({ hasText: 'Try again' }).waitFor()
    await page.unroute('**/messages?*sort_by=relevance*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('status').filter({ hasText: '1 message found' }).waitFor()
  })
})
