import { assert, describe } from 'vitest'
import { takeIn } from '../../src/features/data/imports/fixture.ts'
import { smallExport } from '../../src/features/data/imports/sources/zulip/fixture.ts'
import { getInvites } from '../../src/features/sign-in/invitations/api.ts'
import { problems } from './axe.ts'
import { hasBrowser } from './browser.ts'
import { test } from './mailing.ts'

describe.skipIf(!hasBrowser)('imported people', () => {
  test('have a list of their own, from which an administrator invites them', async ({
    server,
    society,
    ada,
    visit,
  }) => {
    await takeIn(server, society.org, smallExport())
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/users/deactivated')
    // who was deactivated in the archive
    await page.getByRole('link', { name: 'Cleo' }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'Gus' }).count(), 0)
    await page.getByRole('link', { name: 'Imported' }).click()
    await page.getByText('Guest · imported, not joined yet').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Invite Gus' }).click()
    await page.getByText('Invited 1 person.').waitFor()
    const invited = async () => (await ada.call(getInvites, {})).invites.map(({ email }) => email).sort()
    assert.deepEqual(await invited(), ['gus@old.example'])
    await page.getByRole('button', { name: 'Invite all 3' }).click()
    await page.getByText('Already invited: 1.').waitFor()
    assert.deepEqual(await invited(), ['ada@old.example', 'ben@old.example', 'gus@old.example'])
    assert.deepEqual(here.complaints, [])
  })
})
