import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('local storage', () => {
  test('broken entries in local storage are skipped, and valid ones restored', async ({ society, ada, ben, visit }) => {
    const { id: channelId, hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await page.evaluate(
      ([id, channelId]) => {
        const broken = ['', '{', 'null', '7', '"text"', '[]', '{}', '[null]', '[[1,null]]', '[{}]', '[[7,{"text":1}]]']
        const target = { kind: 'topic', channelId, topic: 'soup' }
        const conversation = { kind: 'direct', userIds: [id] }
        for (const [index, text] of broken.entries()) {
          localStorage.setItem(`loquat draft ${id} broken-${index}`, text)
          localStorage.setItem(`loquat outbox ${id} ${index}`, text)
          localStorage.setItem(`loquat upload ${id} ${index}`, text)
        }
        localStorage.setItem(`loquat draft ${id} half`, JSON.stringify({ target: { kind: 'topic' }, text: 'x', at: 1 }))
        localStorage.setItem(
          `loquat draft ${id} whole`,
          JSON.stringify({ target, text: 'Still here', at: 1_700_000_000 }),
        )
        const whole = { localId: 'x 1.1', conversation, content: 'Sent after all', at: new Date(), state: 'waiting' }
        // where browsers have no locks, a tab restores its own entries
        sessionStorage.setItem('loquat last outbox', `loquat outbox ${id} z`)
        localStorage.setItem(`loquat outbox ${id} z`, JSON.stringify([null, { ...whole, at: 'never' }, whole]))
        for (const name of [
          'keys',
          'inbox',
          'inbox tab',
          'left for later',
          'participated',
          'folded sections',
          'recent emoji',
          'went to',
          'recent searches',
          'skin tone',
        ])
          localStorage.setItem(`loquat ${name} ${id}`, '[{"a":null}]')
        sessionStorage.setItem(`loquat scheduled ${id}`, '[[1,{"text":"x"}],null]')
      },
      [ada.id, channelId] as const,
    )
    await page.reload()
    await here.listens()
    await here.opens('#drafts')
    await page.getByRole('main').getByText('Still here').waitFor()
    await here.opens(`#narrow/dm/${ada.id}-dm`)
    await here.sees('Sent after all')
    await here.opens('#scheduled')
    await page.getByRole('heading', { level: 1, name: 'Scheduled' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('inbox')
    await page.getByRole('option', { name: /Inbox/ }).first().waitFor()
    await page.keyboard.press('Escape')
    await here.opens(hash)
    await here.composeField.waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('collapsed sections and inbox settings sync between tabs, per account', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ada)
    const pinned = await makeChannel(society.org, 'garden', [ada])
    await ada.send('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: pinned, property: 'pin_to_top', value: true }],
    })
    await ben.sends('Hello', { channel: design, topic: 'soup' })
    const there = await here.opensTab('#inbox')
    const filter = there.page.getByRole('combobox').first()
    await here.opens('#inbox')
    await here.page.getByRole('combobox').first().selectOption('all')
    await there.page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.list-head select')?.value === 'all',
    )
    assert.equal(await filter.inputValue(), 'all')
    const head = (one: typeof here) => one.page.locator('.left .fold').first()
    await head(here).click()
    await there.page.locator('.left .fold[aria-expanded=false]').first().waitFor()
    const kept = await here.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('folded')))
    assert.deepEqual(kept, [`loquat folded sections ${ada.id}`])
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })
})
