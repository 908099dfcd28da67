import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

async function tabTo({ page }: Visitor, name: string): Promise<void> {
  const is = () =>
    page.evaluate(() => {
      const one = document.activeElement
      return one?.getAttribute('aria-label') ?? (one as HTMLInputElement | null)?.labels?.[0]?.textContent?.trim() ?? ''
    })
  for (let presses = 0; presses < 80; presses++) {
    if ((await is()) === name) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not lead to ${name}`)
}

describe.skipIf(!hasBrowser)('polls and to-do lists with keys alone', () => {
  test('three people vote, add, and complete at once, and all see the same', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const people = [ada, ben, cleo]
    const id = await makeChannel(society.org, 'design', people)
    await ada.sends('/poll Where?\nInside\nOutside', { channel: id, topic: 'lunch' })
    await ada.sends('/todo Picnic\nBread\nApples', { channel: id, topic: 'lunch' })
    const hash = `#narrow/channel/${id}-design/topic/lunch`
    const all = await Promise.all(people.map((one) => visit(one)))
    for (const one of all) {
      await one.opens(hash)
      await one.page.locator('.widget').nth(1).waitFor()
      await one.page.locator('article[data-message]').first().focus()
      await tabTo(one, 'Vote for Outside, 0 votes')
    }
    await Promise.all(all.map(({ page }) => page.keyboard.press('Enter')))
    for (const { page } of all)
      await page.getByRole('button', { name: 'Vote for Outside, 3 votes', pressed: true }).waitFor()
    // each adds an option of the same name at the same time: it exists once
    for (const one of all) {
      await tabTo(one, 'New option')
      await one.page.keyboard.type('On the roof')
    }
    await Promise.all(all.map(({ page }) => page.keyboard.press('Enter')))
    for (const { page } of all) await page.getByRole('button', { name: 'Vote for On the roof, 0 votes' }).waitFor()
    const [here, there, elsewhere] = all as [Visitor, Visitor, Visitor]
    await tabTo(here, 'Bread')
    await tabTo(there, 'Apples')
    await tabTo(elsewhere, 'New task')
    await elsewhere.page.keyboard.type('Knives')
    await Promise.all([
      here.page.keyboard.press('Space'),
      there.page.keyboard.press('Space'),
      elsewhere.page.keyboard.press('Enter'),
    ])
    const tree = ({ page }: Visitor) => page.locator('.feed').locator('.widget').nth(1).ariaSnapshot()
    for (const { page } of all) {
      await page.getByRole('checkbox', { name: 'Bread', checked: true }).waitFor()
      await page.getByRole('checkbox', { name: 'Apples', checked: true }).waitFor()
      await page.getByRole('checkbox', { name: 'Knives', checked: false }).waitFor()
      await page.locator('.widget [disabled]').nth(1).waitFor()
    }
    const fresh = await here.opensTab(hash)
    await fresh.page.getByRole('checkbox', { name: 'Knives' }).waitFor()
    const trees = await Promise.all([here, there, elsewhere, fresh].map(tree))
    for (const one of trees) assert.equal(one, trees[0])
    const votes = (one: Visitor) => one.page.getByRole('button', { name: /^Vote for/ }).allTextContents()
    for (const one of [here, there, elsewhere, fresh]) assert.deepEqual(await votes(one), ['0', '3', '0'])
    const option = fresh.page.locator('.widget .option').nth(2)
    await option.locator('.option-text').click()
    await option.locator('[aria-pressed=true]').waitFor()
    while ((await votes(here)).join() !== '0,3,1') await new Promise((resolve) => setTimeout(resolve, 50))
    assert.deepEqual(await problems(fresh.page), [])
    for (const { complaints } of all) assert.deepEqual(complaints, [])
  })
})
