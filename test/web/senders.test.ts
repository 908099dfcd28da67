import { assert, describe } from 'vitest'
import type { UserId } from '#contract'
import { Person } from '#test'
import type { Account } from '../../src/features/people/users/account.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { joinChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('who has sent a message', () => {
  test('of somebody who is muted one sees that something was said, and what on demand', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben, cleo])
    await say('Good morning', ben)
    const first = await say('Attention')
    await say('I said listen!')
    await ada.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tada' })
    await ada.send('POST', `/users/me/muted_users/${cleo.id}`)
    const here = await visit(ada)
    await here.opens(hash)
    const row = (index: number) => here.page.locator('article[data-message]').nth(index)
    await row(2).getByText('You’ve muted this user').waitFor()
    for (const words of ['Attention', 'I said listen!', 'tada'])
      assert.equal(await here.page.locator('.feed').getByText(words).count(), 0, words)
    await row(2).getByRole('button', { name: 'Show', exact: true }).click()
    await here.sees('I said listen!')
    assert.isTrue(await row(2).locator('.sender', { hasText: cleo.name }).isVisible())
    assert.equal(await here.message('Attention').count(), 0, 'the other one stays hidden')
    await ada.send('DELETE', `/users/me/muted_users/${cleo.id}`)
    await here.sees('Attention')
    assert.deepEqual(here.complaints, [])
  })

  test('bots, guests and people whose account is deactivated are told from others', async ({
    society,
    ada,
    ben,
    gus,
    visit,
  }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben, gus])
    await say('From outside', gus)
    await say('Inside', ben)
    const { user_id } = await ada.send('POST', '/bots', { full_name: 'Build', short_name: 'build' })
    const account = society.org.get(peopleCache).byId.get(user_id as UserId) as Account
    const bot = new Person(society.server, society.org, society.subdomain, account)
    await joinChannel(society.org, id, bot, ada)
    await say('All is green', bot)
    const here = await visit(ada)
    await here.opens(hash)
    const said = (text: string) => here.message(text).locator('.head')
    await said('From outside').getByText('guest', { exact: true }).waitFor()
    assert.equal(await said('Inside').locator('.kind').count(), 0)
    await ada.send('DELETE', `/users/${ben.id}`)
    await said('Inside').getByText('deactivated', { exact: true }).waitFor()
    await said('All is green').getByText('bot', { exact: true }).waitFor()
  })

  test('without the sender’s name, the star is seen, and the time where one looks', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('One')
    const second = await say('Two')
    await ada.send('POST', '/messages/flags', { messages: [second], op: 'add', flag: 'starred' })
    const here = await visit(ada)
    await here.opens(hash)
    const row = here.page.locator(`article[data-message="${second}"]`)
    const star = row.locator('.starred')
    await star.waitFor()
    const box = await star.boundingBox()
    assert.isAbove(box?.width ?? 0, 8)
    const time = row.locator('.time')
    const opacity = () => time.evaluate((it) => getComputedStyle(it).opacity)
    assert.equal(await opacity(), '0')
    await row.hover()
    assert.equal(await opacity(), '1')
    const words = await row.locator('.content').boundingBox()
    const shown = await time.boundingBox()
    assert.isAtMost((shown?.x ?? 0) + (shown?.width ?? 0), words?.x ?? 0, 'it stands beside the text')
  })
})
