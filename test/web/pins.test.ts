import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('pins', () => {
  test("pinned topics come first, by keyboard, and in the channel's menu", async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    for (const topic of ['colours', 'release', 'lunch']) await ben.sends(`About ${topic}`, { channel: design, topic })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#topics/channel/${design}`)
    const rows = () => page.locator('.topic-list [data-row] a .name').allTextContents()
    const first = (names: string[]) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.topic-list [data-row] a .name')]
            .map((one) => one.textContent)
            .join()
            .startsWith(wanted),
        names.join(),
      )
    await first(['lunch'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('p')
    await first(['colours', 'lunch', 'release'])
    await ben.send('POST', '/pinned_topics', { stream_id: design, topic: 'release', for_everyone: true })
    await first(['release', 'colours', 'lunch'])
    assert.deepEqual(await problems(page), [])
    await here.opens(`#narrow/channel/${design}-design`)
    await page.locator('.left .topics .name').first().waitFor()
    const names = await page.locator('.left .topics .name').allTextContents()
    assert.deepEqual(names.slice(0, 2), ['release', 'colours'])
    assert.equal((await rows()).length, 0)
    assert.deepEqual(here.complaints, [])
  })

  test('pinned messages are listed above their own conversation only', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const id = await ben.sends('The **plan** is here', { channel: design, topic: 'release' })
    await ben.sends('Red', { channel: design, topic: 'colours' })
    const garden = await makeChannel(society.org, 'garden', [ada, ben])
    const tulips = await ben.sends('Tulips', { channel: garden, topic: 'beds' })
    await ben.send('POST', `/messages/${tulips}/pin`, { for_everyone: true })
    const here = await visit(ada)
    const { page } = here
    const asked: number[][] = []
    page.on('request', (request) => {
      const ids = new URL(request.url()).searchParams.get('message_ids')
      if (ids && request.url().includes('narrow')) asked.push(JSON.parse(ids))
    })
    await here.opens(`#narrow/channel/${design}-design/topic/release`)
    await here.sees('is here')
    assert.equal(await page.getByRole('region', { name: 'Pinned messages' }).count(), 0)
    await ben.send('POST', `/messages/${id}/pin`, { for_everyone: true })
    const strip = page.getByRole('region', { name: 'Pinned messages' })
    await strip.getByRole('button', { name: /1 pinned message.*The plan is here/ }).click()
    await strip.getByRole('link', { name: /Ben.*for everyone.*The plan is here/ }).waitFor()
    assert.ok(asked.length > 0)
    assert.isFalse(asked.flat().includes(tulips), 'what is pinned in another channel is not asked for')
    assert.deepEqual(await problems(page), [])
    await strip.getByRole('link').click()
    await page.waitForFunction((wanted) => location.hash.endsWith(`/near/${wanted}`), id)
    await here.opens(`#narrow/channel/${design}-design/topic/colours`)
    await here.sees('Red')
    await strip.waitFor({ state: 'detached' })
    await here.opens(`#narrow/channel/${design}-design/topic/release`)
    await strip.waitFor()
    await ben.send('DELETE', `/messages/${id}/pin`, { for_everyone: true })
    await strip.waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })
})
