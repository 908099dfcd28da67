import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('custom shortcuts', () => {
  test('a shortcut is set by keyboard, conflicts are named, and reset restores all', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const message = await ben.sends('Shipped', { channel: id, topic: 'one' })
    const here = await visit(ada)
    const { page } = here
    const hash = `#narrow/channel/${id}-design/topic/one`
    await here.opens(hash)
    await here.sees('Shipped')
    await page.keyboard.press('?')
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByRole('button', { name: 'Customize shortcuts' })
      .press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Customize shortcuts' })
    await dialog.waitFor()
    assert.deepEqual(await problems(page), [])

    const remind = dialog.getByRole('button', { name: 'Add shortcut: Remind me' })
    await remind.press('Enter')
    await page.keyboard.press('b')
    await dialog.getByRole('status').getByText('B: Remind me.').waitFor()
    await remind.press('Enter')
    await page.keyboard.press('Tab')
    await dialog.getByRole('status').getByText('Tab is reserved for page navigation.').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await dialog.count(), 1)
    // a key in use: it says by what, and is reassigned only on request
    await remind.press('Enter')
    await page.keyboard.press('e')
    const conflict = dialog.getByRole('alert')
    await conflict.getByText('E is already used for: Edit.').waitFor()
    assert.deepEqual(await problems(page), [])
    await conflict.getByRole('button', { name: 'Keep current' }).press('Enter')
    assert.equal(await dialog.getByRole('button', { name: 'Remove E: Edit' }).count(), 1)
    await remind.press('Enter')
    await page.keyboard.press('e')
    await conflict.getByRole('button', { name: 'Use it for: Remind me' }).press('Enter')
    await dialog.getByRole('button', { name: 'Remove E: Remind me' }).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Remove E: Edit' }).count(), 0)
    await page.keyboard.press('Escape')

    // the browser cancels a reload that starts before the dialog's history entry is gone
    await page.waitForFunction(() => !history.state.layers)
    await page.reload()
    await here.message('Shipped').focus()
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Remind me about this message' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('i')
    const item = page.getByRole('menuitem', { name: /^Remind me/ })
    assert.equal(await item.getAttribute('aria-keyshortcuts'), 'b')
    await page.keyboard.press('Escape')

    // with single-letter shortcuts off, other shortcuts work
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Customize shortcuts' }).click()
    await dialog.getByRole('checkbox', { name: 'Turn off single-character shortcuts' }).check()
    await page.keyboard.press('Escape')
    await here.message('Shipped').focus()
    await page.keyboard.press('+')
    await page.keyboard.press('b')
    await page.keyboard.press('Control+s')
    await page.getByRole('article').getByText('starred').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    const { message: now } = await ada.send('GET', `/messages/${message}`)
    assert.deepEqual((now as { reactions: unknown[] }).reactions, [])
    // also in lists, where the arrow keys work
    await page.locator('#left-sidebar').getByRole('link', { name: 'design' }).focus()
    await page.keyboard.press('i')
    await here.opens(`#topics/channel/${id}-design`)
    const topic = page.locator('.topic-list [data-row] a')
    await topic.focus()
    for (const key of ['Y', 'k', 'm', 'M']) await page.keyboard.press(key)
    assert.isTrue(await topic.evaluate((one) => one === document.activeElement))
    await page.keyboard.press('ArrowUp')
    assert.isTrue(
      await page.getByRole('searchbox', { name: 'Filter topics' }).evaluate((one) => one === document.activeElement),
    )
    const person = page.locator('.people [data-row] a').first()
    await person.focus()
    for (const key of ['u', 'k']) await page.keyboard.press(key)
    assert.isTrue(await person.evaluate((one) => one === document.activeElement))
    assert.equal(await page.locator('dialog, [role=menu], .card').count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('shortcuts are exported to another browser as text, and can all be reset', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Shipped')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Shipped')
    const opened = async () => {
      await page.keyboard.press('?')
      await page.getByRole('button', { name: 'Customize shortcuts' }).click()
    }
    await opened()
    const dialog = page.getByRole('dialog', { name: 'Customize shortcuts' })
    await dialog.getByText('Use your shortcuts in another browser').click()
    const field = dialog.getByRole('textbox', { name: 'Shortcuts copied from another browser' })
    await field.fill('{"no": "keys"}')
    await dialog.getByRole('button', { name: 'Import shortcuts' }).click()
    await dialog.getByRole('alert').getByText('This text doesn’t contain shortcuts.').waitFor()
    await field.fill('{"keys": {"card": ["Q", 7, "Q"], "<img src=x onerror=alert(1)>": ["w"], "star": "no list"}}')
    await dialog.getByRole('button', { name: 'Import shortcuts' }).click()
    await dialog.getByRole('button', { name: 'Remove ⇧ Q: View sender’s profile' }).waitFor()
    await page.keyboard.press('Escape')
    await here.message('Shipped').focus()
    await page.keyboard.press('u')
    await page.keyboard.press('Q')
    await page.getByRole('dialog', { name: 'About Ben' }).waitFor()
    await page.keyboard.press('Escape')
    await opened()
    await dialog.getByRole('button', { name: 'Reset all' }).click()
    await dialog.getByRole('button', { name: 'Remove U: View sender’s profile' }).waitFor()
    assert.equal(
      await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('loquat keys'))),
      false,
    )
    assert.deepEqual(here.complaints, [])
  })
})
