import { assert, describe } from 'vitest'
import { deleteAutomation } from '../../src/features/automations/automations/api.ts'
import { automate, onCommand, reply, runsOf } from '../../src/features/automations/automations/fixture.ts'
import { getCalls } from '../../src/features/calls/calls/api.ts'
import { getMutes } from '../../src/features/messages/mutes/api.ts'
import { getReminders } from '../../src/features/messages/reminders/api.ts'
import { getUserStatus } from '../../src/features/messages/user-status/api.ts'
import { getQuietTime } from '../../src/features/people/quiet-times/api.ts'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { makeChannel } from '../harness/channel.ts'
import type { Person } from '../harness/person.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, isFirefox, test, type Visitor } from './browser.ts'
import { callTest, panel } from './call-page.ts'

const reads = ({ page }: Visitor, text: string) =>
  page.waitForFunction((expected) => {
    const field = document.querySelector('textarea')
    return field === document.activeElement && field?.value === expected
  }, text)

/** Types a text and presses Enter to send it. */
async function enters({ page }: Visitor, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const line = ({ page }: Visitor, text: string | RegExp) => page.locator('.command-hint', { hasText: text })
const statusOf = async (person: Person, by: Person) =>
  (await by.call(getUserStatus, { user_id: person.id as never })).status
const posted = async (by: Person) => {
  const { messages } = await by.send('GET', '/messages', { anchor: 'newest', num_before: 50, num_after: 0 })
  const contents = (messages as { content: string }[]).map(({ content }) => content)
  // exclude the welcome bot's messages
  return contents.filter((content) => !content.includes('Welcome to'))
}
const sees = (visitor: Visitor, toast: string | RegExp) => visitor.page.locator('.toast', { hasText: toast }).waitFor()
const undoes = async ({ page }: Visitor) => {
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
}

describe.skipIf(!hasBrowser)('slash commands', () => {
  test.beforeEach(({ ada }) => ada.call(updateSettings, { enter_sends: true }))

  test('a status is set and undone with the keyboard', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Lunch?')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Lunch?')
    await page.keyboard.press('r')
    await page.keyboard.type('/')
    const options = page.getByRole('option')
    await options.filter({ hasText: '/todo' }).waitFor()
    const names = await options.locator('.label').allTextContents()
    assert.deepEqual(names, ['/call', '/dnd', '/me', '/mute', '/poll', '/remind', '/status', '/todo'])
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/st')
    await page.getByRole('option', { name: '/status Set your status', selected: true }).waitFor()
    await page.keyboard.press('Tab')
    await reads(here, '/status ')
    await line(here, 'such as “🍕 lunch for 1 hour”').waitFor()
    assert.include(await here.composeField.getAttribute('aria-describedby'), 'compose-command')
    await page.keyboard.type('🍕 lunch for 1 hour')
    await line(here, /^Sets your status to “🍕 lunch” until/).waitFor()
    await page.getByRole('button', { name: 'Run command' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await reads(here, '')
    await sees(here, 'Status set to “🍕 lunch”.')
    const status = await statusOf(ada, ben)
    assert.deepInclude(status, { status_text: 'lunch', emoji_name: 'pizza', reaction_type: 'unicode_emoji' })
    assert.closeTo(status.until ?? 0, Date.now() / 1000 + 3_600, 600)
    await undoes(here)
    await page.waitForFunction(() => !document.querySelector('.toast:popover-open'))
    while ((await statusOf(ada, ben)).status_text !== undefined) await page.waitForTimeout(50)
    await here.composeField.focus()
    await enters(here, '/status out for a walk until tomorrow')
    await sees(here, 'Status set to “out for a walk”.')
    await enters(here, '/status off')
    await sees(here, 'Status cleared.')
    assert.deepEqual(await statusOf(ada, ben), {})
    assert.equal((await posted(ben)).filter((text) => text.includes('status')).length, 0)
    assert.deepEqual(here.complaints, [])
  })

  test('a reminder without a time keeps the text and shows an error', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await enters(here, '/remind call the bank')
    await page.getByRole('alert').filter({ hasText: 'Add a time' }).waitFor()
    await reads(here, '/remind call the bank')
    assert.deepEqual(await problems(page), [])
    await page.keyboard.type(' in 2 hours')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await line(here, /^Reminder for .*: call the bank$/).waitFor()
    await page.keyboard.press('Enter')
    await sees(here, 'Reminder set for')
    await reads(here, '')
    const [reminder] = (await ada.call(getReminders)).reminders
    assert.include(reminder?.content, 'call the bank')
    assert.closeTo(reminder?.scheduled_delivery_timestamp ?? 0, Date.now() / 1000 + 7_200, 600)
    await undoes(here)
    while ((await ada.call(getReminders)).reminders.length > 0) await page.waitForTimeout(50)
    assert.deepEqual(here.complaints, [])
  })

  test('a command that fails offline keeps its text and can be retried', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Lunch?')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await page.keyboard.type('/status lunch')
    await line(here, 'Sets your status').waitFor()
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Your text is still here' }).waitFor()
    await reads(here, '/status lunch')
    // the text is also saved as a draft
    await here.opens('#inbox')
    await here.opens(hash)
    await here.composeField.click()
    await reads(here, '/status lunch')
    await page.context().setOffline(false)
    await page.keyboard.press('Enter')
    await reads(here, '')
    assert.equal((await statusOf(ada, ben)).status_text, 'lunch')
    assert.deepEqual(await posted(ben), ['<p>Lunch?</p>'])
  })

  test('other text that starts with a slash is sent as a message', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    await enters(here, '/etc/hosts is full')
    await here.sees('/etc/hosts is full')
    await page.keyboard.type('//status is a command')
    await line(here, 'Sends a message that starts with “/status”').waitFor()
    await page.keyboard.press('Enter')
    await here.sees('/status is a command')
    await enters(here, 'type /status lunch')
    await here.sees('type /status lunch')
    await page.keyboard.type('/me')
    await page.keyboard.press('Enter')
    await reads(here, '/me ')
    await line(here, 'What you’re doing').waitFor()
    await enters(here, 'pours the tea')
    await here.sees('pours the tea')
    // commands can't be scheduled either
    await page.keyboard.type('/Status lunch')
    await page.getByRole('button', { name: 'Send later and more' }).or(page.locator('.send-more')).first().click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Drafts/ })
      .waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('heading').count(), 0)
    await page.keyboard.press('Escape')
    await reads(here, '/Status lunch')
    assert.deepEqual(await statusOf(ada, ben), {})
    assert.deepEqual(await posted(ben), [
      '<p>/etc/hosts is full</p>',
      '<p>/status is a command</p>',
      '<p>type /status lunch</p>',
      '<p>/me pours the tea</p>',
    ])
    assert.deepEqual(here.complaints, [])
  })

  test('a topic, a channel, and notifications are muted and unmuted', async ({ society, ada, ben, visit }) => {
    const { hash, id, say } = await makeTopic(society, [ada, ben], 'lunch')
    await say('Soup')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Soup')
    await here.composeField.click()
    await page.keyboard.type('/mute 1 hour')
    await line(here, /^Mutes #design › lunch until/).waitFor()
    await page.keyboard.press('Enter')
    await sees(here, '#design › lunch is muted until')
    const [mute] = (await ada.call(getMutes)).mutes
    assert.deepInclude(mute, { stream_id: id, topic_name: 'lunch' })
    await undoes(here)
    await sees(here, '#design › lunch unmuted.')
    assert.deepEqual((await ada.call(getMutes)).mutes, [])
    await here.composeField.focus()
    await page.keyboard.type('/mute off')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '#design › lunch isn’t muted.' }).waitFor()
    await here.composeField.fill('/mute channel')
    await line(here, 'Mutes #design until you unmute it').waitFor()
    await page.keyboard.press('Enter')
    await sees(here, '#design is muted until you unmute it.')
    await enters(here, '/dnd until tomorrow')
    await page.getByText(/^Do not disturb until/).waitFor()
    await reads(here, '')
    assert.isNotNull((await ada.call(getQuietTime)).quiet_until)
    await enters(here, '/dnd off')
    await sees(here, 'Do not disturb is off.')
    await page.getByText(/^Do not disturb until/).waitFor({ state: 'detached' })
    await page.keyboard.type('/dnd soon')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '“soon” isn’t a time or duration. Try “1 hour”.' }).waitFor()
    assert.deepEqual(await posted(ben), ['<p>Soup</p>'])
    assert.deepEqual(here.complaints, [])
  })

  test('Enter in an input method doesn’t run a command', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.click()
    await here.page.keyboard.type('/status ')
    await here.page.keyboard.insertText('昼食')
    await line(here, 'Sets your status to “昼食”').waitFor()
    for (const init of [{ keyCode: 229 }, { isComposing: true }])
      await here.composeField.evaluate(
        (it, more) => it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...more })),
        init,
      )
    await reads(here, '/status 昼食')
    assert.deepEqual(await statusOf(ada, ben), {})
    await here.page.keyboard.press('Enter')
    await reads(here, '')
    assert.equal((await statusOf(ada, ben)).status_text, '昼食')
    assert.deepEqual(here.complaints, [])
  })
})

describe.skipIf(!hasBrowser)('slash commands of automations', () => {
  test.beforeEach(({ ada }) => ada.call(updateSettings, { enter_sends: true }))

  test('a command is suggested where it works, and starts its automation', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.composeField.click()
    // the list updates while it's open
    await page.keyboard.type('/k')
    const automation = await automate(ada, {
      name: 'Kudos',
      trigger: onCommand('kudos', 'Name and reason'),
      steps: [reply('🎉 {person} thanks {text}')],
    })
    await page.getByRole('option', { name: '/kudos Kudos · Name and reason' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await reads(here, '/kudos ')
    await line(here, 'Name and reason').waitFor()
    await page.keyboard.type('@**all** for the soup')
    await line(here, 'Starts “Kudos”').waitFor()
    await page.getByRole('button', { name: 'Run command' }).waitFor()
    await page.keyboard.press('Enter')
    await sees(here, 'Started “Kudos”.')
    await reads(here, '')
    await server.runtime.timer.wake()
    await here.sees('thanks @**all** for the soup')
    assert.equal((await posted(ben)).filter((text) => text.includes('/kudos')).length, 0)
    assert.equal((await runsOf(ada, automation)).length, 1)

    await page.keyboard.type('//kudos is a command')
    await page.keyboard.press('Enter')
    await here.sees('kudos is a command')
    await server.runtime.timer.wake()
    assert.equal((await runsOf(ada, automation)).length, 1)

    await here.opens(`#narrow/channel/${council}-council/topic/plans`)
    await here.composeField.click()
    await page.keyboard.type('/')
    await page.getByRole('option').filter({ hasText: '/me' }).waitFor()
    assert.equal(await page.getByRole('option').filter({ hasText: '/kudos' }).count(), 0)
    await page.keyboard.type('kudos Ben')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'This command only works in public channels.' }).waitFor()
    await reads(here, '/kudos Ben')
    assert.deepEqual(await problems(page), [])

    await ada.call(deleteAutomation, { automation_id: automation.automation_id })
    await here.opens(hash)
    await here.composeField.click()
    await enters(here, '/kudos Ben')
    await here.sees('/kudos Ben')
    assert.equal((await posted(ben)).filter((text) => text.includes('/kudos Ben')).length, 1)
    assert.deepEqual(here.complaints, [])
  })
})

describe.skipIf(!hasBrowser || isFirefox)('the slash command for calls', () => {
  callTest('a call starts from the composer', async ({ ada, ben, visit }) => {
    await ada.call(updateSettings, { enter_sends: true })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/dm/${ben.id}`)
    await here.composeField.click()
    await page.keyboard.type('/call')
    await page.getByRole('option', { name: '/call Start a call' }).waitFor()
    await page.keyboard.press('Enter')
    await reads(here, '/call ')
    await line(here, 'Starts a call in Ben').waitFor()
    await page.keyboard.press('Enter')
    await panel(here).waitFor()
    await reads(here, '')
    assert.equal((await ben.call(getCalls)).calls.length, 1)
    assert.deepEqual(here.complaints, [])
  })
})
