import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

const hostile = (word: string) => `${word} <img src=x onerror=alert(1)>`
const names = {
  person: "Ina <img src=x onerror='alert(1)'>",
  channel: hostile('icy'),
  topic: hostile('iron'),
  // the server already refuses characters that names can't contain
  group: 'ivory <img src=x onerror=alert(1)//',
  snippet: hostile('ink'),
  file: '"><svg onload=alert(1)>](javascript:alert(1)) ‮gnp.txt',
}

describe.skipIf(!hasBrowser)('hostile names', () => {
  test('hostile names stay text in lists, pills, previews, and file rows', async ({ society, ada, ben, visit }) => {
    const ina = await society.join(names.person)
    const id = await makeChannel(society.org, names.channel, [ada, ben, ina])
    const plain = await makeChannel(society.org, 'plain', [ada, ben])
    await ben.sends('Hi', { channel: plain, topic: names.topic })
    await ada.send('POST', '/user_groups/create', { name: names.group, description: hostile('x'), members: [ina.id] })
    await ada.send('POST', '/saved_snippets', { title: names.snippet, content: hostile('y') })
    const here = await visit(ada)
    const { page } = here
    let ran = 0
    page.on('dialog', (dialog) => {
      ran++
      void dialog.dismiss()
    })
    await here.opens(`#narrow/channel/${id}/topic/other`)
    const offers = async (typed: string, shown: string) => {
      await here.composeField.fill('')
      await here.composeField.pressSequentially(typed)
      await page.getByRole('option').filter({ hasText: shown }).first().waitFor()
      await page.keyboard.press('Tab')
      return here.composeField.inputValue()
    }
    assert.include(await offers('@ina', names.person), names.person)
    assert.include(await offers('@ivo', names.group), names.group)
    await offers('#icy', names.channel)
    await offers('#plain>iro', names.topic)
    await offers('~ink', names.snippet)

    await here.composeField.fill(`@**${names.person}** ${hostile('z')} <script>alert(1)</script>`)
    await page.keyboard.press('Alt+p')
    await page.getByRole('region', { name: 'Preview' }).getByText('<script>alert(1)</script>').waitFor()
    await page.keyboard.press('Alt+p')

    await here.inserts('Saved snippets')
    await page.getByRole('dialog').getByText(names.snippet).waitFor()
    await page.keyboard.press('Escape')

    await here.composeField.fill('')
    await page.route('**/api/v1/user_uploads', () => undefined)
    await page.getByRole('form', { name: 'Compose' }).evaluate((form, name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], name))
      form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, names.file)
    await page.getByRole('list', { name: 'Files' }).getByText('onload=alert(1)').waitFor()
    assert.notInclude(await here.composeField.inputValue(), '](javascript:')
    await page.getByRole('button', { name: /^Remove/ }).click()

    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await page.getByRole('combobox', { name: 'People' }).pressSequentially('ina')
    await page.getByRole('option').filter({ hasText: names.person }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.recipient', { hasText: names.person }).waitFor()
    const made = await page.evaluate(
      () => document.querySelectorAll('img[src="x"], svg[onload], [onerror], [href^="javascript:"]').length,
    )
    assert.deepEqual([ran, made], [0, 0])
    assert.deepEqual(here.complaints, [])
  })
})
