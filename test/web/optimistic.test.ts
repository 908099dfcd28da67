import { describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('changes that show at once', () => {
  test('muting, following, and reading show immediately and revert if the server refuses', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ada.sends('One', { channel: id, topic: 'plans' })
    const here = await visit(ben)
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design/topic/other`)
    const topic = page.locator('.left .topics li', { hasText: 'plans' })
    const link = topic.getByRole('link', { name: /plans/ })
    const menu = page.getByRole('menu', { name: 'Actions: #design › plans' })
    const opens = async () => {
      await link.click({ button: 'right' })
      await menu.waitFor()
    }
    let refuse = () => {}
    const hold = async (path: string) => {
      const held = new Promise<void>((resolve) => {
        refuse = resolve
      })
      await page.route(path, async (route) => {
        await held
        await route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } })
      })
    }
    const refused = () => page.getByRole('status').getByText('Not today').waitFor()

    await hold('**/api/v1/user_topics')
    await opens()
    await menu.getByRole('menuitemcheckbox', { name: 'Follow' }).click()
    await opens()
    await menu.getByRole('menuitemcheckbox', { name: 'Follow', checked: true }).waitFor()
    refuse()
    await menu.getByRole('menuitemcheckbox', { name: 'Follow', checked: false }).waitFor()
    await refused()
    await page.keyboard.press('Escape')

    await hold('**/api/v1/messages/flags')
    await topic.getByText('1 unread message').waitFor({ state: 'attached' })
    await opens()
    await menu.getByRole('menuitem', { name: 'Mark as read' }).click()
    await topic.getByText('1 unread message').waitFor({ state: 'detached' })
    refuse()
    await topic.getByText('1 unread message').waitFor({ state: 'attached' })

    await hold('**/api/v1/users/me/subscriptions/*')
    await here.opens(`#channels/${id}/design/personal`)
    const mute = page.getByRole('checkbox', { name: 'Mute', exact: true })
    await mute.check()
    await page.locator('.left .entry.muted', { hasText: 'design' }).waitFor()
    refuse()
    await page.locator('.left .entry.muted', { hasText: 'design' }).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Mute', exact: true, checked: false }).waitFor()
    await page.unrouteAll()
  })
})
