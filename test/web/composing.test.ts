import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { pasteInto } from './pasting.ts'

const value = (visitor: Visitor) => visitor.composeField.inputValue()

describe.skipIf(!hasBrowser)('composing', () => {
  for (const entersSend of [false, true])
    test(`a typed code fence keeps its language, Enter ${entersSend ? 'sends' : 'adds a line'}`, async ({
      society,
      ada,
      ben,
      visit,
    }) => {
      const { hash } = await makeTopic(society, [ada, ben])
      await ada.send('PATCH', '/settings', { enter_sends: entersSend })
      const here = await visit(ada)
      const { page } = here
      await here.opens(hash)
      await here.composeField.click()
      for (const language of ['js', 'c', 'py', 'sql', 'html']) {
        await page.keyboard.type(`\`\`\`${language}`)
        const options = page.getByRole('option')
        await options.first().waitFor()
        assert.equal(await options.first().textContent(), language, 'the exact name comes first')
        assert.equal(await page.getByRole('option', { selected: true }).count(), 0)
        await page.keyboard.press('Enter')
        assert.equal(await options.count(), 0)
        await page.keyboard.type('first()')
        assert.equal(await value(here), `\`\`\`${language}\nfirst()\n\`\`\``)
        await here.composeField.fill('')
      }
      await page.keyboard.type('```p')
      await page.getByRole('option', { name: 'python' }).waitFor()
      await page.keyboard.press('ArrowDown')
      const chosen = await page.getByRole('option', { selected: true }).textContent()
      await page.keyboard.press('Enter')
      await page.keyboard.type('first()')
      assert.equal(await value(here), `\`\`\`${chosen}\nfirst()\n\`\`\``)
      await page.keyboard.press('Control+Enter')
      if (!entersSend) {
        await here.sees('first()')
        assert.equal(await here.message('first()').locator('pre').textContent(), 'first()\n')
      }
      assert.deepEqual(here.complaints, [])
    })

  test('people, channels, topics, and emoji are completed by keyboard alone', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'lunch')
    await say('Soup')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Soup')
    await page.keyboard.press('r')
    await here.composeField.pressSequentially('Hello @be')
    await page.getByRole('option', { name: /Ben/, selected: true }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    assert.equal(await value(here), 'Hello @**Ben** ')
    await page.keyboard.type('see #des')
    await page.getByRole('option', { name: /design/, selected: true }).waitFor()
    await page.keyboard.press('>')
    await page.getByRole('option', { name: 'lunch' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    assert.equal(await value(here), 'Hello @**Ben** see #**design>lunch** ')
    await page.keyboard.type('<time:tomorrow 9')
    await page.getByRole('option', { name: /Shown in each reader’s time zone/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    assert.match(await value(here), /lunch\*\* <time:\d{4}-\d\d-\d\dT09:00:00[+-]\d\d:\d\d> $/)
    await page.keyboard.type(':tad')
    await page.getByRole('option', { name: ':tada:', selected: true }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('option').count(), 0)
    await page.keyboard.type('a:')
    await page.keyboard.press('Control+Enter')
    await here.sees('see #design > lunch')
    assert.deepEqual(here.complaints, [])
  })

  test('replying in the combined feed starts with the typed text', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Who is hungry?', { channel: id, topic: 'lunch' })
    const here = await visit(ada)
    await here.opens('#feed')
    await here.message('Who is hungry?').focus()
    await here.page.keyboard.press('r')
    const topic = here.page.getByRole('combobox', { name: 'Topic' })
    await topic.waitFor()
    await here.page.keyboard.type('I am')
    assert.equal(await value(here), 'I am')
    assert.equal(await topic.inputValue(), 'lunch')
  })

  test('a new topic and a group conversation start by keyboard', async ({ society, ada, ben, cleo, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    await page.getByRole('button', { name: 'New message' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: 'Channel' }).pressSequentially('desi')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Topic' }).pressSequentially('lunch')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Who is hungry?')
    await page.keyboard.press('Control+Enter')
    await here.sees('Who is hungry?')
    assert.include(page.url(), hash)

    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    const people = page.getByRole('combobox', { name: 'People' })
    await people.pressSequentially('ben')
    await page.keyboard.press('Enter')
    await people.pressSequentially(cleo.name.slice(0, 3))
    await page.getByRole('option', { name: /Cleo/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('You two')
    await page.keyboard.press('Control+Enter')
    await here.sees('You two')
    assert.include(page.url(), '#narrow/dm/')
    assert.deepEqual(here.complaints, [])
  })

  test('what is typed while the compose box loads is in its field', async ({ society, ada, ben, visit }) => {
    await makeTopic(society, [ada, ben], 'lunch')
    const here = await visit(ada)
    const { page } = here
    const held = async (file: string) => {
      let load = () => {}
      const loads = new Promise<void>((resolve) => {
        load = resolve
      })
      await page.route(`**/app/${file}-*.js`, async (route) => {
        await loads
        await route.continue()
      })
      return load
    }
    const [loadBox, loadRecipients] = [await held('compose-box'), await held('recipients')]
    await page.getByRole('button', { name: 'New message' }).waitFor()
    await page.keyboard.press('c')
    await page.locator('#compose[aria-busy=true]').waitFor()
    // `s` and `?` would be shortcuts
    await page.keyboard.type('ds')
    await page.keyboard.press('Backspace')
    // typed with AltGr on Windows
    await page.evaluate(() => {
      const held = { ctrlKey: true, altKey: true, modifierAltGraph: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '@', bubbles: true, cancelable: true, ...held }))
    })
    await page.keyboard.press('Backspace')
    loadBox()
    await page.locator('#compose .to').waitFor()
    await page.keyboard.type('es?')
    await page.keyboard.press('Backspace')
    loadRecipients()
    const channel = page.getByRole('combobox', { name: 'Channel' })
    await channel.waitFor()
    await page.getByRole('option', { name: /design/ }).waitFor()
    assert.equal(await channel.inputValue(), 'des')
    await page.keyboard.type('ign')
    assert.equal(await channel.inputValue(), 'design')
    assert.equal(await page.locator('dialog[open]').count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test("a file is inserted where it's dropped, and a refused one says why", async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.fill('Look:')
    await here.page.locator('input[type=file]').setInputFiles({
      name: 'plan [final].txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('everything'),
    })
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('/user_uploads/'))
    assert.match(await value(here), /^Look:\n\[plan {1,2}final *\.txt\]\(\/user_uploads\/[^)]+\)\n$/)
    await here.page.getByRole('form', { name: 'Compose' }).evaluate((form) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(101 * 1024 * 1024)], 'huge.bin'))
      form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await here.page.getByRole('alert').filter({ hasText: 'Files can be up to' }).waitFor()
    await here.page.getByRole('button', { name: 'Remove huge.bin' }).click()
    await here.page.getByRole('button', { name: 'Send', exact: true }).click()
    await here.page.locator('article[data-message]').getByRole('link', { name: /plan/ }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a draft survives closing the tab, and syncs to other devices', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const hash = `#narrow/channel/${id}-design/topic/plans`
    const [here, there] = [await visit(ada), await visit(ada)]
    await here.opens(hash)
    await here.composeField.pressSequentially('Half a sent')
    const again = await here.opensTab(hash)
    await here.page.close()
    await again.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a sent')
    await there.opens('#drafts')
    await there.page.getByRole('button', { name: /^Draft to #design › plans: .*Half a sent$/ }).click()
    await there.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a sent')
    await there.composeField.press('End')
    await there.page.keyboard.type('ence.')
    await there.page.keyboard.press('Control+Enter')
    await there.sees('Half a sentence.')
    await again.page.waitForFunction(() => document.querySelector('textarea')?.value === '')
    assert.deepEqual([again.complaints, there.complaints], [[], []])
  })

  test('a deleted draft can be restored', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'plans')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.fill('Half a sentence')
    await here.opens('#drafts')
    const item = page.getByRole('button', { name: /^Draft to #design › plans: .*Half a sentence$/ })
    await item.press('Delete')
    await page.getByText(/^No drafts\./).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await item.click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a sentence')
    assert.deepEqual(here.complaints, [])
  })

  test('a scheduled message can be canceled, edited, and deleted', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'plans')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    const schedule = async () => {
      await page.getByRole('button', { name: 'Send options' }).click()
      await page.getByRole('textbox', { name: 'Custom time' }).fill('tomorrow 9')
      await page.getByRole('button', { name: 'Schedule', exact: true }).click()
      await page.getByText(/^Scheduled for/).waitFor()
    }
    await here.composeField.fill('Good morning')
    await schedule()
    assert.equal(await value(here), '')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Good morning')
    await schedule()
    await here.opens('#scheduled')
    const item = page.getByRole('button', { name: /^Scheduled message to #design › plans: .*Good morning$/ })
    await item.waitFor()
    await page.getByRole('button', { name: /^Change time/ }).click()
    await page.getByRole('textbox', { name: 'Custom time' }).fill('in 3 days')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Custom time' }).waitFor({ state: 'detached' })
    await item.press('Delete')
    await page.getByText('No scheduled messages.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await item.waitFor()
    await item.press('Delete')
    await page.getByText('No scheduled messages.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('formatting can be undone, and the preview comes from the server', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'plans')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await page.keyboard.type('very important')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+b')
    assert.equal(await value(here), 'very **important**')
    await page.keyboard.press('Control+z')
    assert.equal(await value(here), 'very important')
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Alt+p')
    await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'important' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Alt+p')
    await here.composeField.evaluate((it: HTMLTextAreaElement) => it.setSelectionRange(0, 4))
    await pasteInto(here.composeField, { texts: { 'text/plain': 'https://example.com/' } })
    assert.equal(await value(here), '[very](https://example.com/) **important**')
    await page.keyboard.press('Control+a')
    const html = '<ul><li><b>a</b></li><li>b<script>alert(2)</script></li></ul>'
    await pasteInto(here.composeField, { texts: { 'text/plain': 'a\nb', 'text/html': html } })
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '- **a**\n- b')
    await page.keyboard.press('Control+z')
    assert.equal(await value(here), 'a\nb')
    assert.deepEqual(here.complaints, [])
  })

  test("the compose box says why you can't post before you try", async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'news', [ada, ben])
    const groups = (await ada.send('GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const administrators = groups.find(({ name }) => name === 'role:administrators')?.id
    await ada.send('PATCH', `/streams/${id}`, { can_send_message_group: { new: administrators } })
    const here = await visit(ben)
    await here.opens(`#narrow/channel/${id}-news/topic/today`)
    await here.page.getByText('You can’t post here: only administrators can.').waitFor()
    await here.composeField.fill('All the same')
    assert.isTrue(await here.page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
    assert.deepEqual(here.complaints, [])
  })
})
