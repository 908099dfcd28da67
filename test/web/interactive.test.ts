import { assert, describe, vi } from 'vitest'
import { botTypes, roles } from '#contract'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('interactive bot messages', () => {
  test("a bot's form is completed by keyboard, buttons respond, and closing ends it", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash } = await makeTopic(society, [ada, ben], 'orders')
    const bot = await society.join('Orders', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
    const heard = await bot.register('submessage')
    const ask = async (content: string, extra_data: object) => {
      const widget_content = JSON.stringify({ widget_type: 'interactive', extra_data })
      const message = { type: 'stream', to: id, topic: 'orders', content, widget_content }
      return (await bot.send('POST', '/messages', message)).id as number
    }
    const options = [
      { id: 's', label: 'Small' },
      { id: 'l', label: '<b>Large</b>' },
    ]
    const shirt = await ask('Which **shirt**?', {
      menus: [{ id: 'size', label: 'Size', options, required: true }],
      fields: [{ id: 'print', label: 'Print', max_length: 10 }],
      submit: 'Order',
    })
    const deploy = await ask('Deploy?', {
      buttons: [
        { id: 'yes', label: 'Approve', style: 'primary' },
        { id: 'no', label: 'Refuse', style: 'danger' },
      ],
      times: 'many',
    })
    const here = await visit(ada)
    await here.opens(hash)
    const { page } = here
    await page.locator('article strong', { hasText: 'shirt' }).waitFor()
    const order = page.getByRole('button', { name: 'Order', exact: true })
    await order.click()
    // the browser's validation asks for the missing field, and nothing was sent
    assert.equal(await page.getByLabel('Size').evaluate((one: HTMLSelectElement) => one.validity.valid), false)
    await page.getByLabel('Size').selectOption({ label: '<b>Large</b>' })
    await page.getByLabel('Print').fill('Loquat')
    await page.keyboard.press('Enter')
    await page.getByText('Your answer:').first().waitFor()
    assert.equal(await order.count(), 0)
    assert.equal(await page.evaluate(() => document.activeElement?.matches('.asking')), true)
    await page.locator('.asking').getByText('Size: <b>Large</b>').first().waitFor()

    const refuse = page.getByRole('button', { name: 'Refuse' })
    await refuse.focus()
    const refusal = { status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } }
    await page.route('**/submessage', (route) => route.fulfill(refusal), { times: 1 })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Not now').waitFor()
    await page.keyboard.press('Enter')
    const answers = async () =>
      (await heard.of('submessage')).map((event) => {
        const { message_id, sender_id, content } = event as { message_id: number; sender_id: number; content: string }
        return [message_id, sender_id, JSON.parse(content)]
      })
    const expected = [
      [shirt, ada.id, { type: 'answer', values: { size: 'l', print: 'Loquat' } }],
      [deploy, ada.id, { type: 'answer', button: 'no', values: {} }],
    ]
    await vi.waitFor(async () => assert.deepEqual(await answers(), expected), { timeout: 180_000 })
    // restricted to other users from now on: the button is disabled and says why
    const say = (content: object) =>
      bot.send('POST', '/submessage', { message_id: deploy, msg_type: 'widget', content: JSON.stringify(content) })
    await say({
      type: 'update',
      extra_data: { buttons: [{ id: 'yes', label: 'Approve' }], answerers: [ben.id], closing_note: 'It is done' },
    })
    await page.getByText('Only selected people can answer.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).isDisabled(), true)
    await say({ type: 'close' })
    await page.getByText('It is done').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
    assert.deepEqual(here.complaints, [])
  })
})
