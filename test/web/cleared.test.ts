import { assert, describe } from 'vitest'
import type { ChannelId } from '#contract'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

const topics = 40
const each = 5

describe.skipIf(!hasBrowser)('200 unread messages in 40 topics', () => {
  test('200 unread messages are cleared by keyboard alone, and on the server', async ({ society, ada, ben, visit }) => {
    const channels = [
      await makeChannel(society.org, 'alpha', [ada, ben]),
      await makeChannel(society.org, 'beta', [ada, ben]),
      await makeChannel(society.org, 'gamma', [ada, ben]),
      await makeChannel(society.org, 'delta', [ada, ben]),
    ]
    for (let topic = 0; topic < topics; topic++)
      for (let nth = 0; nth < each; nth++)
        await ben.sends(`Word ${nth} of ${topic}${topic === 7 && nth === 2 ? ` for @**${ada.name}**` : ''}`, {
          channel: channels[topic % channels.length] as ChannelId,
          topic: `topic ${topic}`,
        })
    const unread = async () => {
      const narrow = JSON.stringify([{ operator: 'is', operand: 'unread' }])
      const answer = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 1_000, num_after: 0, narrow })
      return (answer.messages as unknown[]).length
    }
    assert.equal(await unread(), topics * each)
    const here = await visit(ada)
    const { page } = here
    const keys: string[] = []
    const press = async (key: string) => {
      keys.push(key)
      await page.keyboard.press(key)
    }
    const shows = (messages: number) =>
      page.waitForFunction(
        (count) =>
          (document.querySelector('.left .entry[href="#catch-up"] .count b')?.textContent ?? '0') === String(count),
        messages,
      )
    await shows(topics * each)
    // mentions come first
    await press('C')
    await page.getByRole('heading', { level: 1, name: 'Inbox · For you' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('.line')?.textContent?.includes('topic 7'))
    await press('Enter')
    await here.sees('Word 2 of 7')
    await page.waitForFunction(() => document.hasFocus())
    await shows(topics * each - each)
    for (let read = 2; read <= 4; read++) {
      await press('n')
      await shows((topics - read) * each)
    }
    // then single topics and undo
    await press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.locator('.line').first().waitFor()
    // skip expanded headings
    await press('j')
    await page.waitForFunction(() => document.activeElement?.closest('.line.conversation'))
    let left = topics - 4
    for (let marked = 0; marked < 3; marked++) {
      await press('e')
      await shows(--left * each)
    }
    await press('z')
    await shows(++left * each)
    while (left > 0) {
      await press('e')
      while ((await unread()) === left * each) await new Promise((resolve) => setTimeout(resolve, 20))
      left = (await unread()) / each
      await shows(left * each)
    }
    await page.getByText('You’re all caught up.').waitFor()
    await shows(0)
    assert.equal(await unread(), 0)
    assert.ok(keys.length < 100, keys.join(' '))
    assert.deepEqual(here.complaints, [])
  })
})
