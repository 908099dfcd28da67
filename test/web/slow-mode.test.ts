import { assert, describe } from 'vitest'
import { updateChannel } from '../../src/features/channels/channels/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const field = ({ page }: Visitor) => page.locator('#compose textarea')
const sendButton = ({ page }: Visitor) => page.locator('#compose').getByRole('button', { name: 'Send', exact: true })
const notice = ({ page }: Visitor) => page.locator('#compose .slow-mode')

describe.skipIf(!hasBrowser)('slow mode', () => {
  test('a member waits between messages, keeps their text, and then sends it', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'lounge', [ada, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const writer = await visit(ben)
    await writer.opens(`#narrow/channel/${id}-lounge/topic/greetings`)
    await field(writer).fill('First')
    assert.equal(await notice(writer).count(), 0)
    await ada.call(updateChannel, { stream_id: id, slow_mode_seconds: 8 })
    await notice(writer).getByText('Slow mode is on: wait 8 seconds between messages.').waitFor()
    await field(writer).press('Control+Enter')
    await notice(writer)
      .getByText(/^Slow mode is on\. You can post again in 0:0\d\.$/)
      .waitFor()
    const status = writer.page.locator('#compose .banners [role=status]', { hasText: 'You can post again in' })
    await status.waitFor({ state: 'attached' })
    await field(writer).fill('Second')
    assert.deepEqual(await problems(writer.page), [])
    assert.isTrue(await sendButton(writer).isDisabled())
    await field(writer).press('Control+Enter')
    assert.equal(await field(writer).inputValue(), 'Second')
    await notice(writer).getByText('between messages').waitFor()
    await writer.page
      .locator('#compose')
      .getByText('You can post again.', { exact: true })
      .waitFor({ state: 'attached' })
    assert.equal(await field(writer).inputValue(), 'Second')
    await field(writer).press('Control+Enter')
    await writer.page.locator('.message', { hasText: 'Second' }).waitFor()
  })

  test('a refused message shows the reason, and can be resent', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'lounge', [ada, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const writer = await visit(ben)
    await writer.opens(`#narrow/channel/${id}-lounge/topic/greetings`)
    await field(writer).waitFor()
    await ada.call(updateChannel, { stream_id: id, slow_mode_seconds: 5 })
    await notice(writer).waitFor()
    // two messages before the server's answer to the first one
    await writer.page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() === 'POST')
        await ben.sends('From the phone', { channel: id, topic: 'greetings' }).catch(() => {})
      await route.continue()
    })
    await field(writer).fill('From the browser')
    await field(writer).press('Control+Enter')
    await writer.page.getByText(/Slow mode is on here\. You can post again at .+/).waitFor()
    await writer.page.unroute('**/api/v1/messages')
    await notice(writer).getByText('between messages').waitFor()
    await writer.page.getByRole('button', { name: 'Resend' }).click()
    await writer.page.locator('.message:not(.outgoing)', { hasText: 'From the browser' }).waitFor()
  })

  test('channel settings offer preset intervals and a custom one', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'lounge', [ada, ben])
    const visitor = await visit(ada)
    const { page } = visitor
    await visitor.opens(`#channels/${id}/lounge/general`)
    const choice = page.getByRole('combobox', { name: 'Slow mode' })
    await choice.selectOption({ label: '30 seconds' })
    const seconds = async () => {
      const { streams } = (await ada.register('stream')).initial as {
        streams: { stream_id: number; slow_mode_seconds: number }[]
      }
      return streams.find(({ stream_id }) => stream_id === id)?.slow_mode_seconds
    }
    while ((await seconds()) !== 30) await page.waitForTimeout(50)
    await choice.selectOption({ label: 'Custom' })
    const number = page.getByLabel('Time between messages')
    await number.fill('45')
    await number.press('Enter')
    while ((await seconds()) !== 45) await page.waitForTimeout(50)
    assert.equal(await choice.locator('option:checked').textContent(), 'Custom')
    assert.deepEqual(await problems(page), [])
  })
})
