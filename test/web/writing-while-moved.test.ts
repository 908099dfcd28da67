import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

const caretOf = (it: Element) => {
  const { selectionStart, selectionEnd } = it as HTMLTextAreaElement
  return [selectionStart, selectionEnd, it === document.activeElement]
}

describe.skipIf(!hasBrowser)('writing in a topic that moves', () => {
  for (const [how, change] of [
    ['resolved', { topic: '✔ release' }],
    ['renamed onto another topic', { topic: 'older' }],
  ] as const)
    test(`the composer keeps its caret and undo history when the topic is ${how}`, async ({
      society,
      ada,
      ben,
      visit,
    }) => {
      const { id, hash, say } = await makeTopic(society, [ada, ben])
      await ben.sends('There before', { channel: id, topic: 'older' })
      for (let count = 0; count < 40; count++) await say(`Line ${count}`)
      const last = await say('Line last')
      const here = await visit(ada)
      const { page } = here
      await here.opens(hash)
      await here.sees('Line last')
      const field = await here.composeField.elementHandle()
      await here.composeField.pressSequentially('Can we ship today?')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('or tomorrow')
      for (let count = 0; count < 5; count++) await page.keyboard.press('ArrowLeft')
      const before = await here.composeField.evaluate(caretOf)
      await ben.send('PATCH', `/messages/${last}`, { ...change, propagate_mode: 'change_all' })
      const name = change.topic.replace('✔ ', '')
      await page.locator('h1').filter({ hasText: name }).waitFor()
      await page.waitForFunction((wanted) => location.hash.includes(wanted), change.topic === 'older' ? 'older' : '.E2')
      if (change.topic === 'older') await page.getByText('There before').waitFor({ state: 'attached' })
      assert.deepEqual(await here.composeField.evaluate(caretOf), before)
      assert.isTrue(await here.composeField.evaluate((it, was) => it === was, field))
      await page.keyboard.type('!')
      assert.equal(await here.composeField.inputValue(), 'Can we ship today?**or tom!orrow**')
      for (let count = 0; count < 30; count++) await page.keyboard.press('Control+z')
      assert.equal(await here.composeField.inputValue(), '')
      await page.keyboard.type('It goes there')
      await page.keyboard.press('Control+Enter')
      await here.sees('It goes there')
      const { messages } = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
      assert.equal((messages as { subject: string }[])[0]?.subject, change.topic)
      await page.keyboard.type('Left here')
      await here.opens(hash)
      await page.waitForFunction(() =>
        document.querySelector('#compose textarea')?.getAttribute('aria-label')?.endsWith('release'),
      )
      assert.equal(await here.composeField.inputValue(), '')
      assert.deepEqual(here.complaints, [])
    })

  test("renaming a topic keeps the edit field's place, caret, and undo history", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (let count = 0; count < 30; count++) await say(`Line ${count}`)
    const own = await say('We ship today', ada)
    for (let count = 30; count < 60; count++) await say(`Line ${count}`)
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { page } = here
    await here.opens(`${hash}/near/${own}`)
    await here.sees('We ship today')
    await here.message('We ship today').focus()
    await page.keyboard.press('e')
    const field = page.locator('.edit-field textarea')
    await field.waitFor()
    await page.keyboard.type(' at noon')
    for (let count = 0; count < 4; count++) await page.keyboard.press('ArrowLeft')
    const before = await field.evaluate(caretOf)
    const { y } = (await field.boundingBox()) ?? { y: -1 }
    for (const topic of ['launch', '✔ launch']) {
      await ben.send('PATCH', `/messages/${own}`, { topic, propagate_mode: 'change_all' })
      await page.waitForFunction((wanted) => location.hash.includes(wanted), topic === 'launch' ? 'launch' : '.E2')
    }
    await page.locator('.feed[aria-busy="false"]').waitFor()
    assert.deepEqual(await field.evaluate(caretOf), before)
    assert.closeTo((await field.boundingBox())?.y ?? -1, y, 2)
    await page.keyboard.type('after')
    assert.equal(await field.inputValue(), 'We ship today at afternoon')
    for (let count = 0; count < 30; count++) await page.keyboard.press('Control+z')
    assert.equal(await field.inputValue(), 'We ship today')
    await page.keyboard.press('Escape')
    // the rest of the topic is loaded, above and below
    await page.locator('.feed').evaluate((it) => it.scrollTo(0, 1e6))
    await here.sees('Line 59')
    await page.locator('.feed').evaluate((it) => it.scrollTo(0, 0))
    await here.message('Line 0').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a message moved while edited keeps its editor and is saved in its new place', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (let count = 0; count < 10; count++) await say(`Line ${count}`)
    const own = await say('Soup or salad', ada)
    await say('Back to work')
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Back to work')
    await here.message('Soup or salad').focus()
    await page.keyboard.press('e')
    const field = page.locator('.edit-field textarea')
    await field.waitFor()
    await page.keyboard.type('?')
    await page.keyboard.press('ArrowLeft')
    const before = await field.evaluate(caretOf)
    const { y } = (await field.boundingBox()) ?? { y: -1 }
    await ben.send('PATCH', `/messages/${own}`, { topic: 'lunch', propagate_mode: 'change_one' })
    await page.getByText('This message was moved to #design › lunch. Saving changes it there.').waitFor()
    assert.deepEqual(await field.evaluate(caretOf), before)
    // its notice takes a line below the field
    assert.closeTo((await field.boundingBox())?.y ?? -1, y, 60)
    await page.keyboard.type(' today')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('Saved in #design › lunch.').waitFor()
    await here.message('Soup or salad').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'messages')
    const { message } = await ada.send('GET', `/messages/${own}`, { apply_markdown: false })
    const { subject, content } = message as { subject: string; content: string }
    assert.deepEqual([subject, content], ['lunch', 'Soup or salad today?'])
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await here.sees('Soup or salad today?')
    assert.deepEqual(here.complaints, [])
  })

  for (const [when, reaches] of [
    ['before the server has it', 'after'],
    ['while the answer is on its way', 'late'],
  ] as const)
    test(`a message in flight follows its topic renamed ${when}`, async ({ society, ada, ben, visit }) => {
      const { hash, say } = await makeTopic(society, [ada, ben])
      const first = await say('Shall we?')
      const here = await visit(ada)
      const { page } = here
      await here.opens(hash)
      await here.sees('Shall we?')
      const rename = () => ben.send('PATCH', `/messages/${first}`, { topic: '✔ release', propagate_mode: 'change_all' })
      await page.route('**/api/v1/messages', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await rename()
        // either the events or the message arrive first
        if (reaches === 'after') await page.locator('h1').getByText('resolved').waitFor({ state: 'attached' })
        await route.continue()
      })
      await here.writes('We shall')
      await page.getByText('This topic moved to #design › ✔ release. Your message will go there.').waitFor()
      await page.locator('.outgoing').waitFor({ state: 'detached' })
      await here.sees('We shall')
      await page.waitForFunction(() => location.hash.includes('.E2'))
      let subjects: string[] = []
      while (subjects.some((subject) => subject !== '✔ release') || subjects.length < 2) {
        const { messages } = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 9, num_after: 0 })
        subjects = (messages as { subject: string; content: string }[])
          .filter(({ content }) => /hall we|We shall/.test(content))
          .map(({ subject }) => subject)
      }
      assert.deepEqual(here.complaints, [])
    })
})
