import { assert, describe } from 'vitest'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

describe.skipIf(!hasBrowser)('finding settings', () => {
  const hashOf = ({ page }: Visitor) => new URL(page.url()).hash
  const until = ({ page }: Visitor, hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash)

  test('search finds settings by the words people use, and highlights them', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#settings')
    const find = page.getByRole('searchbox', { name: 'Search settings' })
    for (const [query, first, hash] of [
      ['theme', 'Theme', '#settings/appearance/color_scheme'],
      ['dark', 'Theme', '#settings/appearance/color_scheme'],
      ['dark theme', 'Theme', '#settings/appearance/color_scheme'],
      ['font', 'Font size', '#settings/appearance/web_font_size_px'],
      ['snooze', 'Do not disturb', '#settings/notifications/quiet'],
      ['do not disturb', 'Do not disturb', '#settings/notifications/quiet'],
      ['status', 'Status', '#settings/profile/status'],
      ['2fa', 'Two-factor authentication', '#settings/second-factor/codes'],
      ['password', 'Password', '#settings/account/password'],
      ['delete account', 'Deactivate your account', '#settings/account/deactivate'],
      ['language', 'Language', '#settings/language-and-time/default_language'],
      ['timezone', 'Time zone', '#settings/language-and-time/timezone'],
      ['log out', 'Browsers', '#settings/sessions/browsers'],
      ['GIF', 'Play animated images', '#settings/appearance/web_animate_image_previews'],
      ['webhook', 'Your bots', '#settings/your-bots'],
      ['sso', 'Sign-in methods', '#organization/auth-methods/authentication_methods'],
      ['migrate', 'Data imports', '#organization/imports'],
      ['standup', 'Automations', '#organization/automations'],
    ] as const) {
      await find.fill(query)
      const link = page.getByRole('list', { name: 'Matching settings' }).getByRole('link').first()
      await link.filter({ hasText: first }).waitFor()
      await find.press('Enter')
      await until(here, hash)
      const id = hash.split('/')[2]
      if (id) await page.locator('.is-asked').filter({ hasText: first }).first().waitFor()
    }
    await find.fill('webhook')
    await page.getByRole('link', { name: 'Integrations', exact: true }).waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    // the palette knows the same words
    await page.keyboard.press('Escape')
    await page.locator('#settings-title').click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('snooze')
    await page.getByRole('option', { name: /Do not disturb.*Settings · Notifications/ }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('former settings URLs redirect to the current page', async ({ ada, visit }) => {
    const here = await visit(ada)
    for (const [before, now] of [
      ['#settings/preferences', '#settings/appearance'],
      ['#settings/display-settings', '#settings/appearance'],
      ['#settings/preferences/color_scheme', '#settings/appearance/color_scheme'],
      ['#settings/preferences/enter_sends', '#settings/messages/enter_sends'],
      ['#settings/preferences/web_home_view', '#settings/navigation/web_home_view'],
      ['#settings/display-settings/default_language', '#settings/language-and-time/default_language'],
      ['#settings/profile/timezone', '#settings/language-and-time/timezone'],
      ['#settings/account-and-privacy', '#settings/account'],
      ['#settings/your-account/password', '#settings/account/password'],
      ['#settings/account-and-privacy/presence_enabled', '#settings/privacy/presence_enabled'],
      ['#organization/users/invitations', '#organization/invitations'],
      ['#organization/user-list-admin', '#organization/users'],
    ] as const) {
      await here.opens(before)
      await until(here, now)
      const id = now.split('/')[2]
      if (id) await here.page.locator(`[data-setting=${id}].is-asked:focus-within`).waitFor()
    }
    assert.deepEqual(here.complaints, [])
  })

  test('settings are listed under headings in two tabs, and arrow keys move through them', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const list = page.getByRole('navigation', { name: 'Settings pages' })
    await here.opens('#settings')
    await list.getByRole('link', { name: 'Appearance' }).waitFor()
    assert.deepEqual(await list.getByRole('heading').allTextContents(), [
      ...['Account and security', 'Preferences', 'Notifications and muting', 'Bots, apps, and files'],
    ])
    await list.getByRole('searchbox').focus()
    for (const name of ['Personal', 'Organization']) {
      await page.keyboard.press('ArrowDown')
      assert.equal(await page.locator(':focus').textContent(), name)
    }
    await page.keyboard.press('Enter')
    await list.getByRole('link', { name: 'Permissions' }).waitFor()
    assert.deepEqual(await list.getByRole('heading').allTextContents(), [
      ...['General', 'People', 'Channels', 'Emoji and links', 'Integrations and bots', 'Sign-in and provisioning'],
      ...['Moderation and activity', 'Data'],
    ])
    await page.getByRole('heading', { level: 2, name: 'Organization profile' }).waitFor()
    assert.deepEqual(await list.getByRole('listitem').allTextContents(), [
      ...['Organization profile', 'Organization settings', 'Permissions', 'Default settings for new users'],
      ...['Users', 'Invitations', 'Groups', 'Profile fields', 'Default channels', 'Channel folders'],
      ...['Custom emoji', 'Linkifiers', 'Code playgrounds'],
      ...['Automations', 'Integrations', 'Bots', 'Connected apps'],
      ...['Sign-in methods', 'Domains', 'LDAP directories', 'SCIM provisioning'],
      ...[
        'Community rules',
        'Community safety',
        'Reports',
        'Moderator inbox',
        'Held messages',
        'Applications',
        'Restrictions',
        'Audit log',
        'Statistics',
        'Data exports',
        'Data imports',
      ],
    ])
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await list.getByRole('link', { name: 'Groups' }).click()
    await until(here, '#groups/all')
    await page.goBack()
    await list.getByRole('link', { name: 'Groups' }).waitFor()
    assert.equal(hashOf(here), '#organization')
    assert.deepEqual(here.complaints, [])
  })

  test('the people sidebar hides next to settings, and w opens it', async ({ ada, visit }) => {
    const here = await visit(ada, { viewport: { width: 1440, height: 900 } })
    const { page } = here
    const people = page.locator('aside.right')
    await here.opens('#inbox')
    await people.getByRole('searchbox').waitFor()
    await here.opens('#settings')
    await people.waitFor({ state: 'hidden' })
    assert.deepEqual(await layoutProblems(page), [])
    await page.locator('#settings-title').click()
    await page.keyboard.press('w')
    await page.waitForFunction(() => document.activeElement?.matches('.right input'))
    await here.opens('#inbox')
    await people.waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an account without a time zone gets that of the first browser', async ({ ada, visit }) => {
    assert.equal((await ada.send('GET', '/users/me')).timezone, '')
    const here = await visit(ada, { timezoneId: 'Europe/Berlin' })
    await here.opens('#settings/language-and-time')
    const zone = here.page.locator('#setting-timezone')
    await here.page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('#setting-timezone')?.value === 'Europe/Berlin',
    )
    assert.equal((await ada.send('GET', '/users/me')).timezone, 'Europe/Berlin')
    assert.equal(await zone.inputValue(), 'Europe/Berlin')
    assert.equal(await here.page.getByText(/^Your time zone is/).count(), 0)
    assert.equal(await zone.getByText('Not set').count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('without suggestions, an account keeps having no time zone until one is chosen', async ({ ada, visit }) => {
    await ada.send('PATCH', '/settings', { web_suggest_update_timezone: false })
    const here = await visit(ada, { timezoneId: 'Europe/Berlin' })
    await here.opens('#settings/language-and-time')
    const zone = here.page.locator('#setting-timezone')
    await zone.waitFor()
    await here.page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    assert.equal(await zone.locator('option:checked').textContent(), 'Not set')
    assert.equal((await ada.send('GET', '/users/me')).timezone, '')
    await zone.selectOption('Asia/Tokyo')
    await zone.getByText('Not set').waitFor({ state: 'detached' })
    assert.equal((await ada.send('GET', '/users/me')).timezone, 'Asia/Tokyo')
    assert.deepEqual(here.complaints, [])
  })

  test('a device in another time zone offers it, and declining is remembered', async ({ ada, ben, visit }) => {
    await ben.send('PATCH', '/settings', { timezone: 'America/New_York' })
    const berlin = { timezoneId: 'Europe/Berlin', viewport: { width: 1280, height: 800 } }
    const here = await visit(ben, berlin)
    const { page } = here
    await here.opens('#inbox')
    const note = page.locator('.toast')
    await note.getByText('Your time zone is America/New York, but this device uses Europe/Berlin.').waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await note.getByRole('button', { name: 'Use Europe/Berlin' }).click()
    await note.getByText('Time zone changed to Europe/Berlin.').waitFor()
    assert.equal((await ben.send('GET', '/users/me')).timezone, 'Europe/Berlin')

    await ada.send('PATCH', '/settings', { timezone: 'America/New_York' })
    const there = await visit(ada, berlin)
    await there.opens('#inbox')
    const other = there.page.locator('.toast')
    await other.getByText('Your time zone is America/New York, but this device uses Europe/Berlin.').waitFor()
    await other.getByRole('button', { name: 'Not now' }).click()
    await other.waitFor({ state: 'hidden' })
    await there.page.reload()
    await there.opens('#settings/language-and-time')
    const use = there.page.getByRole('button', { name: 'Use Europe/Berlin' })
    await use.waitFor()
    await there.page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    assert.equal(await other.count(), 0)
    await use.click()
    await use.waitFor({ state: 'detached' })
    assert.equal(await there.page.locator('#setting-timezone').inputValue(), 'Europe/Berlin')
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })
})
