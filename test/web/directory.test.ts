import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { eventually } from './walks/scene.ts'

describe.skipIf(!hasBrowser)('the channel directory', () => {
  test('channels are filtered, previewed, joined, and left', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'kitchen', [ada])
    await makeChannel(society.org, 'garden', [ada, ben])
    await makeChannel(society.org, 'secret', [ada], { invite_only: true })
    await ada.sends('Soup today', { channel: id, topic: 'lunch' })
    const here = await visit(ben)
    const { page } = here
    await page.locator('#left-sidebar').getByRole('link', { name: 'Browse channels' }).click()
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
    assert.equal(new URL(page.url()).hash, '#channels/available')
    const names = () => page.locator('.directory-row .name').allTextContents()
    await page.locator('.directory-row', { hasText: 'kitchen' }).waitFor()
    assert.notInclude(await names(), 'garden')
    assert.notInclude(await names(), 'secret')
    assert.deepEqual(await problems(page), [])

    await page.keyboard.type('kitch')
    await page.waitForFunction(() => document.querySelectorAll('.directory-row').length === 1)
    await page.keyboard.press('Enter')
    await here.sees('Soup today')
    const bar = page.getByRole('region', { name: 'About #kitchen' })
    await bar.getByText('You’re previewing #kitchen.').waitFor()
    assert.deepEqual(await problems(page), [])
    await bar.getByRole('button', { name: 'Join channel' }).click()
    await page.locator('#left-sidebar').getByRole('link', { name: 'kitchen' }).waitFor()
    await bar.waitFor({ state: 'detached' })
    await page.route('**/api/v1/users/me/subscriptions', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today', code: 'BAD_REQUEST' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('status')
      .getByText(/Not today/)
      .waitFor()
    await page.unrouteAll()
    await here.opens('#channels/subscribed')
    await page.getByRole('button', { name: 'Leave kitchen' }).click()
    await page.locator('#left-sidebar').getByRole('link', { name: 'kitchen' }).waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })

  test('leaving a private channel warns about the consequences first', async ({ society, ada, ben, visit }) => {
    await makeChannel(society.org, 'secret', [ada, ben], { invite_only: true })
    const here = await visit(ben)
    const { page } = here
    const link = page.locator('#left-sidebar').getByRole('link', { name: 'secret' })
    await link.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Leave channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave #secret?' })
    await dialog.getByText('You can rejoin only if a member adds you').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await link.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Leave channel' }).click()
    await dialog.getByRole('button', { name: 'Leave channel' }).click()
    await link.waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })

  test('a channel is created; errors are shown at their fields', async ({ society, ada, ben, cleo, visit }) => {
    await makeChannel(society.org, 'design', [ada, ben])
    await makeChannel(society.org, 'hidden', [cleo], { invite_only: true })
    const { channel_folder_id: folder } = await ada.send('POST', '/channel_folders/create', { name: 'Work' })
    const here = await visit(ben)
    const { page } = here
    await here.opens('#channels/new')
    const name = page.getByRole('textbox', { name: 'Name' })
    const create = page.getByRole('button', { name: 'Create' })
    await name.waitFor()
    await create.click()
    await page.getByText('Enter a name.').waitFor()
    await name.fill('Design')
    await page.getByText('A channel named Design already exists.').waitFor()
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await problems(page), [])
    // the server knows channels that the user can't see
    await name.fill('hidden')
    await create.click()
    await page.getByRole('alert').getByText("Channel 'hidden' already exists").waitFor()
    assert.equal(await name.getAttribute('aria-invalid'), 'true')

    await name.fill('looks')
    await page.getByRole('textbox', { name: 'Description' }).fill('How it looks')
    await page.getByRole('radio', { name: /^Private, shared history/ }).check()
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('Work')
    await page.getByRole('combobox', { name: 'Add people' }).fill('Cleo')
    await page.getByRole('option', { name: /Cleo/ }).waitFor()
    await page.keyboard.press('Enter')
    await create.click()
    await page.getByRole('heading', { level: 1, name: 'looks' }).waitFor()
    const { streams } = await ben.send('GET', '/streams')
    const made = (streams as Record<string, unknown>[]).find((one) => one.name === 'looks')
    assert.deepInclude(made, { description: 'How it looks', invite_only: true, folder_id: folder, subscriber_count: 2 })
    assert.deepEqual(here.complaints, [])
  })

  test('opening the new-channel dialog by URL can be canceled', async ({ ada, visit }) => {
    const here = await (await visit(ada)).opensTab('#channels/new')
    const { page } = here
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('searchbox', { name: 'Filter channels' }).waitFor()
    assert.equal(new URL(page.url()).hash, '#channels/all')
    await here.opens('#recent')
    await here.opens('#channels/new')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Inbox · All' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test("events apply while a large channel's subscribers are being fetched", async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    // large channels come without subscribers, and the response with them is late
    await page.addInitScript(() => {
      const real = window.fetch
      window.fetch = async (...question) => {
        const answer = await real(...question)
        if (answer.url.endsWith('/register')) {
          const state = await answer.json()
          for (const one of state.subscriptions) {
            one.partial_subscribers = one.subscribers
            delete one.subscribers
          }
          return Response.json(state, { headers: { 'x-loquat-build': answer.headers.get('x-loquat-build') ?? '' } })
        }
        if (/streams\/\d+\/members/.test(answer.url))
          await new Promise((letGo) => {
            Object.assign(window, { letGo })
          })
        return answer
      }
    })
    await page.reload()
    await here.listens()
    await here.opens(`#channels/${id}/design/subscribers`)
    await page.waitForFunction(() => 'letGo' in window)
    await ada.send('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [cleo.id],
      send_new_subscription_messages: false,
    })
    // by the time a later event is shown, the earlier one was applied
    await ada.send('POST', '/users/me/status', { status_text: 'At the loom' })
    await page.locator('.people').getByText('At the loom').first().waitFor({ state: 'attached' })
    await page.evaluate(() => (window as unknown as { letGo(): void }).letGo())
    await page.locator('.directory-row', { hasText: 'Cleo' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('people to add are suggested even when many matches are members already', async ({ society, ada, visit }) => {
    const team = await Promise.all(Array.from({ length: 10 }, (_, n) => society.join(`Kim ${n}`)))
    await makeChannel(society.org, 'design', [ada, ...team.slice(0, 9)])
    const id = (await ada.send('GET', '/get_stream_id', { stream: 'design' })).stream_id
    const here = await visit(ada)
    await here.opens(`#channels/${id}/design/subscribers`)
    await here.page.getByRole('combobox', { name: 'Add people' }).fill('Kim')
    await here.page.getByRole('option', { name: /Kim 9/ }).click()
    await here.page.getByRole('button', { name: 'Add', exact: true }).click()
    await here.page.locator('.directory-row', { hasText: 'Kim 9' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('members are filtered, added, and removed, and others’ changes show at once', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#channels/${id}/design/subscribers`)
    const row = (name: string) => page.locator('.directory-row', { hasText: name })
    await row('Ben').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('combobox', { name: 'Add people' }).fill('Cleo')
    await page.getByRole('option', { name: /Cleo/ }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await row('Cleo').waitFor()
    await page.getByRole('searchbox', { name: 'Filter members' }).fill('be')
    await row('Cleo').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove Ben from #design' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('No members match.').waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('.directory'))
    await page.getByRole('searchbox', { name: 'Filter members' }).fill('')
    await cleo.send('DELETE', '/users/me/subscriptions', { subscriptions: ['design'] })
    await row('Cleo').waitFor({ state: 'detached' })
    await row('Ada').getByRole('link').click()
    await page.getByRole('dialog', { name: 'About Ada' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test("a channel's color, pin, and notifications can be set per user", async ({ society, ada, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada])
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#channels/${id}/design/personal`)
    const box = page.getByRole('checkbox', { name: /Mobile/ })
    await box.check()
    await page.getByRole('checkbox', { name: 'Pin to top' }).check()
    await page.locator('.left [data-section=pinned]').getByRole('link', { name: 'design' }).waitFor()
    await eventually(async () => {
      const { subscriptions } = await ada.send('GET', '/users/me/subscriptions')
      const own = (subscriptions as Record<string, unknown>[]).find(({ stream_id }) => stream_id === id)
      assert.deepInclude(own, { push_notifications: true, desktop_notifications: null, pin_to_top: true })
    })
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(here.complaints, [])
  })
})

describe.skipIf(!hasBrowser)('groups', () => {
  test('a group lists its members, including those of its subgroups', async ({ ada, ben, cleo, visit }) => {
    const { group_id: inner } = await ada.send('POST', '/user_groups/create', {
      name: 'weavers',
      description: 'Who weave',
      members: [cleo.id],
    })
    const { group_id: outer } = await ada.send('POST', '/user_groups/create', {
      name: 'makers',
      description: '',
      members: [ben.id],
      subgroups: [inner],
    })
    const here = await visit(ben)
    const { page } = here
    await here.opens('#groups/your')
    await page.locator('.directory-row', { hasText: 'makers' }).getByText('2 members').waitFor()
    assert.equal(await page.locator('.directory-row').count(), 1)
    await here.opens('#groups/all')
    await page.locator('.directory-row', { hasText: 'weavers' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.locator('.directory-row', { hasText: 'makers' }).getByRole('link').click()
    assert.equal(new URL(page.url()).hash, `#groups/${outer}/makers/members`)
    await page.locator('.directory-row', { hasText: 'Cleo' }).getByText('via weavers').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('link', { name: 'weavers', exact: true }).click()
    await page.getByText('Part of:').waitFor()
    // from the card that a mention opens
    await ada.sends('Ask @_*makers*', ben)
    await here.opens(`#narrow/dm/${ada.id}-dm`)
    await here.message('Ask').getByText('makers').click()
    await page.getByRole('dialog', { name: 'About makers' }).getByRole('link', { name: 'All members' }).click()
    await page.getByRole('heading', { level: 1, name: 'makers' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
