import type { Route } from 'playwright-core'
import { assert, describe } from 'vitest'
import { updatePresence } from '../../src/features/people/presence/api.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { minuteMs, pass, reports, row, says, setClocks, shows } from './passing-time.ts'

describe.skipIf(!hasBrowser)('presence', () => {
  test('people with open tabs stay here for an hour, until they leave', async ({ server, ada, ben, cleo, visit }) => {
    const [first, theirs] = [await visit(ada), await visit(ben)]
    const second = await first.opensTab()
    await setClocks(server, [first, second])
    // the clock of Ben's laptop is wrong
    await setClocks(server, [theirs], -90 * minuteMs)
    const move = ({ page }: Visitor, minute: number) => page.mouse.move(200 + (minute % 2) * 40, 300)
    // Cleo uses another client, which nobody touches
    const ping = () => cleo.call(updatePresence, { status: 'idle', ping_only: true })
    await ping()
    const tabs = [first, second, theirs]
    await pass(server, tabs, 60, async (minute) => {
      await ping()
      for (const tab of tabs) await move(tab, minute)
      if (minute < 3 || minute % 10 > 0) return
      for (const tab of [first, second]) {
        assert.equal(await says(tab, ben), 'Active', `minute ${minute}`)
        assert.equal(await says(tab, cleo), 'Away', `minute ${minute}`)
      }
      assert.equal(await says(theirs, ada), 'Active', `minute ${minute}`)
    })
    await row(first, ben).focus()
    await first.page.keyboard.press('u')
    await first.page.locator('.card').getByText('Active').waitFor()
    await first.page.keyboard.press('Escape')

    // nobody touches Ben's laptop, then it's closed
    await pass(server, tabs, 9, ping)
    for (const tab of [first, second]) await shows(tab, ben, 'Away')
    await theirs.close()
    await pass(server, [first, second], 3, ping)
    await shows(first, ben, 'Away')
    await pass(server, [first, second], 1, ping)
    for (const tab of [first, second]) {
      await shows(tab, ben, 'Offline')
      await shows(tab, cleo, 'Away')
    }
    assert.deepEqual([...first.complaints, ...second.complaints], [])
    server.clock.release()
  })

  test('a laptop that wakes up shows who is here now, and nobody as gone before', async ({
    server,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    await cleo.call(updatePresence, { status: 'active' })
    const [here, theirs] = [await visit(ada), await visit(ben)]
    await setClocks(server, [here, theirs])
    await shows(here, ben, 'Active')
    await shows(here, cleo, 'Active')
    await shows(theirs, ada, 'Active')
    // Ada's laptop sleeps for an hour, in which Cleo leaves
    await pass(server, [theirs], 60, async (minute) => theirs.page.mouse.move(200 + (minute % 2) * 40, 300))
    await shows(theirs, ada, 'Offline')
    let answer: ((route: Route) => void) | undefined
    const held = new Promise<Route>((resolve) => {
      answer = resolve
    })
    await here.page.route(reports, (route) => (answer ? answer(route) : route.continue()))
    await here.page.clock.fastForward(60 * minuteMs)
    const route = await held
    assert.equal(await says(here, ben), 'Active')
    answer = undefined
    await route.continue()
    await shows(here, cleo, 'Offline')
    assert.equal(await says(here, ben), 'Active')
    await here.page.mouse.move(300, 300)
    await here.page.clock.fastForward(10_000)
    await shows(theirs, ada, 'Active')
    assert.deepEqual([...here.complaints, ...theirs.complaints], [])
    server.clock.release()
  })
})
