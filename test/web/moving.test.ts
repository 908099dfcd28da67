import { assert, describe, vi } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, isFirefox, test, type Visitor } from './browser.ts'

const dialog = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Move messages' })

describe.skipIf(!hasBrowser)('moving messages', () => {
  for (const [which, stays, goes, from] of [
    ['Only this message', ['one', 'three'], ['two'], 'two'],
    ['This message and later ones', ['one'], ['two', 'three'], 'two'],
    ['All messages in this topic', [], ['one', 'two', 'three'], 'two'],
  ] as const)
    test(`moving "${which}" moves these messages and posts notices in both topics`, async ({
      society,
      ada,
      ben,
      visit,
    }) => {
      const id = await makeChannel(society.org, 'design', [ada, ben])
      const there = await makeChannel(society.org, 'press', [ada, ben])
      for (const content of ['one', 'two', 'three']) await ben.sends(content, { channel: id, topic: 'plans' })
      await ben.sends('there already', { channel: there, topic: 'older plans' })
      const here = await visit(ada)
      await here.opens(`#narrow/channel/${id}-design/topic/plans`)
      await here.message(from).focus()
      await here.page.keyboard.press('m')
      await dialog(here).getByRole('button', { name: 'Change channel: design' }).click()
      await here.page.keyboard.type('pre')
      await dialog(here).getByRole('option', { name: 'press' }).waitFor()
      await here.page.keyboard.press('Enter')
      await dialog(here).getByRole('button', { name: 'Change channel: press' }).waitFor()
      await dialog(here).getByRole('combobox', { name: 'Topic' }).fill('old')
      await dialog(here).getByRole('option', { name: 'older plans' }).click()
      assert.equal(await dialog(here).getByRole('combobox', { name: 'Topic' }).inputValue(), 'older plans')
      await dialog(here).getByRole('status').getByText('will be merged into it').waitFor()
      await dialog(here).getByRole('radio', { name: which, exact: true }).check()
      await dialog(here).getByRole('checkbox', { name: 'Post a notice in the new topic' }).setChecked(true)
      await dialog(here).getByRole('checkbox', { name: 'Post a notice in the old topic' }).setChecked(true)
      await dialog(here).getByRole('button', { name: 'Move', exact: true }).click()
      await dialog(here).waitFor({ state: 'detached' })
      const written = async (channelId: number, topic: string) => {
        const narrow = [
          { operator: 'channel', operand: channelId },
          { operator: 'topic', operand: topic },
        ]
        const question = { anchor: 'newest', num_before: 20, num_after: 0, narrow, apply_markdown: false }
        const { messages } = await ada.send('GET', '/messages', question)
        const all = messages as { sender_id: number; content: string }[]
        return {
          people: all.filter(({ sender_id }) => sender_id === ben.id).map(({ content }) => content),
          notices: all.filter(({ sender_id }) => sender_id !== ben.id).length,
        }
      }
      await vi.waitFor(async () => {
        const [old, fresh] = [await written(id, 'plans'), await written(there, 'older plans')]
        assert.deepEqual(old.people, [...stays])
        assert.sameMembers(fresh.people, ['there already', ...goes])
        assert.equal(fresh.notices, 1)
        assert.equal(old.notices, 1)
      }, 180_000)
      await here.page.getByRole('status').getByRole('button', { name: 'View' }).click()
      await here.sees('there already')
      assert.deepEqual(here.complaints, [])
    })
})

describe.skipIf(!hasBrowser)('on touch screens', () => {
  test.skipIf(isFirefox)(
    "a long press opens the action sheet, and a tap doesn't",
    async ({ society, ada, ben, visit }) => {
      const { hash, say } = await makeTopic(society, [ada, ben], 'one')
      await say('Shipped')
      const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      await here.opens(hash)
      const words = here.message('Shipped').locator('.content p')
      await words.waitFor()
      await words.tap()
      assert.equal(await here.page.getByRole('menu').count(), 0)
      const box = await words.boundingBox()
      const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 8 }
      const cdp = await here.page.context().newCDPSession(here.page)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
      const menu = here.page.getByRole('menu')
      await menu.waitFor()
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      // it stays open, and its items work
      await menu.getByRole('menuitem', { name: 'Star' }).tap()
      await here.page.getByRole('article').getByText('starred').waitFor()
      assert.deepEqual(here.complaints, [])
    },
  )
})
