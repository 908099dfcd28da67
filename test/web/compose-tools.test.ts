import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const value = (visitor: Visitor) => visitor.composeField.inputValue()
const reads = ({ page }: Visitor, text: string) =>
  page.waitForFunction((expected) => document.querySelector('textarea')?.value === expected, text)

describe.skipIf(!hasBrowser)('compose tools', () => {
  test('a poll and a to-do list are created by keyboard alone', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await page.keyboard.type('/po')
    await page.getByRole('option', { name: /poll/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Poll' }).waitFor()
    await page.getByRole('textbox', { name: 'Question' }).and(page.locator(':focus')).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.type('What for lunch?')
    await page.keyboard.press('Enter')
    for (const option of ['Soup', 'Bread', 'Cake']) {
      await page.keyboard.type(option)
      await page.keyboard.press('Enter')
    }
    // Enter in the empty last line submits
    await page.getByRole('textbox', { name: 'Option 4' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await reads(here, '/poll What for lunch?\nSoup\nBread\nCake')
    await here.inserts('Poll')
    await page.getByRole('dialog').getByRole('button', { name: 'Add poll' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await reads(here, '/poll What for lunch?\nSoup\nBread\nCake')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('What for lunch?').waitFor()
    await page.getByRole('article').getByText('Cake').waitFor()
    // the message's event can come before the response, which empties the field
    await reads(here, '')

    await here.composeField.click()
    await here.inserts('To-do list')
    await page.getByRole('textbox', { name: 'Title' }).fill('Kitchen')
    await page.getByRole('textbox', { name: 'Task 1', exact: true }).fill('Bake: now')
    await page.getByRole('alert').filter({ hasText: 'can’t contain a colon' }).waitFor()
    await page.getByRole('textbox', { name: 'Task 1', exact: true }).fill('Bake')
    await page.getByRole('textbox', { name: 'Description of task 1' }).fill('at 10:30')
    await page.keyboard.press('Control+Enter')
    await reads(here, '/todo Kitchen\nBake: at 10:30')
    // entries can be edited before sending
    await here.inserts('To-do list')
    await page.getByRole('textbox', { name: 'Task 2', exact: true }).fill('Eat')
    await page.getByRole('button', { name: 'Add to-do list' }).click()
    await reads(here, '/todo Kitchen\nBake: at 10:30\nEat')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Poll/, disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await here.composeField.press('Control+z')
    await reads(here, '/todo Kitchen\nBake: at 10:30')
    assert.deepEqual(here.complaints, [])
  })

  test('the formatting buttons open with one press and stay open after a reload', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.fill('Soup')
    const formatting = page.getByRole('button', { name: 'Formatting' })
    const bold = page.getByRole('button', { name: 'Bold' })
    assert.equal(await bold.count(), 0)
    const height = async () => (await page.locator('#compose').boundingBox())?.height
    const before = await height()
    await formatting.and(page.locator('[aria-expanded=false]')).click()
    await here.composeField.press('Control+a')
    await bold.click()
    await reads(here, '**Soup**')
    assert.equal(await height(), before)
    assert.deepEqual(await problems(page), [])
    await page.reload()
    await page.getByRole('group', { name: 'Formatting' }).getByRole('button', { name: 'Quote' }).waitFor()
    // one tab stop, and arrow keys in the order of what's seen
    await formatting.focus()
    await page.keyboard.press('ArrowRight')
    await bold.and(page.locator(':focus')).waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.keyboard.press('Home')
    await formatting.and(page.locator(':focus')).waitFor()
    assert.isFalse(await page.getByRole('button', { name: 'Add files' }).isVisible())
    await page.keyboard.press('Enter')
    await bold.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add files' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('the key that sends is shown and changed next to the send button', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await page.keyboard.type('Soup')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Bread')
    await reads(here, 'Soup\nBread')
    await page.getByRole('button', { name: 'Ctrl Enter to send' }).click()
    await page.getByRole('button', { name: 'Enter to send', exact: true }).waitFor()
    const { user_settings } = await ada.send('POST', '/register', { fetch_event_types: ['user_settings'] })
    assert.isTrue((user_settings as { enter_sends: boolean }).enter_sends)
    // the field kept the focus
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Cake')
    await page.keyboard.press('Enter')
    await here.message('Soup').getByText('Cake').waitFor()
    await reads(here, '')
    assert.deepEqual(here.complaints, [])
  })

  test('on a phone the compose box has two rows until it has focus', async ({ society, ada, ben, visit }) => {
    const { id, say } = await makeTopic(society, [ada, ben], 'lunch')
    await say('Who is hungry?')
    await ada.send('PATCH', '/settings', { enter_sends: true })
    const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design`)
    await here.sees('Who is hungry?')
    const topic = page.getByRole('combobox', { name: 'Topic' })
    const tools = page.getByRole('toolbar', { name: 'Message tools' })
    await topic.waitFor()
    assert.isFalse(await tools.isVisible())
    const place = await page.locator('#compose .to').boundingBox()
    const text = await here.composeField.boundingBox()
    const frame = await page.locator('#compose .writing').boundingBox()
    assert.approximately(frame?.height ?? 0, (place?.height ?? 0) + (text?.height ?? 0), 4)
    await here.composeField.tap()
    await tools.waitFor()
    await page.getByRole('button', { name: 'Add files' }).waitFor()
    // on-screen keyboards have no Shift+Enter
    await page.keyboard.type('Me')
    await page.keyboard.press('Enter')
    await page.keyboard.type('too')
    await reads(here, 'Me\ntoo')
    assert.equal(await page.getByRole('button', { name: /to send/ }).count(), 0)
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('at 200% zoom half of the screen stays for messages', async ({ society, ada, ben, visit }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben], 'lunch')
    await say('Who is hungry?')
    // 1280 by 800 at 200%
    const here = await visit(ada, { viewport: { width: 640, height: 400 } })
    const { page } = here
    const room = async () => (await page.locator('.feed').boundingBox())?.height ?? 0
    for (const address of [hash, `#narrow/channel/${id}-design`]) {
      await here.opens(address)
      await here.sees('Who is hungry?')
      await here.composeField.fill('Me')
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
      assert.isAtLeast(await room(), 200, address)
      await here.composeField.fill('')
    }
    assert.deepEqual(here.complaints, [])
  })

  test("the compose box's emoji come from the list used for reactions", async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.fill('Soup')
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('combobox', { name: 'Search emoji' }).pressSequentially('tada')
    await page.getByRole('option', { name: 'tada', selected: true }).waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Enter')
    await reads(here, 'Soup :tada: :tada: ')
    await page.getByRole('dialog', { name: 'Emoji' }).waitFor({ state: 'detached' })
    await page.keyboard.type('!')
    assert.equal(await value(here), 'Soup :tada: :tada: !')
    assert.deepEqual(here.complaints, [])
  })

  test("people emoji use the writer's skin tone wherever they're chosen", async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('radio', { name: 'Medium', exact: true }).check()
    await page.getByRole('combobox', { name: 'Search emoji' }).fill('wave')
    await page.getByRole('option', { name: 'wave', selected: true }).getByText('👋🏽').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await reads(here, '👋🏽 ')
    // typed by name, in another tab, and after the browser was closed
    const there = await here.opensTab(hash)
    await there.composeField.fill('')
    await there.composeField.pressSequentially(':tada')
    await there.page.getByRole('option', { name: ':tada:' }).waitFor()
    await there.page.keyboard.press('Enter')
    await there.page.keyboard.type(':+1')
    await there.page.getByRole('option', { name: ':+1:' }).waitFor()
    await there.page.keyboard.press('Enter')
    await reads(there, ':tada: 👍🏽 ')
    await there.page.keyboard.press('Control+Enter')
    await there.message('👍🏽').waitFor()
    await there.message('👍🏽').focus()
    await there.page.keyboard.press(':')
    await there.page.getByRole('combobox', { name: 'Search emoji' }).fill('wave')
    await there.page.getByRole('option', { name: 'wave', selected: true }).waitFor()
    assert.equal(await there.page.getByRole('radio').count(), 0)
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('snippets are created, found, changed, and deleted, and sync to other devices', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash } = await makeTopic(society, [ada, ben], 'lunch')
    const [here, there] = [await visit(ada), await visit(ada)]
    await here.opens(hash)
    // another conversation, where the draft doesn't follow
    await there.opens(`#narrow/channel/${id}-design/topic/supper`)
    const { page } = here
    await here.composeField.fill('Kind regards')
    await here.inserts('Saved snippets')
    await page.getByText('No saved snippets yet.').waitFor()
    await page.getByRole('button', { name: 'New snippet' }).click()
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).fill('Regards')
    assert.equal(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(), 'Kind regards')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Insert Regards' }).waitFor()
    assert.deepEqual(await problems(page), [])

    await there.composeField.click()
    await there.inserts('Saved snippets')
    await there.page.getByRole('searchbox', { name: 'Search snippets' }).fill('rega')
    await there.page.getByRole('button', { name: 'Edit Regards' }).click()
    await there.page.getByRole('textbox', { name: 'Text', exact: true }).fill('All the best')
    await there.page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Insert Regards' }).filter({ hasText: 'All the best' }).waitFor()

    await there.page.getByRole('button', { name: 'Delete Regards' }).click()
    await page.getByRole('button', { name: 'Insert Regards' }).waitFor({ state: 'detached' })
    await there.page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Insert Regards' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search snippets' }).fill('reg')
    await page.keyboard.press('Enter')
    await reads(here, 'Kind regards All the best')
    await there.page.keyboard.press('Escape')
    await there.page.getByRole('dialog').waitFor({ state: 'detached' })
    await there.composeField.pressSequentially('~reg')
    await there.page.getByRole('option', { name: /Regards/, selected: true }).waitFor()
    await there.page.keyboard.press('Enter')
    await reads(there, 'All the best')
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('a reminder for a conversation is set, and can be deleted', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'lunch')
    await say('Who cooks?')
    const [here, there] = [await visit(ada), await visit(ada)]
    await there.opens('#reminders')
    await there.page.getByText('No reminders.').waitFor()
    await here.opens(hash)
    await here.sees('Who cooks?')
    await here.page.getByRole('button', { name: 'Send options' }).click()
    await here.page.getByRole('button', { name: 'Remind me about this' }).click()
    await here.page.getByRole('textbox', { name: /note/i }).fill('bring plates')
    await here.page.getByRole('button', { name: 'Remind me', exact: true }).click()
    const item = there.page.getByRole('listitem').filter({ hasText: 'bring plates' })
    await item.waitFor()
    assert.deepEqual(await problems(there.page), [])
    await item.getByRole('button').first().press('Enter')
    await there.sees('Who cooks?')
    await there.page.goBack()
    await item.getByRole('button').first().press('Delete')
    await there.page.getByText('No reminders.').waitFor()
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('groups are suggested only to people who can mention them', async ({ society, ada, ben, cleo, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const groups = (await ada.send('GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const nobody = groups.find(({ name }) => name === 'role:nobody')?.id
    const make = (name: string, more = {}) =>
      ada.send('POST', '/user_groups/create', { name, description: 'Who paints', members: [cleo.id], ...more })
    await make('painters')
    await make('paint secrets', { can_mention_group: nobody })
    const here = await visit(ben)
    const { page } = here
    await here.opens(hash)
    await here.composeField.pressSequentially('@pain')
    await page.getByRole('option', { name: /painters/ }).waitFor()
    assert.equal(await page.getByRole('option', { name: /secrets/ }).count(), 0)
    await page.keyboard.press('Enter')
    assert.equal(await value(here), '@*painters* ')
    // silent mentions need no permission
    await page.keyboard.type('@_pain')
    await page.getByRole('option', { name: /secrets/ }).click()
    assert.equal(await value(here), '@*painters* @_*paint secrets* ')
    assert.deepEqual(here.complaints, [])
  })

  test('expanding the compose box makes it taller, and collapsing restores it', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.fill('Soup')
    const height = async () => (await here.composeField.boundingBox())?.height ?? 0
    const before = await height()
    await page.getByRole('button', { name: 'Expand' }).click()
    assert.isAbove(await height(), 800 * 0.5)
    await page.keyboard.type(' and bread')
    assert.isAbove(await height(), 800 * 0.5)
    assert.equal(await value(here), 'Soup and bread')
    await page.getByRole('button', { name: 'Collapse' }).click()
    assert.equal(await height(), before)
    assert.deepEqual(here.complaints, [])
  })

  test('on a narrow screen suggestions cover neither the text nor the recipient', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Who is hungry?', { channel: id, topic: 'lunch' })
    const here = await visit(ada, { viewport: { width: 390, height: 500 } })
    const { page } = here
    await here.opens('#feed')
    await here.message('Who is hungry?').focus()
    await page.keyboard.press('r')
    await page.getByRole('combobox', { name: 'Topic' }).waitFor()
    await here.composeField.pressSequentially('Me, and @')
    const list = await page.getByRole('listbox').boundingBox()
    const recipients = await page.locator('.compose .to').boundingBox()
    assert.isAtMost((list?.y ?? 0) + (list?.height ?? 0), recipients?.y ?? 0)
    assert.isAtLeast(list?.y ?? -1, 0)
    assert.deepEqual(here.complaints, [])
  })
})
