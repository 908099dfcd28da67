import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { settles, staysInView } from './in-view.ts'

describe.skipIf(!hasBrowser)('cards', () => {
  test('a profile card opens by name, key, and URL, and shows profile fields', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    const field = async (name: string, field_type: number, value: unknown, field_data: object = {}) => {
      const added = await ada.send('POST', '/realm/profile_fields', { name, field_type, field_data })
      await ben.send('PATCH', '/users/me/profile_data', { data: [{ id: added.id, value }] })
    }
    await field('Motto', 1, 'Weave **well**')
    await field('Team', 3, 'l', { l: { text: 'Looms', order: '1' }, p: { text: 'Press', order: '2' } })
    await field('Born', 4, '1815-12-10')
    await field('Page', 5, 'https://ben.example/')
    await field('Mentor', 6, [cleo.id])
    await field('Code', 7, 'ben', { subtype: 'github' })
    await field('Pronouns', 8, 'they/them')
    await ben.send('POST', '/users/me/status', { status_text: 'At the loom', emoji_name: 'car' })
    await ben.send('PATCH', '/settings', { timezone: 'Asia/Kolkata' })
    await ada.send('POST', '/user_groups/create', {
      name: 'weavers',
      description: 'Who weave',
      members: [ada.id, ben.id],
    })
    await say('Ask @**Ben** or @*weavers*')
    const here = await visit(ada, { locale: 'en-US' })
    const { page } = here
    await here.opens(hash)
    await here.sees('Ask')
    const card = page.getByRole('dialog', { name: 'About Ben' })
    await page.keyboard.press('k')
    await page.keyboard.press('u')
    await card.waitFor()
    const words = (await card.textContent()) ?? ''
    for (const expected of [
      /they\/them/,
      /At the loom/,
      /Weave well/,
      /Looms/,
      /December 10, 1815/,
      /weavers/,
      /Member/,
    ])
      assert.match(words, expected)
    assert.match(words, /Local time\w{3},? \d/)
    assert.equal(await card.getByRole('link', { name: 'https://ben.example/' }).getAttribute('target'), '_blank')
    assert.equal(
      await card.getByRole('link', { name: 'ben', exact: true }).getAttribute('href'),
      'https://github.com/ben',
    )
    assert.deepEqual(await problems(page), [])

    await card.getByRole('button', { name: 'Cleo' }).click()
    await page.getByRole('dialog', { name: 'About Cleo' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.matches('article[data-message]'))

    const mention = here.message('Ask').getByRole('button', { name: '@weavers' })
    await mention.focus()
    await page.keyboard.press('Enter')
    const group = page.getByRole('dialog', { name: 'About weavers' })
    await group.getByText('Who weave').waitFor()
    await group.getByText('2 people').waitFor()
    assert.deepEqual(await problems(page), [])
    await group.getByRole('button', { name: 'Ben' }).click()
    await card.waitFor()
    await page.keyboard.press('Escape')

    await here.opens(`#user/${ben.id}`)
    await card.getByRole('button', { name: 'Mute', pressed: false }).click()
    await card.getByRole('button', { name: 'Unmute', pressed: true }).waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('Unmuted Ben.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('cards of deactivated users say so', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Farewell')
    await ada.send('DELETE', `/users/${ben.id}`)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.message('Farewell').getByRole('button', { name: 'Ben', exact: true }).click()
    const card = page.getByRole('dialog', { name: 'About Ben' })
    await card.getByText('This account is deactivated.').waitFor()
    assert.equal(await card.getByRole('button', { name: 'Send direct message' }).count(), 0)
    await page.keyboard.press('Escape')
    await here.opens('#user/99999999')
    const unknown = page.getByRole('dialog', { name: 'About Unknown user' })
    await unknown.getByText('This account doesn’t exist, or you can’t see it.').waitFor()
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('a card stays in view when the window is resized', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Hello')
    const here = await visit(ada, { viewport: { width: 1280, height: 800 } })
    const { page } = here
    await here.opens(hash)
    const name = here.message('Hello').getByRole('button', { name: 'Ben', exact: true })
    await name.click()
    const card = page.getByRole('dialog', { name: 'About Ben' })
    await card.waitFor()
    const [start, wanted] = [(await card.boundingBox())?.x ?? 0, (await name.boundingBox())?.x ?? 0]
    assert.isBelow(Math.abs(start - wanted), 2)
    await staysInView(card)
  })

  test('on a narrow screen a card is a sheet that fits the screen', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Hello')
    const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await here.opens(hash)
    await here.message('Hello').getByRole('button', { name: 'Ben', exact: true }).tap()
    const card = here.page.getByRole('dialog', { name: 'About Ben' })
    await card.waitFor()
    await settles(card)
    const box = await card.boundingBox()
    assert.deepEqual([box?.x, box?.width], [0, 390])
    assert.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), 844)
    assert.deepEqual(await problems(here.page), [])
  })
})
