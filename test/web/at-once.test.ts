import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

/** What the feed shows, message by message. */
const shown = ({ page }: Visitor) =>
  page
    .locator('article[data-message]')
    .evaluateAll((all) =>
      all.map((one) =>
        [...one.querySelectorAll('.content, .reactions button')].map((it) => it.textContent?.trim()).join(' '),
      ),
    )

/** Both, and whoever opens the same view anew, come to see the same. */
async function agree(here: Visitor, there: Visitor, hash: string, count: number): Promise<string[]> {
  for (const one of [here, there]) {
    await one.opens(hash)
    await one.page.waitForFunction(
      (n) => document.querySelectorAll('article[data-message]').length === n && !document.querySelector('.outgoing'),
      count,
    )
  }
  const fresh = await here.opensTab(hash)
  await fresh.page.waitForFunction((n) => document.querySelectorAll('article[data-message]').length === n, count)
  const [one, other, anew] = [await shown(here), await shown(there), await shown(fresh)]
  assert.deepEqual(one, anew)
  assert.deepEqual(other, anew)
  return anew
}

describe.skipIf(!hasBrowser)('two people at once', () => {
  test('one edits what the other moves: the new text is in the new place', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'one', content: 'Draft' })
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(`#narrow/channel/${id}-design/topic/one`)
      await one.sees('Draft')
      await one.message('Draft').focus()
    }
    await there.page.keyboard.press('e')
    const field = there.page.getByRole('textbox', { name: 'Text of the message' })
    await field.fill('Final')
    await here.page.keyboard.press('m')
    const dialog = here.page.getByRole('dialog', { name: 'Move messages' })
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('two')
    for (const label of ['Tell those in the new place', 'Tell those in the old place'])
      await dialog.getByRole('checkbox', { name: label }).setChecked(false)
    // found beforehand, so that both happen at once and neither waits until the other's event has come
    const [editing, moving] = [
      await field.elementHandle(),
      await dialog.getByRole('button', { name: 'Move', exact: true }).elementHandle(),
    ]
    await Promise.all([
      editing?.evaluate((it) =>
        it.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
        ),
      ),
      moving?.evaluate((it) => (it as HTMLElement).click()),
    ])
    for (const one of [here, there])
      await one.page.waitForFunction(() => !document.querySelector('dialog, .edit-field, article[data-message]'))
    assert.deepEqual(await agree(here, there, `#narrow/channel/${id}-design/topic/two`, 1), ['Final'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('one reacts to what the other deletes: both lose it, and nothing stays behind', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const content of ['Stays', 'Goes'])
      await ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'one', content })
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(`#narrow/channel/${id}-design/topic/one`)
      await one.sees('Goes')
      await one.message('Goes').focus()
    }
    await there.page.keyboard.press('i')
    await there.page.getByRole('menuitem', { name: /^Delete/ }).click()
    await Promise.all([
      there.page.getByRole('button', { name: 'Delete', exact: true }).click(),
      here.page.keyboard.press('+'),
    ])
    for (const one of [here, there]) await one.message('Goes').waitFor({ state: 'detached' })
    assert.deepEqual(await agree(here, there, `#narrow/channel/${id}-design/topic/one`, 1), ['Stays'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('one resolves the topic that the other writes in: both see every message in place', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'one', content: 'A question' })
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(`#narrow/channel/${id}-design/topic/one`)
      await one.sees('A question')
    }
    await there.composeField.fill('One more word')
    await Promise.all([
      here.page.getByRole('button', { name: 'Mark as resolved' }).click(),
      there.page.getByRole('button', { name: 'Send', exact: true }).click(),
    ])
    await here.page.getByRole('heading', { level: 1, name: /resolved one/ }).waitFor()
    await there.page.locator('.outgoing').waitFor({ state: 'detached' })
    // the question, the word, and the notice of the one who resolved
    const all = await agree(here, there, `#narrow/channel/${id}-design`, 3)
    assert.include(all, 'One more word')
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })
})
