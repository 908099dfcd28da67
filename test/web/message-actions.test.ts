import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const menuOf = async ({ page }: Visitor, text: string) => {
  await page.locator('article[data-message]', { hasText: text }).first().hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menu')
}
const item = ({ page }: Visitor, name: string | RegExp) => page.getByRole('menuitem', { name })
const focus = ({ page }: Visitor, text: string) =>
  page.locator('article[data-message]', { hasText: text }).first().focus()

describe.skipIf(!hasBrowser)('message actions', () => {
  test('a reaction is added, found by keyword, removed, and seen by another user', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Shipped')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) await one.opens(hash)
    await here.sees('Shipped')
    await here.message('Shipped').hover()
    await here.page.getByRole('button', { name: 'Add reaction' }).click()
    const search = here.page.getByRole('combobox', { name: 'Search emoji' })
    await search.waitFor()
    await here.page.getByRole('option', { name: 'grinning', exact: true }).waitFor()
    assert.deepEqual(await problems(here.page), [])
    await search.fill('tada')
    await search.press('Enter')
    await there.page.getByRole('button', { name: 'Ada reacted with tada', pressed: false }).click()
    await here.page.getByRole('button', { name: 'You and Ben reacted with tada', pressed: true }).click()
    await there.page.getByRole('button', { name: 'You reacted with tada', pressed: true }).waitFor()
    await focus(here, 'Shipped')
    await here.page.keyboard.press('+')
    await there.page.getByRole('button', { name: 'Ada reacted with +1' }).waitFor()
    await here.page.keyboard.press(':')
    await here.page.getByRole('option', { name: 'tada' }).first().waitFor()
    await here.page.keyboard.press('ArrowRight')
    await here.page.keyboard.press('ArrowLeft')
    await here.page.keyboard.press('Enter')
    await there.page.getByRole('button', { name: 'You and Ada reacted with tada' }).waitFor()
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('the menu lists allowed actions, navigates by keyboard, and restores the focus', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('From Ada', ada)
    const here = await visit(ben)
    await here.opens(hash)
    await here.sees('From Ada')
    await here.writes('From Ben')
    await here.sees('From Ben')
    const menu = await menuOf(here, 'From Ada')
    await menu.waitFor()
    assert.deepEqual(await problems(here.page), [])
    assert.equal(await item(here, /^Edit/).count(), 0)
    assert.equal(await item(here, /^Delete/).count(), 0)
    await here.page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await focus(here, 'From Ben')
    await here.page.keyboard.press('i')
    await item(here, /^Delete until/).waitFor()
    await here.page.keyboard.press('End')
    await here.page.keyboard.press('Enter')
    await here.message('From Ben').waitFor({ state: 'detached' })
    await here.page.keyboard.press('z')
    await here.sees('From Ben')
    await here.page.waitForFunction(() => document.activeElement?.matches('article[data-message]'))
    await here.page.keyboard.press('?')
    await here.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    assert.deepEqual(await problems(here.page), [])
  })

  test('a message is edited in place by keyboard, and its history shows differences', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('We ship today', ada)
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) await one.opens(hash)
    await here.sees('We ship today')
    await focus(here, 'We ship today')
    await here.page.keyboard.press('e')
    const field = here.page.getByRole('textbox', { name: 'Edit message' })
    await field.waitFor()
    assert.equal(await field.inputValue(), 'We ship today')
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    await here.page.keyboard.press('e')
    await field.fill('We ship tomorrow')
    assert.deepEqual(await problems(here.page), [])
    await field.press('Control+Enter')
    await there.sees('We ship tomorrow')
    await field.waitFor({ state: 'detached' })
    await here.page.keyboard.press('H')
    const history = here.page.getByRole('dialog', { name: 'Edit history' })
    await history.locator('.highlight_text_inserted', { hasText: 'tomorrow' }).waitFor()
    assert.equal(await history.locator('.highlight_text_deleted').textContent(), 'today')
    assert.deepEqual(await problems(here.page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('a message, or the selected part, is quoted in the compose box', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    const content = 'Keep **this** word'
    await say(content)
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('Keep this word')
    await focus(here, 'Keep this word')
    await here.page.keyboard.press('>')
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Keep **this** word'))
    const text = await here.composeField.inputValue()
    assert.match(text, /^@_\*\*Ben\|\d+\*\* \[said\]\(http.*\/near\/\d+\):\n```quote\nKeep \*\*this\*\* word\n```\n/)
    await here.composeField.fill('')
    await here.page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('.content strong') as Node))
    await focus(here, 'Keep this word')
    await here.page.keyboard.press('>')
    await here.page.waitForFunction(() =>
      /```quote\n(\*\*)?this(\*\*)?\n```/.test(document.querySelector('textarea')?.value ?? ''),
    )
    await here.composeField.fill('')
    await say('Ask @**Ada** in #**design>one**, then $$x^2$$')
    await here.sees('Ask')
    await here.page.evaluate(() => {
      const paragraphs = [...document.querySelectorAll('.content p')]
      getSelection()?.selectAllChildren(paragraphs.find((it) => it.textContent?.startsWith('Ask')) as Node)
    })
    await focus(here, 'Ask')
    await here.page.keyboard.press('>')
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('x^2'))
    assert.include(await here.composeField.inputValue(), '```quote\nAsk @**Ada** in #**design>one**, then $$x^2$$\n```')
    assert.deepEqual(here.complaints, [])
  })

  test('a message is moved with a notice; its topic is renamed and resolved', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ada.sends('Stays', { channel: id, topic: 'one' })
    await ada.sends('Goes', { channel: id, topic: 'one' })
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/one`)
    await here.sees('Goes')
    await focus(here, 'Goes')
    await here.page.keyboard.press('m')
    const dialog = here.page.getByRole('dialog', { name: 'Move messages' })
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('two')
    assert.isTrue(await dialog.getByRole('radio', { name: 'Only this message' }).isChecked())
    assert.deepEqual(await problems(here.page), [])
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await here.message('Goes').waitFor({ state: 'detached' })
    await here.page.getByRole('status').getByRole('button', { name: 'View' }).click()
    await here.sees('Goes')
    await here.sees('was moved here from')
    await here.page.getByRole('button', { name: 'Rename topic' }).click()
    const rename = here.page.getByRole('dialog', { name: 'Rename topic' })
    await rename.getByRole('combobox', { name: 'Topic' }).fill('three')
    await here.page.keyboard.press('Enter')
    await here.page.getByRole('heading', { level: 1, name: /three/ }).waitFor()
    await here.page.getByRole('button', { name: 'Mark as resolved' }).click()
    await here.page.getByRole('heading', { level: 1, name: /resolved three/ }).waitFor()
    await here.page.getByRole('button', { name: 'Mark as unresolved' }).click()
    await here.page.getByRole('button', { name: 'Mark as resolved' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('star, collapse, unread, receipts, reminder, and deletion work', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await ada.send('PATCH', '/realm', { enable_read_receipts: true })
    await say('Remember the milk')
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('Remember the milk')
    await here.page.locator('article.unread').waitFor({ state: 'detached' })
    await focus(here, 'Remember')
    await here.page.keyboard.press('*')
    await here.page.getByRole('article').getByText('starred').waitFor()
    await here.page.keyboard.press('-')
    await here.page.getByText('This message is collapsed.').waitFor()
    await here.page.keyboard.press('-')
    await here.sees('Remember the milk')
    await here.page.keyboard.press('U')
    await here.page.getByRole('status').getByText('1 message marked as unread.').waitFor()
    await here.page.locator('article.unread').waitFor()
    await here.page.keyboard.press('V')
    await here.page.getByRole('dialog', { name: /No one has read this yet|Read by/ }).waitFor()
    assert.deepEqual(await problems(here.page), [])
    await here.page.keyboard.press('Escape')
    await menuOf(here, 'Remember')
    await item(here, 'Remind me…').click()
    await here.page.getByRole('radio', { name: /^Tomorrow at 9/ }).check()
    assert.deepEqual(await problems(here.page), [])
    await here.page.getByRole('button', { name: 'Remind me', exact: true }).click()
    await here.page
      .getByRole('status')
      .getByText(/Reminder set for/)
      .waitFor()
    const { reminders } = await ada.send('GET', '/reminders')
    assert.equal((reminders as unknown[]).length, 1)
    await menuOf(here, 'Remember')
    await item(here, /^Delete/).click()
    await here.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await here.message('Remember the milk').waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })
})
