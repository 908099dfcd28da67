import { assert, describe } from 'vitest'
import { TestOrganization } from '#test'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test, Visitor } from './browser.ts'

describe.skipIf(!hasBrowser)('two organizations of one server', () => {
  test('organizations in one browser are separate: accounts, messages, drafts, and sessions', async ({
    server,
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    const other = await TestOrganization.found(server)
    const elsewhere = address.replace(society.subdomain, other.subdomain)
    await makeChannel(society.org, 'engines', [ada, ben])
    await makeChannel(other.org, 'gardens', [other.owner])
    const here = await visit(ada)
    const there = new Visitor(other.owner, here.page.context(), await here.page.context().newPage())

    await there.page.goto(`${elsewhere}/`)
    await there.signsIn()
    for (const [visitor, own, foreign] of [
      [here, 'engines', 'gardens'],
      [there, 'gardens', 'engines'],
    ] as const) {
      const left = visitor.page.locator('#left-sidebar')
      await left.getByRole('link', { name: own, exact: true }).waitFor()
      assert.equal(await left.getByRole('link', { name: foreign, exact: true }).count(), 0)
    }

    await here.opens(`#narrow/dm/${ben.id}`)
    await here.composeField.fill('About engines')
    await there.opens('#drafts')
    await there.page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    assert.equal(await there.page.getByText('About engines').count(), 0)

    // pages can't call the other organization, and each session ends separately
    const answer = there.page.evaluate(
      async (url) => (await fetch(url, { credentials: 'include' }).catch(() => undefined))?.status,
      `${address}/api/v1/users/me`,
    )
    assert.equal(await answer, undefined)
    await here.page.getByRole('button', { name: /Ada/ }).first().click()
    await here.page.getByRole('link', { name: 'Sign out' }).click()
    await here.page.getByRole('button', { name: 'Sign out' }).click()
    await here.page.getByRole('link', { name: 'Sign in again' }).waitFor()
    await there.page.reload()
    await there.listens()
    await there.page.locator('#left-sidebar').getByRole('link', { name: 'gardens', exact: true }).waitFor()
  })
})
