import { assert, describe } from 'vitest'
import { updateRules } from '../../src/features/people/community-rules/api.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { createInviteLink } from '../../src/features/sign-in/invitations/api.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

const editor = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Rules', exact: true })
const save = ({ page }: Visitor) => page.getByRole('button', { name: 'Save rules' })
const dialogOf = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Community rules' })

describe.skipIf(!hasBrowser)('community rules', () => {
  test('a new person accepts the rules to join, and members accept a new version', async ({
    ada,
    ben,
    address,
    browser,
    visit,
  }) => {
    const here = await visit(ada)
    await here.opens('#organization/community-rules')
    await editor(here).fill('Be **kind**.')
    await save(here).click()
    await here.page.getByText('Rules saved').waitFor()
    await here.page.getByRole('link', { name: 'Change the requirement for new accounts' }).click()
    await here.page.getByRole('combobox', { name: 'Requirement for new accounts' }).selectOption('rules')
    await here.page.locator('[data-setting=join_gate]').getByText('Saved').waitFor()
    assert.deepEqual([...(await problems(here.page)), ...(await layoutProblems(here.page))], [])

    const { invite_link } = await ada.call(createInviteLink, {})
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${address}${new URL(invite_link).pathname}`)
    await page.getByLabel('Email address').fill('dora@navy.example')
    await page.getByLabel('Your name').fill('Dora')
    await page.getByLabel('New password').fill('a lovely day')
    assert.deepEqual(await problems(page), [])
    const [rules] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Read the rules' }).click(),
    ])
    await rules.getByRole('heading', { name: 'Community rules' }).waitFor()
    await rules.locator('strong', { hasText: 'kind' }).waitFor()
    assert.deepEqual([...(await problems(rules)), ...(await layoutProblems(rules))], [])
    await rules.close()
    await page.getByRole('button', { name: 'Create account' }).click()
    const box = page.getByRole('checkbox', { name: /I accept the community rules of/ })
    assert.equal(await box.evaluate((one: HTMLInputElement) => one.validity.valueMissing), true)
    await box.check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('#left-sidebar').waitFor({ state: 'attached' })
    await page.waitForFunction(() => performance.getEntriesByName('listens').length > 0)
    assert.equal(await page.getByRole('dialog', { name: 'Community rules' }).count(), 0)

    const member = await visit(ben)
    await member.opens(`#narrow/dm/${ada.id}`)
    await member.composeField.fill('A half-written reply')
    await here.opens('#organization/community-rules')
    await editor(here).fill('Be **kind** and patient.')
    await here.page.getByRole('checkbox', { name: 'Ask all members to accept this version' }).check()
    await save(here).click()
    // administrators are members, too
    await dialogOf(here).getByRole('button', { name: 'Accept' }).click()
    await dialogOf(here).waitFor({ state: 'detached' })
    const dialog = dialogOf(member)
    await dialog.getByText('and patient').waitFor()
    assert.deepEqual([...(await problems(member.page)), ...(await layoutProblems(member.page))], [])
    // Enter, pressed while writing, neither accepts nor signs out
    for (const key of ['Enter', 'Escape']) await member.page.keyboard.press(key)
    await member.page.reload()
    await dialog.getByText('and patient').waitFor()
    await dialog.getByRole('button', { name: 'Accept' }).focus()
    await member.page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await member.opens(`#narrow/dm/${ada.id}`)
    assert.equal(await member.composeField.inputValue(), 'A half-written reply')
    await member.page.reload()
    await member.listens()
    assert.equal(await dialog.count(), 0)
    await page.getByRole('dialog', { name: 'Community rules' }).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('dialog', { name: 'Community rules' }).waitFor({ state: 'detached' })
    await context.close()
    assert.deepEqual([...here.complaints, ...member.complaints], [])
  })

  test('rules that change while someone edits them aren’t overwritten', async ({ ada, ines, ben, visit }) => {
    await ada.call(updateRules, { text: 'One' })
    const here = await visit(ada)
    await here.opens('#organization/community-rules')
    await editor(here).fill('Mine')
    await ines.call(updateRules, { text: 'Two' })
    await here.page.getByRole('button', { name: 'Load the current rules' }).waitFor()
    await save(here).click()
    await here.page.getByText('Someone else changed the rules').waitFor()
    assert.equal(await editor(here).inputValue(), 'Mine')
    await here.page.getByRole('button', { name: 'Load the current rules' }).click()
    await here.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Two')
    await ada.call(updateOrganization, { join_gate: 'rules' })
    await editor(here).fill('')
    await save(here).click()
    await here.page.getByText('New users have to accept the rules.').waitFor()
    const there = await visit(ben)
    await there.opens('#organization/community-rules')
    await there.page.locator('.rules-text', { hasText: 'Two' }).waitFor()
    assert.equal(await editor(there).count(), 0)
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })
})
