import { assert, describe } from 'vitest'
import type { Person } from '#test'
import { getScheduledMessages } from '../../src/features/messages/scheduled-messages/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const waiting = async (person: Person) => (await person.call(getScheduledMessages)).scheduled_messages

const schedule = (person: Person, channelId: number, content: string) =>
  person.send('POST', '/scheduled_messages', {
    type: 'stream',
    to: channelId,
    topic: 'plans',
    content,
    scheduled_delivery_timestamp: inAnHour(),
  })

const item = ({ page }: Visitor, text: string) =>
  page.getByRole('button', { name: new RegExp(`^Scheduled message to .*${text}$`) })
const words = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Message text' })
const save = ({ page }: Visitor) => page.getByRole('button', { name: 'Save', exact: true })
/** A form that comes takes the focus: what is pressed before belongs to it. */
const begun = ({ page }: Visitor) =>
  page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message text')
const gone = ({ page }: Visitor) => page.locator('.waiting-form').waitFor({ state: 'detached' })

describe.skipIf(!hasBrowser)('scheduled messages', () => {
  test('are changed in place with keys alone: words, time and to whom they go', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await makeChannel(society.org, 'garden', [ada, ben])
    const { scheduled_message_id } = await schedule(ada, id, 'Good morning')
    const [first] = await waiting(ada)
    const here = await visit(ada)
    const { page } = here
    await here.opens('#scheduled')
    await item(here, 'Good morning').press('Enter')
    await begun(here)
    assert.deepEqual(await problems(page), [])
    await words(here).press('End')
    await page.keyboard.type(', @be')
    await page.getByRole('option', { name: /^Ben/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await item(here, 'Good morning, @\\*\\*Ben\\*\\* ?').waitFor()
    await page.waitForFunction(() => document.activeElement?.classList.contains('waiting-open'))
    const [changed] = await waiting(ada)
    assert.deepEqual(
      [changed?.content.trim(), changed?.scheduled_delivery_timestamp, changed?.topic],
      ['Good morning, @**Ben**', first?.scheduled_delivery_timestamp, 'plans'],
    )
    // to another channel
    await page.keyboard.press('Enter')
    await begun(here)
    await page.getByRole('button', { name: 'Change channel: design' }).press('Enter')
    await page.getByRole('combobox', { name: 'Channel' }).fill('gar')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Topic' }).fill('roses')
    await page.getByRole('textbox', { name: 'Custom time' }).fill('in 3 days')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Scheduled message to #garden › roses/ }).waitFor()
    const [moved] = await waiting(ada)
    assert.deepEqual([moved?.scheduled_message_id, moved?.topic], [scheduled_message_id, 'roses'])
    assert.isAbove(moved?.scheduled_delivery_timestamp as number, inAnHour() + 2 * 86_400)
    // and to nobody else than was meant: Escape changes nothing
    await page.getByRole('button', { name: /^Scheduled message to #garden/ }).press('Enter')
    await words(here).fill('Never mind')
    await page.keyboard.press('Escape')
    await gone(here)
    assert.equal((await waiting(ada))[0]?.content.trim(), 'Good morning, @**Ben**')
    assert.deepEqual(here.complaints, [])
  })

  test('that two devices change keep what each has changed, or say so', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await schedule(ada, id, 'Soup')
    const [here, there] = [await visit(ada), await visit(ada)]
    for (const one of [here, there]) {
      await one.opens('#scheduled')
      await item(one, 'Soup').click()
    }
    // one the time, the other the words
    await words(here).fill('Soup and bread')
    await there.page.getByRole('textbox', { name: 'Custom time' }).fill('in 3 days')
    await save(there).click()
    await gone(there)
    await save(here).click()
    await gone(here)
    const [both] = await waiting(ada)
    assert.equal(both?.content, 'Soup and bread')
    assert.isAbove(both?.scheduled_delivery_timestamp as number, inAnHour() + 2 * 86_400)
    // both the words
    for (const one of [here, there]) await item(one, 'Soup and bread').click()
    await words(here).fill('Soup and cheese')
    await words(there).fill('Soup and wine')
    await save(there).click()
    await gone(there)
    const alert = here.page.getByRole('alert').filter({ hasText: 'changed somewhere else' })
    await alert.getByText('Soup and wine').waitFor()
    assert.equal(await words(here).inputValue(), 'Soup and cheese')
    await save(here).click()
    await item(there, 'Soup and cheese').waitFor()
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('that are sent while somebody changes them leave the words a draft', async ({
    society,
    ada,
    ben,
    visit,
    server,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await schedule(ada, id, 'Soup')
    const [one] = await waiting(ada)
    const here = await visit(ada)
    await here.opens('#scheduled')
    await item(here, 'Soup').click()
    await words(here).fill('Soup, and something else')
    // what was begun is there after a reload
    await here.page.reload()
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Soup, and something else')
    server.clock.set(new Date((one?.scheduled_delivery_timestamp as number) * 1000 + 1000))
    await server.runtime.timer.wake()
    server.clock.release()
    await here.page.getByText(/Your changes were saved as a draft/).waitFor()
    await here.page.getByRole('button', { name: 'Open draft' }).click()
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Soup, and something else')
    await here.sees('Soup')
    assert.deepEqual(here.complaints, [])
  })

  test('that failed say why, and go once the reason is gone', async ({ society, ada, ben, visit, server }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await schedule(ada, id, 'Soup')
    const [one] = await waiting(ada)
    // an hour after its time is too late for it
    server.clock.set(new Date((one?.scheduled_delivery_timestamp as number) * 1000 + 3_600_000))
    await server.runtime.timer.wake()
    server.clock.release()
    const here = await visit(ada)
    const { page } = here
    await here.opens('#scheduled')
    await page.getByText(/^Couldn’t send this at its scheduled time/).waitFor()
    await page.getByRole('link', { name: 'See the notification bot’s message for details.' }).click()
    await page.getByText('The server wasn’t running at that time.').waitFor()
    await here.opens('#scheduled')
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Custom time' }).click()
    assert.isTrue(await save(here).isDisabled())
    await page.getByText('Choose a new time.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send now', exact: true }).click()
    await page.getByText(/^Couldn’t send this at its scheduled time/).waitFor({ state: 'detached' })
    const [again] = await waiting(ada)
    assert.isFalse(again?.failed)
    server.clock.set(new Date((again?.scheduled_delivery_timestamp as number) * 1000))
    await server.runtime.timer.wake()
    server.clock.release()
    await page.getByText('No scheduled messages.').waitFor()
    await here.opens(`#narrow/channel/${id}-design/topic/plans`)
    await here.sees('Soup')
    assert.equal(await here.message('Soup').count(), 1)
    assert.deepEqual(here.complaints, [])
  })
})
