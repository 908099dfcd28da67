import { assert, describe, vi } from 'vitest'
import { botTypes, roles } from '#contract'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

const form = (heading: string, choices: object[]) =>
  JSON.stringify({ widget_type: 'zform', extra_data: { type: 'choices', heading, choices } })
const choice = (short_name: string, long_name: string, reply: string) => ({
  type: 'multiple_choice',
  short_name,
  long_name,
  reply,
})

describe.skipIf(!hasBrowser)('bot forms', () => {
  test("an answer chosen by key goes to the form's conversation, mentioning the bot", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash } = await makeTopic(society, [ada, ben], 'quiz')
    const bot = await society.join('Quiz', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
    await ben.send('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [bot.id],
    })
    const widget_content = form('Which **colour**?', [
      choice('A', 'Orange', 'answer orange'),
      choice('B', 'Blue', 'answer blue'),
    ])
    await bot.send('POST', '/messages', {
      type: 'stream',
      to: id,
      topic: 'quiz',
      content: 'Which colour?',
      widget_content,
    })
    await bot.send('POST', '/messages', { type: 'direct', to: [ada.id], content: 'Which colour?', widget_content })
    const here = await visit(ada)
    await here.opens(hash)
    const orange = here.page.getByRole('button', { name: 'A: Orange' })
    await orange.waitFor()
    await here.page.locator('.widget').getByText('Which **colour**?').waitFor()
    await orange.focus()
    await here.page.keyboard.press('Enter')
    await here.sees('answer orange')
    const answersIn = async (narrow: object[]) => {
      const question = { anchor: 'newest', num_before: 5, num_after: 0, narrow, apply_markdown: false }
      const { messages } = await ada.send('GET', '/messages', question)
      return (messages as { sender_id: number; content: string }[])
        .filter(({ sender_id }) => sender_id === ada.id)
        .map(({ content }) => content)
    }
    await vi.waitFor(
      async () =>
        assert.deepEqual(await answersIn([{ operator: 'topic', operand: 'quiz' }]), [
          `@**Quiz|${bot.id}** answer orange`,
        ]),
      { timeout: 180_000 },
    )
    await here.opens(`#narrow/dm/${bot.id}-dm`)
    await here.page.getByRole('button', { name: 'B: Blue' }).click()
    await vi.waitFor(
      async () => assert.deepEqual(await answersIn([{ operator: 'dm', operand: [bot.id] }]), ['answer blue']),
      { timeout: 180_000 },
    )
    assert.deepEqual(here.complaints, [])
  })

  test('hostile form content stays text; a form without answers is a message', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const evil = '"><img src=x onerror=alert(1)><svg onload=alert(1)>'
    const say = (content: string, widget_content: string) =>
      ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'quiz', content, widget_content })
    await say(
      'evil',
      form(evil, [choice(evil, evil, evil), choice('', '', 'bare'), choice('x'.repeat(3_000), '', 'long')]),
    )
    await say('Nothing to choose', form('Empty', []))
    const here = await visit(ada)
    let ran = 0
    here.page.on('dialog', (dialog) => {
      ran++
      void dialog.dismiss()
    })
    await here.opens(`#narrow/channel/${id}-design/topic/quiz`)
    await here.sees('Nothing to choose')
    await here.page.getByRole('button', { name: 'bare' }).waitFor()
    assert.equal(await here.page.locator('.widget img, .widget svg').count(), 0)
    assert.equal(await here.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    assert.equal(ran, 0)
    assert.deepEqual(here.complaints, [])
  })
})
