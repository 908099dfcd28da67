import { assert, describe } from 'vitest'
import { automate, onJoin, runsOf, toPerson } from '../../src/features/automations/automations/fixture.ts'
import { makeChannel } from '../harness/channel.ts'
import { row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('automations for people added at once', () => {
  test('a manager runs an automation for people who were added at once', async ({ society, server, ada, visit }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada])
    const automation = await automate(ada, { name: 'Welcome', trigger: onJoin(lounge), steps: [toPerson('Hi')] })
    const people = await Promise.all(Array.from({ length: 21 }, (_, n) => society.join(`Person ${n}`)))
    const here = await visit(ada)
    await here.opens('#organization/automations')
    await row(here, 'Welcome').waitFor()
    assert.equal(await here.page.getByRole('button', { name: /^Run for/ }).count(), 0)
    await ada.send('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'lounge' }],
      principals: people.map(({ id }) => id),
    })
    const button = row(here, 'Welcome').getByRole('button', { name: 'Run for 21 people' })
    await button.waitFor()
    await shown(here, 'people added at once')
    await button.click()
    await button.waitFor({ state: 'detached' })
    await server.runtime.timer.wake()
    assert.equal((await runsOf(ada, automation)).length, 1)
    await row(here, 'Welcome')
      .getByText(/^Last run /)
      .waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an automation that hasn’t run for 90 days is marked', async ({ society, server, ada, visit }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada])
    server.clock.set(new Date(Date.now() - 91 * 86_400_000))
    await automate(ada, { name: 'Welcome', trigger: onJoin(lounge), steps: [toPerson('Hi')] })
    server.clock.release()
    const here = await visit(ada)
    await here.opens('#organization/automations')
    await row(here, 'Welcome')
      .getByText(/^Not used since /)
      .waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
