import type { Locator } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const shown = ({ page }: Visitor) =>
  page
    .locator('article[data-message]')
    .evaluateAll((all) =>
      all.map((one) =>
        [...one.querySelectorAll('.content, .reactions button')].map((it) => it.textContent?.trim()).join(' '),
      ),
    )

/** Waits until both tabs, and a third that opens the view afresh, show the same messages. */
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
  // one tab's changes may not have reached the others yet
  let again: string[] = []
  await expect
    .poll(async () => {
      again = await shown(fresh)
      return [await shown(here), await shown(there)].map((one) => difference(one, again))
    }, patience)
    .toEqual(['', ''])
  return again
}
const difference = (one: readonly string[], other: readonly string[]) =>
  one.join('\n') === other.join('\n') ? '' : `${one.join(' | ')} instead of ${other.join(' | ')}`
const patience = { timeout: 180_000, interval: 100 }

/** Starts editing the focused message; `text` is added at its end. */
async function edits({ page }: Visitor, text: string): Promise<Locator> {
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Edit message' })
  await expect.poll(() => field.inputValue(), patience).not.toBe('')
  await field.fill(text)
  return field
}

/** Looks both up first, so that the clicks are simultaneous and neither waits for the other's event. */
async function pressTogether(...buttons: Locator[]): Promise<void> {
  const found = await Promise.all(buttons.map((one) => one.elementHandle()))
  await Promise.all(found.map((one) => one?.evaluate((it) => (it as HTMLElement).click())))
}

/** Fills in the dialog for moving a message and all after it, without notices, but doesn't submit it. */
async function moving(visitor: Visitor, text: string, topic: string): Promise<void> {
  await visitor.message(text).focus()
  await visitor.page.keyboard.press('m')
  const dialog = visitor.page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByRole('combobox', { name: 'Topic' }).fill(topic)
  for (const label of ['Post a notice in the new topic', 'Post a notice in the old topic'])
    await dialog.getByRole('checkbox', { name: label }).setChecked(false)
}
const moveButton = ({ page }: Visitor) => page.getByRole('button', { name: 'Move', exact: true })

describe.skipIf(!hasBrowser)('two people at once', () => {
  test('editing a message while another user moves it updates it in its new place', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Draft')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('Draft')
      await one.message('Draft').focus()
    }
    const field = await edits(there, 'Final')
    await moving(here, 'Draft', 'two')
    await Promise.all([
      field.evaluate((it) =>
        it.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
        ),
      ),
      moveButton(here).evaluate((it) => (it as HTMLElement).click()),
    ])
    for (const one of [here, there])
      await one.page.waitForFunction(() => !document.querySelector('dialog, .edit-field'))
    const moved = `#narrow/channel/${id}-design/topic/two`
    for (const one of [here, there]) {
      await one.opens(moved)
      // the message may have moved before the edit was saved
      await one.sees('Final')
    }
    assert.deepEqual(await agree(here, there, moved, 1), ['Final'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('reacting to a message while another user deletes it removes it for both', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    for (const content of ['Stays', 'Goes']) await say(content)
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('Goes')
      await one.message('Goes').focus()
    }
    await there.page.keyboard.press('i')
    await there.page.getByRole('menuitem', { name: /^Delete/ }).click()
    await here.page.keyboard.press('+')
    for (const one of [here, there]) await one.message('Goes').waitFor({ state: 'detached' })
    assert.deepEqual(await agree(here, there, hash, 1), ['Stays'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('resolving a topic while another user writes in it keeps every message in place', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('A question')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('A question')
    }
    await there.composeField.fill('One more word')
    await Promise.all([
      here.page.getByRole('button', { name: 'Mark as resolved' }).click(),
      there.page.getByRole('button', { name: 'Send', exact: true }).click(),
    ])
    await here.page.getByRole('heading', { level: 1, name: /resolved one/ }).waitFor()
    await there.page.locator('.outgoing').waitFor({ state: 'detached' })
    // the question, the new message, and the notice about resolving
    const all = await agree(here, there, `#narrow/channel/${id}-design`, 3)
    assert.include(all, 'One more word')
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('renaming a topic while another user writes keeps their text and caret', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('A question')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) await one.opens(hash)
    await there.sees('A question')
    await there.composeField.pressSequentially('Half')
    await here.page.getByRole('button', { name: 'Mark as resolved' }).click()
    await there.page.getByRole('heading', { level: 1, name: /resolved one/ }).waitFor()
    await there.page.keyboard.type(' a sentence')
    assert.equal(await there.composeField.inputValue(), 'Half a sentence')
    await there.sees('A question')
    await there.page.getByRole('button', { name: 'Mark as unresolved' }).last().click()
    await here.page.getByRole('heading', { level: 1, name: /^(?!.*resolved).*one/ }).waitFor()
    assert.equal(await there.composeField.inputValue(), 'Half a sentence')
    await there.composeField.press('Control+Enter')
    for (const one of [here, there]) await one.sees('Half a sentence')
    await there.opens('#drafts')
    await there.page.getByText(/^No drafts\./).waitFor()
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('deleting a message while another user edits it removes it but keeps their text', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    for (const content of ['Stays', 'Goes']) await say(content)
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('Goes')
      await one.message('Goes').focus()
    }
    await edits(there, 'Goes on and on')
    await here.page.keyboard.press('i')
    await here.page.getByRole('menuitem', { name: /^Delete/ }).click()
    await here.page.getByRole('button', { name: 'Delete', exact: true }).click()
    const kept = there.page.getByRole('dialog', { name: /was deleted/ })
    await kept.getByText('Goes on and on').waitFor()
    await there.page.keyboard.press('Escape')
    assert.deepEqual(await agree(here, there, hash, 1), ['Stays'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('deleting and saving a message at once removes it for both', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    for (const content of ['Stays', 'Goes']) await say(content)
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('Goes')
      await one.message('Goes').focus()
    }
    await edits(there, 'Goes on')
    await here.page.keyboard.press('i')
    await here.page.getByRole('menuitem', { name: /^Delete/ }).click()
    await pressTogether(
      here.page.getByRole('button', { name: 'Delete', exact: true }),
      there.page.getByRole('button', { name: 'Save', exact: true }),
    )
    for (const one of [here, there]) await one.message('Goes').waitFor({ state: 'detached' })
    // the text that couldn't be saved is offered for copying
    await there.page.keyboard.press('Escape')
    await there.page.keyboard.press('Escape')
    assert.deepEqual(await agree(here, there, hash, 1), ['Stays'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('moving a topic while another user replies loses no text', async ({ society, ada, ben, visit }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('A question')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('A question')
    }
    await moving(here, 'A question', 'two')
    await there.composeField.fill('An answer')
    await pressTogether(moveButton(here), there.page.getByRole('button', { name: 'Send', exact: true }))
    await here.page.getByRole('dialog').waitFor({ state: 'detached' })
    await there.page.locator('.outgoing').waitFor({ state: 'detached' })
    assert.includeMembers(await agree(here, there, `#narrow/channel/${id}-design`, 2), ['A question', 'An answer'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('moving one message to two places at once leaves it in one', async ({ society, ada, ben, visit }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Where to?')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('Where to?')
    }
    await moving(here, 'Where to?', 'two')
    await moving(there, 'Where to?', 'three')
    await pressTogether(moveButton(here), moveButton(there))
    for (const one of [here, there]) await one.page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await agree(here, there, `#narrow/channel/${id}-design`, 1), ['Where to?'])
    const places = () => Promise.all([here, there].map((one) => one.page.locator('.bar').textContent()))
    await expect.poll(async () => new Set(await places()).size, patience).toBe(1)
    assert.match(String(await places()), /two|three/)
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('a text changed by another user is shown, and overwritten only after that', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('First', { channel: id, topic: 'one' })
    const here = await visit(ben)
    const hash = `#narrow/channel/${id}-design/topic/one`
    await here.opens(hash)
    const there = await here.opensTab(hash)
    for (const [one, words] of [
      [here, 'From here'],
      [there, 'From there'],
    ] as const) {
      await one.page.bringToFront()
      await one.message('First').focus()
      await edits(one, words)
    }
    const save = async ({ page }: Visitor) => page.getByRole('button', { name: 'Save', exact: true }).click()
    await save(there)
    await there.page.locator('.edit-field').waitFor({ state: 'detached' })
    await here.page.bringToFront()
    await save(here)
    const alert = here.page.getByRole('alert').filter({ hasText: 'changed while you were editing' })
    await alert.getByText('From there').waitFor()
    await there.sees('From there')
    await save(here)
    assert.deepEqual(await agree(here, there, hash, 1), ['From here'])
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })
})
