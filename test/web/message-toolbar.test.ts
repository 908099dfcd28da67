import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('the buttons on a message', () => {
  test('they add the emoji used last, quote the message, and edit own ones', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('From Ben')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('From Ben')
    }
    await here.message('From Ben').hover()
    const buttons = here.page.locator('.row-actions')
    await buttons.getByRole('button', { name: 'React with heart', pressed: false }).click()
    await there.page.getByRole('button', { name: 'Ada reacted with heart' }).waitFor()
    await buttons.getByRole('button', { name: 'React with heart', pressed: true }).waitFor()
    assert.deepEqual(await problems(here.page), [])
    await buttons.getByRole('button', { name: 'Add reaction' }).click()
    await here.page.getByRole('combobox', { name: 'Search emoji' }).fill('octopus')
    await here.page.getByRole('option', { name: 'octopus' }).first().waitFor()
    await here.page.keyboard.press('Enter')
    await there.page.getByRole('button', { name: 'Ada reacted with octopus' }).click()
    // the emoji used last comes first
    await here.message('From Ben').hover()
    const first = buttons.getByRole('button').first()
    assert.equal(await first.getAttribute('aria-label'), 'React with octopus')
    await first.click()
    await there.page.getByRole('button', { name: 'You reacted with octopus' }).waitFor()
    assert.equal(await buttons.getByRole('button', { name: 'Edit message' }).count(), 0)
    await buttons.getByRole('button', { name: 'Quote and reply' }).click()
    await here.page.waitForFunction(() =>
      /```quote\nFrom Ben\n```/.test(document.querySelector('textarea')?.value ?? ''),
    )
    await there.message('From Ben').hover()
    await there.page.locator('.row-actions').getByRole('button', { name: 'Edit message' }).click()
    await there.page.getByRole('textbox', { name: 'Edit message' }).waitFor()
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('on a phone, the menu begins with a row of reactions', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('From Ben')
    const here = await visit(ada, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })
    const there = await visit(ben)
    for (const one of [here, there]) {
      await one.opens(hash)
      await one.sees('From Ben')
    }
    const presses = await here.page.context().newCDPSession(here.page)
    const box = await here.message('From Ben').locator('.content').boundingBox()
    assert(box)
    const at = { x: box.x + 20, y: box.y + box.height / 2 }
    await presses.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    const row = here.page.getByRole('menu').getByRole('group')
    await row.waitFor()
    await presses.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    assert.deepEqual(await row.locator('button').evaluateAll((all) => all.map((one) => one.ariaLabel)), [
      '+1',
      'heart',
      'tada',
      'check',
      'eyes',
      'joy',
      'Add reaction…',
    ])
    assert.deepEqual(await problems(here.page), [])
    await row.getByRole('menuitemcheckbox', { name: 'tada' }).click()
    await there.page.getByRole('button', { name: 'Ada reacted with tada' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
