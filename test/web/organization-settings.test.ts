import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { roles } from '#contract'
import type { Person } from '#test'
import { organizationGone } from '../../src/features/people/organization/actions.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { addLinkifier, getLinkifiers } from '../../src/features/text/custom-links/linkifiers/api.ts'
import { hasRank, rankOf } from '../../web/settings/organization/rights.ts'
import { everyPlaced } from '../../web/settings/organization/table.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

const row = (page: Page, id: string) => page.locator(`[data-setting="${id}"]`)
const patterns = async (person: Person) =>
  (await person.call(getLinkifiers, {})).linkifiers.map(({ pattern }) => pattern)

describe.skipIf(!hasBrowser)('organization settings', () => {
  test('settings are editable by those the API allows, and explain to others', async ({
    ada,
    ines,
    momo,
    ben,
    gus,
    visit,
  }) => {
    const everyone = [
      [ada, roles.owner],
      [ines, roles.administrator],
      [momo, roles.moderator],
      [ben, roles.member],
      [gus, roles.guest],
    ] as const
    const wanted = everyPlaced().filter(({ page }) => page.startsWith('organization-'))
    for (const [person, role] of everyone) {
      const here = await visit(person)
      const { page } = here
      for (const part of new Set(wanted.map(({ page }) => page))) {
        const names = wanted.filter((one) => one.page === part && one.control.kind !== 'permission')
        await here.opens(`#organization/${part}`)
        await row(page, names.at(-1)?.name ?? '').waitFor()
        const shown = await page
          .locator('[data-setting]')
          .evaluateAll((rows) =>
            rows.map((one) => [
              (one as HTMLElement).dataset.setting,
              one.querySelector(':is(input, select, textarea):not(:disabled, [readonly])') !== null,
            ]),
          )
        const open = new Map(shown as [string, boolean][])
        for (const { name, needs, server } of names)
          if (!needs && !server)
            assert.equal(open.get(name), hasRank(rankOf(name), { role }), `${name} for ${person.name}`)
      }
      await here.opens('#organization/organization-permissions')
      const sentence = row(page, 'invite_required').getByText('Only owners can change this.')
      if (role === roles.owner) assert.equal(await sentence.count(), 0)
      else await sentence.waitFor()
      assert.deepEqual(here.complaints, [])
      await page.close()
    }
  })

  test("two administrators' changes sync, and refusals are shown at their controls", async ({ ada, ines, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/organization-settings')
    const receipts = page.getByRole('switch', { name: 'Show read receipts' })
    await receipts.focus()
    const before = await receipts.isChecked()
    await page.keyboard.press('Space')
    await row(page, 'enable_read_receipts').getByText('Saved').waitFor()
    await ines.call(updateOrganization, { enable_read_receipts: before })
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>('#setting-enable_read_receipts')?.checked === was,
      before,
    )
    // unsaved text stays, and the other administrator's value is shown
    const address = page.getByRole('textbox', { name: 'Jitsi server URL' })
    await address.fill('nowhere')
    await ines.call(updateOrganization, { jitsi_server_url: 'https://meet.example.org' })
    await row(page, 'jitsi_server_url').getByText('https://meet.example.org').waitFor()
    await address.press('Enter')
    await row(page, 'jitsi_server_url').getByRole('alert').getByText('is not a web address').waitFor()
    assert.equal(await address.inputValue(), 'nowhere')
    assert.deepEqual(await problems(page), [])
    // formatted texts have a preview; sign-in methods are one setting in the URL
    await here.opens('#organization/organization-profile/description')
    await page.getByRole('textbox', { name: 'Description' }).fill('We *weave*.')
    await row(page, 'description').locator('.becomes em', { hasText: 'weave' }).waitFor()
    await here.opens('#organization/auth-methods/authentication_methods')
    await page.locator('.is-asked[data-setting=authentication_methods]').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a linkifier is created, tested, and reordered by keyboard alone', async ({ ada, ines, visit }) => {
    await ada.call(addLinkifier, { pattern: 'RFC(?P<n>[0-9]+)', url_template: 'https://rfc.example.org/{n}' })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/linkifier-settings')
    await page.getByRole('button', { name: 'Add linkifier' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add linkifier' })
    await dialog.getByRole('textbox', { name: 'Pattern' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('#(?P<id>[0-9]+')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://tracker.example.org/{id}')
    await dialog.getByRole('alert').filter({ hasText: /\)/ }).waitFor()
    assert.equal(await dialog.getByRole('textbox', { name: 'Pattern' }).getAttribute('aria-invalid'), 'true')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.type(')')
    for (const _ of ['address', 'fold', 'sample']) await page.keyboard.press('Tab')
    await page.keyboard.type('See #7 and RFC9')
    await dialog.getByRole('link', { name: '#7' }).waitFor()
    assert.equal(await dialog.getByRole('link', { name: 'RFC9' }).getAttribute('href'), 'https://rfc.example.org/9')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const rows = page.getByRole('list', { name: 'Linkifiers' }).getByRole('listitem')
    await rows.nth(1).getByText('#(?P<id>[0-9]+)').waitFor()
    await rows.nth(1).getByRole('button', { name: /^Edit/ }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await rows.nth(0).getByText('#(?P<id>[0-9]+)').waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('li')?.textContent?.includes('#(?P<id>'))
    assert.deepEqual(await patterns(ada), ['#(?P<id>[0-9]+)', 'RFC(?P<n>[0-9]+)'])
    await ines.call(addLinkifier, { pattern: 'X(?P<n>[0-9])', url_template: 'https://x.example.org/{n}' })
    await rows.nth(2).getByText('X(?P<n>[0-9])').waitFor()
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('a dark-theme logo is cropped, uploaded, and removed', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/organization-profile')
    const logo = row(page, 'night_logo')
    await logo.getByText('No logo yet.').waitFor()
    const base64 = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 })
      canvas.getContext('2d')?.fillRect(0, 0, 400, 100)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    const file = { name: 'night.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
    await logo.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('dialog').getByRole('button', { name: 'Use picture' }).click()
    await logo.getByRole('img', { name: 'Current logo for the dark theme' }).waitFor()
    const { initial } = await ada.register('realm')
    assert.equal(initial.realm_night_logo_source, 'U')
    assert.equal(initial.realm_logo_source, 'D')
    await logo.getByRole('button', { name: 'Remove picture' }).click()
    await logo.getByText('No logo yet.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an owner deactivates the organization after typing its name', async ({ ada, ben, visit }) => {
    const { page } = await visit(ada)
    await page.evaluate(() => (location.hash = '#organization/organization-profile'))
    await page.getByRole('button', { name: 'Deactivate organization…' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Deactivate' })
    await dialog.locator('input:focus').waitFor()
    await page.keyboard.type('Analytical Engine')
    assert.equal(await button.isDisabled(), true)
    await page.keyboard.type(' Society')
    await button.click()
    await page.locator('#left-sidebar').waitFor({ state: 'detached' })
    await ben.refused(getLinkifiers, {}, organizationGone)
  })
})
