import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'
import { gate } from './gate.ts'

describe.skipIf(!hasBrowser)('talking', () => {
  test('a sent message appears for another user at once, and only once', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const [here, there] = [await visit(ada), await visit(ben)]
    await here.opens(hash)
    await there.opens(hash)
    await here.writes('Can we **ship**?')
    await there.sees('Can we ship?')
    await there.writes('CI is green.')
    await here.sees('CI is green.')
    await here.page.locator('.outgoing').waitFor({ state: 'detached' })
    assert.equal(await here.message('Can we ship?').count(), 1)
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('a message being sent is shown in its final place', async ({ society, ada, visit }) => {
    const kitchen = await makeChannel(society.org, 'kitchen', [ada])
    await ada.sends('Before', { channel: kitchen, topic: 'soup' })
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${kitchen}/topic/soup`)
    await here.sees('Before')
    const { release, released } = gate()
    await here.page.route('**/api/v1/messages', async (route) => {
      await released
      await route.continue()
    })
    await here.composeField.click()
    await here.writes('On its way')
    const left = async (of: string) => (await here.page.locator(`${of} .avatar`).last().boundingBox())?.x
    await here.page.locator('.outgoing').waitFor()
    assert.equal(await left('.outgoing'), await left('article[data-message]'))
    release()
    await here.sees('On its way')
  })

  test('a direct message arrives in the sidebar, and reading it clears the count', async ({ ada, ben, visit }) => {
    const here = await visit(ada)
    await here.opens('#inbox')
    await ben.sends('Lunch?', ada)
    const entry = here.page.locator('#left-sidebar').getByRole('link', { name: /Ben/ })
    await entry.getByText('1', { exact: true }).waitFor()
    await entry.click()
    await here.sees('Lunch?')
    await entry.getByText('1', { exact: true }).waitFor({ state: 'detached' })
    const { unread_msgs } = (await ada.register('message', 'update_message_flags')).initial
    assert.equal((unread_msgs as { count: number }).count, 0)
  })

  test("another user's edits, moves, and deletions show without a reload", async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const first = await ben.sends('A word', { channel: id, topic: 'one' })
    const second = await ben.sends('Another word', { channel: id, topic: 'one' })
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/one`)
    await here.sees('A word')
    await ben.send('PATCH', `/messages/${first}`, { content: 'A better word' })
    await here.sees('A better word')
    await ben.send('PATCH', `/messages/${second}`, { topic: 'two' })
    await here.message('Another word').waitFor({ state: 'detached' })
    await ada.send('DELETE', `/messages/${first}`)
    await here.message('A better word').waitFor({ state: 'detached' })
  })

  test('links of the existing web app open the same conversations', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'Design & build', [ada, ben])
    await ben.sends('Here it is', { channel: id, topic: 'release 2.4 (beta)' })
    const here = await visit(ada)
    for (const hash of [
      `#narrow/stream/${id}-old-name/topic/release.202.2E4.20.28beta.29`,
      '#narrow/stream/Design.20.26.20build/subject/release.202.2E4.20.28beta.29',
      `#narrow/channel/${id}`,
    ]) {
      await here.opens('#inbox')
      await here.opens(hash)
      await here.sees('Here it is')
    }
    await here.opens('#nonsense/everywhere')
    await here.page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  })
})
