import { assert, describe } from 'vitest'
import { joinChannel, leaveChannel, makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const send = ({ page }: Visitor) => page.getByRole('button', { name: 'Send', exact: true })
const warns = ({ page }: Visitor, text: string | RegExp) => page.locator('.banner').filter({ hasText: text })
const articles = ({ page }: Visitor) => page.locator('article[data-message]')

describe.skipIf(!hasBrowser)('warnings before sending', () => {
  test('mentioning very many people asks to confirm, or is refused without permission', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const many = [ada, ben]
    for (let n = many.length; n < 17; n++) many.push(await society.join(`Person ${n}`))
    const id = await makeChannel(society.org, 'everybody', many)
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) await one.opens(`#narrow/channel/${id}-everybody/topic/news`)
    await here.composeField.fill('Hello @**all**')
    assert.equal(await warns(here, 'This will notify all').count(), 0, 'not while one writes')
    await here.composeField.press('Control+Enter')
    await warns(here, 'This will notify all 17 people in #everybody.').waitFor()
    assert.equal(await articles(here).count(), 0)
    await here.page.getByRole('button', { name: 'Send anyway' }).click()
    await here.sees('Hello @all')

    await there.composeField.fill('Me too, @**everyone**')
    await warns(there, 'You can’t mention everyone in a channel this large.').waitFor()
    assert.isTrue(await send(there).isDisabled())
    await there.composeField.fill('Me too, `@**everyone**`')
    await warns(there, 'You can’t mention').waitFor({ state: 'detached' })
    assert.isFalse(await send(there).isDisabled())
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test("mentioned people who wouldn't see the message are named, and can be added", async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'colours')
    const name = 'painters'
    await ada.send('POST', '/user_groups/create', { name, description: '', members: [cleo.id] })
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.fill(`Look, @**${cleo.name}** and @*painters*`)
    await warns(here, `${cleo.name} isn’t in this channel.`).waitFor()
    await warns(here, 'No one in painters is in this channel.').waitFor()
    await here.page.getByRole('button', { name: 'Add them' }).click()
    await warns(here, 'in this channel').first().waitFor({ state: 'detached' })
    await here.composeField.press('Control+Enter')
    await here.sees('Look, @')
    assert.deepEqual(here.complaints, [])
  })

  test("your own absence or a resolved topic shows a note, and doesn't block sending", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Blue it is', { channel: id, topic: '✔ colours' })
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/.E2.9C.94.20colours`)
    await here.sees('Blue it is')
    await here.composeField.fill('Green!')
    await warns(here, 'This topic is resolved.').waitFor()
    await leaveChannel(society.org, id, ada)
    await warns(here, 'You haven’t joined #design').waitFor()
    await joinChannel(society.org, id, ada)
    await warns(here, 'You haven’t joined').waitFor({ state: 'detached' })
    await here.composeField.press('Control+Enter')
    await here.sees('Green!')
    assert.deepEqual(here.complaints, [])
  })

  test("remaining characters are counted; a message that is too long isn't sent", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'long')
    const here = await visit(ada)
    await here.opens(hash)
    const counter = here.page.locator('.counter')
    await here.composeField.fill('🥧'.repeat(8_999))
    assert.equal(await counter.count(), 0)
    await here.composeField.fill('🥧'.repeat(9_999))
    await counter.filter({ hasText: '1 character left' }).waitFor()
    assert.isFalse(await send(here).isDisabled())
    await here.composeField.fill('🥧'.repeat(10_002))
    await counter.filter({ hasText: '2' }).waitFor()
    assert.isTrue(await send(here).isDisabled())
    await here.composeField.press('Control+Enter')
    await here.composeField.press('End')
    for (let n = 0; n < 2; n++) await here.composeField.press('Backspace')
    await counter.filter({ hasText: '0 characters left' }).waitFor()
    await here.composeField.press('Control+Enter')
    await articles(here).first().waitFor()
    assert.equal(await articles(here).count(), 1)
    assert.deepEqual(here.complaints, [])
  })

  test("the reason you can't post updates with the channel", async ({ society, ada, ben, visit }) => {
    const { id, hash } = await makeTopic(society, [ada, ben], 'colours')
    const here = await visit(ben)
    await here.opens(hash)
    await here.composeField.fill('Blue')
    const groups = (await ada.send('GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const idOf = (wanted: string) => groups.find(({ name }) => name === wanted)?.id
    await ada.send('PATCH', `/streams/${id}`, { can_create_topic_group: { new: idOf('role:moderators') } })
    await warns(here, 'You can’t start topics here: only moderators and administrators can.').waitFor()
    await ada.send('PATCH', `/streams/${id}`, { can_send_message_group: { new: idOf('role:nobody') } })
    await warns(here, 'You can’t post here: no one can.').waitFor()
    assert.isTrue(await send(here).isDisabled())
    await ada.send('PATCH', `/streams/${id}`, { can_send_message_group: { new: idOf('role:members') } })
    await ada.send('PATCH', `/streams/${id}`, { can_create_topic_group: { new: idOf('role:everyone') } })
    await here.composeField.press('Control+Enter')
    await here.sees('Blue')
    assert.deepEqual(here.complaints, [])
  })
})
