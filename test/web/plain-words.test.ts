import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('plain text in lists and headings', () => {
  test("lists show a message's formula once, as its source", async ({ society, ada, ben, visit }) => {
    const { say } = await makeTopic(society, [ada, ben])
    await say('Euler: $$e^{i\\pi}+1$$')
    const here = await visit(ada)
    const { page } = here
    const preview = page.locator('.line-preview').filter({ hasText: 'Euler' })
    await preview.waitFor()
    assert.match((await preview.textContent()) ?? '', /Euler: e\^\{i\\pi\}\+1$/)
    assert.deepEqual(here.complaints, [])
  })

  test('lists show channel descriptions without Markdown', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const description = 'How it **looks**: see [the plan](https://plan.example/x), `grid` and :tea:'
    await ada.send('PATCH', `/streams/${id}`, { description })
    const words = /How it looks: see the plan, grid and/
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design`)
    await page.locator('.heading .description').filter({ hasText: words }).waitFor()
    await here.opens('#channels/all')
    await page.locator('.directory-row').filter({ hasText: words }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('design')
    await page.getByRole('option').filter({ hasText: words }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByText('**looks**').count(), 0)
    assert.deepEqual(here.complaints, [])
  })
})
