import { assert, describe } from 'vitest'
import { getTopicLocks, lockTopic, unlockTopic } from '../../src/features/messages/messages/topic-locks/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const field = ({ page }: Visitor) => page.locator('#compose textarea')
const reasonIn = ({ page }: Visitor, text: string) => page.locator('#compose .banner.stops', { hasText: text })

/** Opens the menu of the shown topic. */
async function menuOf({ page }: Visitor) {
  await page.getByRole('button', { name: 'Actions: #lounge › greetings' }).last().click()
  const menu = page.getByRole('menu')
  await menu.waitFor()
  return menu
}

describe.skipIf(!hasBrowser)('locked topics', () => {
  test('a member keeps their text when a moderator locks the topic', async ({ society, ada, momo, ben, visit }) => {
    const id = await makeChannel(society.org, 'lounge', [ada, momo, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const topic = `#narrow/channel/${id}-lounge/topic/greetings`
    const member = await visit(ben)
    await member.opens(topic)
    await field(member).fill('A half-written reply')
    const moderator = await visit(momo)
    await moderator.opens(topic)
    await (await menuOf(moderator)).getByRole('menuitem', { name: 'Lock topic…' }).click()
    const dialog = moderator.page.getByRole('dialog', { name: 'Lock “greetings”?' })
    await dialog.getByRole('radio', { name: '1 day' }).check()
    await dialog.getByLabel(/^Reason/).fill('Off topic')
    assert.deepEqual(await problems(moderator.page), [])
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    await reasonIn(member, 'Off topic').waitFor()
    assert.match(
      (await reasonIn(member, 'Off topic').textContent()) ?? '',
      /^A moderator has locked this topic until .+\. Reason: Off topic$/,
    )
    await member.page.keyboard.type('jc? and more')
    await member.page.keyboard.press('Control+Enter')
    assert.equal(await field(member).inputValue(), 'A half-written reply')
    assert.deepEqual(await problems(member.page), [])
    await field(member).blur()
    await field(member).waitFor({ state: 'detached' })
    for (const { page } of [member, moderator]) await page.locator('h1 [title=locked]').waitFor()
    await member.page.locator('.message', { hasText: 'has locked this topic until' }).waitFor()

    // moderators can still post, and see that the topic is locked
    await field(moderator).fill('Please continue in #weaving')
    await moderator.page.getByText('This topic is locked: only moderators can post here.').waitFor()
    await field(moderator).press('Control+Enter')
    await member.page.locator('.message', { hasText: 'Please continue in' }).waitFor()

    await (await menuOf(moderator)).getByRole('menuitem', { name: 'Unlock topic' }).click()
    await field(member).waitFor()
    assert.equal(await field(member).inputValue(), 'A half-written reply')
    await field(member).press('Control+Enter')
    await moderator.page.locator('.message', { hasText: 'A half-written reply' }).waitFor()
  })

  test('the palette locks the shown topic, for moderators only', async ({ society, ada, momo, ben, visit }) => {
    const id = await makeChannel(society.org, 'lounge', [ada, momo, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const topic = `#narrow/channel/${id}-lounge/topic/greetings`
    const moderator = await visit(momo)
    await moderator.opens(topic)
    await moderator.page.locator('.message', { hasText: 'Welcome' }).waitFor()
    await moderator.page.keyboard.press('Control+k')
    await moderator.page.locator('dialog.palette input:focus').waitFor()
    await moderator.page.keyboard.type('Lock topic')
    await moderator.page.locator('.palette [role=option][aria-selected=true]', { hasText: 'Lock topic…' }).waitFor()
    await moderator.page.keyboard.press('Enter')
    const dialog = moderator.page.getByRole('dialog', { name: 'Lock “greetings”?' })
    await dialog.waitFor()
    await moderator.page.keyboard.press('Escape')
    const member = await visit(ben)
    await member.opens(topic)
    await field(member).waitFor()
    const menu = await menuOf(member)
    assert.equal(await menu.getByRole('menuitem', { name: 'Lock topic…' }).count(), 0)
  })

  test('a moderator changes the reason of a lock and keeps its end', async ({ society, ada, momo, visit }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, momo])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const until = Math.floor(Date.now() / 1_000) + 7_200
    await ada.call(lockTopic, { stream_id, topic: 'greetings', until, reason: 'Enough' })
    const moderator = await visit(momo)
    const { page } = moderator
    await moderator.opens(`#narrow/channel/${stream_id}-lounge/topic/greetings`)
    await (await menuOf(moderator)).getByRole('menuitem', { name: 'Change lock…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change lock on “greetings”' })
    assert.isTrue(await dialog.getByRole('radio', { name: /^Until .*20\d\d/ }).isChecked())
    const reason = dialog.getByLabel(/^Reason/)
    assert.equal(await reason.inputValue(), 'Enough')
    await reason.fill('Off topic')
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { topic_locks } = await ada.call(getTopicLocks, { stream_id })
    assert.deepEqual(
      topic_locks.map((lock) => [lock.until, lock.reason]),
      [[until, 'Off topic']],
    )
  })

  test('resolving and renaming a locked topic is only offered to moderators', async ({
    society,
    ada,
    momo,
    ben,
    visit,
  }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, momo, ben])
    await ben.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const offered = async (visitor: Visitor) => {
      const menu = await menuOf(visitor)
      const count = (name: string) => menu.getByRole('menuitem', { name }).count()
      const counts = [await count('Mark as resolved'), await count('Rename or merge…')]
      await visitor.page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      return counts
    }
    const [member, moderator] = [await visit(ben), await visit(momo)]
    for (const one of [member, moderator]) {
      await one.opens(`#narrow/channel/${stream_id}-lounge/topic/greetings`)
      assert.deepEqual(await offered(one), [1, 1])
    }
    await ada.call(lockTopic, { stream_id, topic: 'greetings' })
    for (const { page } of [member, moderator]) await page.locator('h1 [title=locked]').waitFor()
    assert.deepEqual(await offered(member), [0, 0])
    assert.equal(await member.page.locator('.topic-actions button').count(), 0)
    assert.deepEqual(await offered(moderator), [1, 1])
  })

  test('a moderator who isn’t subscribed sees and changes the channel’s locks', async ({
    society,
    ada,
    momo,
    ben,
    visit,
  }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    await ada.call(lockTopic, { stream_id, topic: 'greetings', reason: 'Enough' })
    const moderator = await visit(momo)
    const { page } = moderator
    await moderator.opens(`#narrow/channel/${stream_id}-lounge/topic/greetings`)
    const mark = page.locator('h1 [title=locked]')
    await mark.waitFor()
    await (await menuOf(moderator)).getByRole('menuitem', { name: 'Unlock topic' }).click()
    await mark.waitFor({ state: 'detached' })
    await (await menuOf(moderator)).getByRole('menuitem', { name: 'Lock topic…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
    await mark.waitFor()
    // opening the channel again fetches its locks again
    await moderator.opens('#inbox')
    await ada.call(unlockTopic, { stream_id, topic: 'greetings' })
    await moderator.opens(`#narrow/channel/${stream_id}-lounge/topic/greetings`)
    await page.locator('.message', { hasText: 'Welcome' }).waitFor()
    await mark.waitFor({ state: 'detached' })
  })

  test('a message refused by a new lock shows the reason, and can be resent', async ({ society, ada, ben, visit }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const member = await visit(ben)
    await member.opens(`#narrow/channel/${stream_id}-lounge/topic/greetings`)
    await member.page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() === 'POST')
        await ada.call(lockTopic, { stream_id, topic: 'greetings', reason: 'Enough' })
      await route.continue()
    })
    await field(member).fill('Too late')
    await field(member).press('Control+Enter')
    await member.page.getByText('A moderator has locked this topic. Reason: Enough').first().waitFor()
    await member.page.unroute('**/api/v1/messages')
    await member.page.getByRole('button', { name: 'Resend' }).waitFor()
    await ada.call(unlockTopic, { stream_id, topic: 'greetings' })
    await member.page.getByRole('button', { name: 'Resend' }).click()
    await member.page.locator('.message:not(.outgoing)', { hasText: 'Too late' }).waitFor()
  })
})
