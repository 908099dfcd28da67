import { assert, describe } from 'vitest'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('moderation-log')
const phone = { width: 390, height: 844 }

const found = async ({ page }: Visitor) => [...(await problems(page)), ...(await layoutProblems(page))]

describe.skipIf(!hasBrowser)('moderation log', () => {
  test('members see restrictions as they’re placed and lifted', async ({ ada, ben, cleo, momo, visit }) => {
    const [owner, member, moderator] = [await visit(ada), await visit(ben), await visit(momo)]
    await member.opens('#settings/profile')
    await member.opens('#organization/users')
    const link = member.page.getByRole('link', { name: 'Moderation log' })
    assert.equal(await link.count(), 0)
    await owner.opens('#organization/community-safety')
    await owner.page.getByRole('switch', { name: 'Show members a moderation log' }).click()
    await link.click()
    const list = member.page.getByRole('list', { name: 'Moderation log' })
    await member.page.getByText('No entries in the last 90 days.').waitFor()

    // a card opens when the address changes
    await moderator.opens('#inbox')
    await moderator.opens(`#user/${cleo.id}`)
    await moderator.page.getByRole('button', { name: 'Restrict…' }).click()
    const dialog = moderator.page.getByRole('dialog', { name: 'Restrict Cleo' })
    await dialog.getByText('Members can read the reason in the moderation log.').waitFor()
    await dialog.getByLabel('Reason (they see it)').fill('Shouting')
    await dialog.getByLabel('Note for moderators').fill('Third time')
    assert.deepEqual(await found(moderator), [])
    await picture(moderator.page, 'restricting')
    await dialog.getByRole('button', { name: 'Restrict', exact: true }).click()

    await list.getByRole('link', { name: 'Cleo' }).waitFor()
    await list.getByText('Shouting').waitFor()
    assert.equal(await list.getByText('Third time').count(), 0)
    assert.equal(await list.getByText('Momo').count(), 0)
    assert.deepEqual(await found(member), [])
    await picture(member.page, 'list')

    await moderator.opens('#organization/restrictions')
    await moderator.page.getByRole('button', { name: 'Lift restriction on Cleo' }).click()
    await list.getByText(/Lifted/).waitFor()
    assert.equal(await list.getByRole('link', { name: 'Cleo' }).count(), 0)
    await member.page.setViewportSize(phone)
    await member.page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await found(member), [])
    await picture(member.page, 'list on a phone')

    await ada.call(updateOrganization, { public_moderation_log: false })
    await link.waitFor({ state: 'detached' })
  })
})
