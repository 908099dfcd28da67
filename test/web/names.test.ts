import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

const names = ['Søren Jørgensen', 'Łukasz Wałęsa', 'Priya Rao'] as const
const typed = { soren: names[0], jorgensen: names[0], lukasz: names[1], walesa: names[1], SØREN: names[0] }

describe.skipIf(!hasBrowser)('names', () => {
  test('every list finds people without the diacritics in their names', async ({ society, ada, visit }) => {
    const people = await Promise.all(names.map((name) => society.join(name)))
    const channel = await makeChannel(society.org, 'design', [ada, ...people])
    for (const one of people) await one.sends('Hej', ada)
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${channel}-design/topic/release`)
    await here.composeField.waitFor()
    const option = (name: string) => page.getByRole('option', { name }).first().waitFor()
    const beside = page.locator('.right')
    for (const [query, name] of Object.entries(typed)) {
      await here.composeField.fill('')
      await here.composeField.click()
      await page.keyboard.type(`@${query}`)
      await option(name)
      await here.composeField.fill('')
      await page.keyboard.press('Control+k')
      await page.locator('dialog.palette input').waitFor()
      await page.keyboard.type(query)
      await option(name)
      await page.keyboard.press('Escape')
      await beside.locator('input').fill(query)
      await beside.getByRole('link', { name }).waitFor()
      await beside.locator('input').fill('')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.keyboard.type(`sender:${query}`)
      await option(name)
      for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
    }
    for (const view of ['#inbox', '#recent']) {
      await here.opens(view)
      await page.locator('.list-head input').fill('lukasz')
      await page.locator('#messages [data-row]', { hasText: names[2] }).waitFor({ state: 'detached' })
      await page.locator('#messages [data-row]', { hasText: names[1] }).waitFor()
    }
    assert.deepEqual(here.complaints, [])
  })

  test('a mention is suggested before commas and closing brackets, and inserted there', async ({
    society,
    ada,
    visit,
  }) => {
    const priya = await society.join('Priya Rao')
    const channel = await makeChannel(society.org, 'design', [ada, priya])
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${channel}-design/topic/release`)
    const cases = [
      ['(cc @pri', '', '(cc @**Priya Rao** '],
      ['(cc @pri', ')', '(cc @**Priya Rao**)'],
      ['@pri', ', can you look?', '@**Priya Rao**, can you look?'],
      ['@pri,', '', '@**Priya Rao**,'],
      ['>@pri', '', '>@**Priya Rao** '],
    ] as const
    for (const [before, after, expected] of cases) {
      await here.composeField.fill(after)
      await here.composeField.press('Home')
      await page.keyboard.type(before)
      await page.getByRole('option', { name: 'Priya Rao' }).waitFor()
      await page.keyboard.press('Enter')
      assert.equal(await here.composeField.inputValue(), expected)
      await page.keyboard.type('x')
      assert.include(await here.composeField.inputValue(), expected.endsWith(',') ? '**,x' : after ? '**x' : '** x')
    }
    assert.deepEqual(here.complaints, [])
  })

  test('an early Enter never mentions everyone', async ({ society, ada, ben, visit }) => {
    const channel = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${channel}-design/topic/release`)
    for (const query of ['@', '@a']) {
      await here.composeField.fill('')
      await page.keyboard.type(query)
      await page.getByRole('option', { name: /^all/ }).waitFor()
      await page.keyboard.press('Enter')
      assert.match(await here.composeField.inputValue(), /^@\*\*Ada\*\* $|^@\*\*Ben\*\* $/)
    }
    await here.composeField.fill('')
    await page.keyboard.type('@all')
    await page.getByRole('option', { name: /^all/ }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await here.composeField.inputValue(), '@**all** ', 'the whole word is meant')
    assert.deepEqual(here.complaints, [])
  })

  test('system bots are not suggested', async ({ society, ada, ben, visit }) => {
    const channel = await makeChannel(society.org, 'design', [ada, ben])
    const { cross_realm_bots } = (await ada.send('POST', '/register', { fetch_event_types: ['realm_user'] })) as {
      cross_realm_bots: { full_name: string }[]
    }
    assert.isAbove(cross_realm_bots.length, 0)
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${channel}-design/topic/release`)
    await here.composeField.waitFor()
    const isNotOffered = async (page: Page, name: string) => {
      await page.getByRole('option', { name: 'Ben' }).first().waitFor()
      assert.equal(await page.getByRole('option', { name }).count(), 0, name)
    }
    for (const { full_name } of cross_realm_bots) {
      // query a bot first: "Ben" follows, which matches no bot
      await here.composeField.fill('')
      await here.composeField.click()
      await page.keyboard.type(`@${full_name}`)
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      assert.equal(await page.getByRole('option', { name: full_name }).count(), 0)
      await here.composeField.fill('')
      await page.keyboard.type('@')
      await isNotOffered(page, full_name)
    }
    await here.composeField.fill('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await page.locator('#compose').getByRole('combobox', { name: 'People' }).focus()
    for (const { full_name } of cross_realm_bots) await isNotOffered(page, full_name)
    assert.deepEqual(here.complaints, [])
  })
})
