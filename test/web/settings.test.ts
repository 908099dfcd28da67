import { readFile } from 'node:fs/promises'
import { assert, describe } from 'vitest'
import { unreadCounts } from '../../src/features/people/user-settings/settings.ts'
import { makeChannel } from '../harness/channel.ts'
import { fetchAs, upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

const red = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC'

describe.skipIf(!hasBrowser)('settings', () => {
  const control = ({ page }: Visitor, id: string) => page.locator(`[id="setting-${id}"]`)
  const row = ({ page }: Visitor, id: string) => page.locator(`[data-setting="${id}"]`)
  const ownSettings = async ({ person }: Visitor) =>
    (await person.send('POST', '/register', { fetch_event_types: ['user_settings'] })).user_settings as Record<
      string,
      unknown
    >

  test('settings are found and changed by keyboard alone, and show errors inline', async ({ ben, visit }) => {
    const here = await visit(ben)
    const { page } = here
    const other = await here.opensTab('#settings/messages')
    // in Firefox, fields in background tabs have no focus
    await page.bringToFront()
    await page.keyboard.press('g')
    const find = page.getByRole('searchbox', { name: 'Search settings' })
    await find.waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await find.focus()
    await page.keyboard.type('press enter to send')
    await page
      .getByRole('list', { name: 'Matching settings' })
      .getByRole('link', { name: /Press Enter to send/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'setting-enter_sends')
    assert.equal(new URL(page.url()).hash, '#settings/messages/enter_sends')
    await page.keyboard.press('Space')
    await row(here, 'enter_sends').getByText('Saved').waitFor()
    assert.equal((await ownSettings(here)).enter_sends, true)
    await other.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#setting-enter_sends')?.checked === true,
    )
    await page.route('**/api/v1/settings', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today', code: 'BAD_REQUEST' } }),
    )
    await page.keyboard.press('Space')
    await row(here, 'enter_sends').getByRole('alert').getByText('Not today').waitFor()
    assert.isTrue(await control(here, 'enter_sends').isChecked())
    await page.unrouteAll()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Move inactive')
    await page.getByRole('option', { name: /Move inactive channels down/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'setting-demote_inactive_streams')
    await control(here, 'demote_inactive_streams').selectOption('Never')
    await row(here, 'demote_inactive_streams').getByText('Saved').waitFor()
    await here.opens('#settings/notifications/enable_sounds')
    await page.waitForFunction(() => document.activeElement?.id === 'setting-enable_sounds')
    await page.keyboard.press('Space')
    await page.waitForFunction(() => document.getElementById('setting-enable_sounds-state')?.textContent === 'Saved')
    const { demote_inactive_streams, enable_sounds } = await ownSettings(here)
    assert.deepEqual([demote_inactive_streams, enable_sounds], [3, false])
    assert.deepEqual([...here.complaints, ...other.complaints], [])
  })

  test('search finds every page by its purpose', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#settings')
    const find = page.getByRole('searchbox', { name: 'Search settings' })
    const found = page.locator('.settings-found')
    for (const [query, title] of [
      ['collapsed', 'Muted users'],
      ['like a mention', 'Alert words'],
      ['every message it', 'Uploaded files'],
      ['own name', 'Your bots'],
      ['signed in to your account', 'Sessions and devices'],
      ['act for you', 'Access tokens'],
      ['undo their actions', 'Agents'],
      ['shortcuts', 'Keyboard shortcuts'],
      ['everyone can use these', 'Custom emoji'],
      ['turn text', 'Linkifiers'],
      ['opens the code', 'Code playgrounds'],
      ['extra information', 'Profile fields'],
      ['existing users', 'Default settings for new users'],
      ['ask people for access', 'Connected apps'],
      ['integrations', 'Integrations'],
      ['dry run', 'Data imports'],
    ] as const) {
      await find.fill(query)
      await found.getByRole('link', { name: title, exact: true }).waitFor()
      assert.equal(await found.getByRole('link', { name: title, exact: true }).count(), 1, query)
    }
    // the matching section is in view, and its heading has the focus
    await find.fill('default channel groups')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('h3'))
    assert.equal(await page.locator(':focus').textContent(), 'Default channel groups')
    assert.isTrue(await page.locator(':focus').isVisible())
    assert.equal(new URL(page.url()).hash, '#organization/default-channels-list/sets')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    assert.deepEqual(here.complaints, [])
  })

  test('setting up two-factor authentication asks for the app’s code alone', async ({ ben, visit }) => {
    const here = await visit(ben)
    const { page } = here
    await here.opens('#settings/second-factor')
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('textbox', { name: 'Code from the app', exact: true }).waitFor()
    // there are none yet
    assert.equal(await dialog.getByText(/recovery code/i).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('appearance settings apply at once', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const noise = await makeChannel(society.org, 'noise', [ada, ben])
    const starred = await say('Hello', ada)
    await ada.sends('Hm', { channel: noise, topic: 'hum' })
    await ben.send('POST', '/messages/flags', { messages: [starred], op: 'add', flag: 'starred' })
    const mute = { stream_id: noise, property: 'is_muted', value: true }
    await ben.send('POST', '/users/me/subscriptions/properties', { subscription_data: [mute] })
    const { channel_folder_id } = await ada.send('POST', '/channel_folders/create', { name: 'Cellar' })
    await ada.send('PATCH', `/streams/${noise}`, { folder_id: channel_folder_id })
    const here = await visit(ben, { viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const { page } = here
    await here.opens(hash)
    const time = page.getByRole('article').locator('time').first()
    await time.getByText(/[AP]M$/).waitFor()
    await page.getByRole('link', { name: /^Starred messages\s*1$/ }).waitFor()
    const muted = (unread: string) => page.getByRole('link', { name: new RegExp(`^noise${unread}$`) })
    await muted('').waitFor()
    await page.getByRole('heading', { name: 'Cellar' }).waitFor()
    await ben.send('PATCH', '/settings', {
      twenty_four_hour_time: true,
      starred_message_counts: false,
      web_stream_unreads_count_display_policy: unreadCounts.all,
      web_left_sidebar_show_channel_folders: false,
      fluid_layout_width: true,
      web_line_height_percent: 200,
      high_contrast_mode: true,
      user_list_style: 3,
    })
    await time.getByText(/^\d\d:\d\d$/).waitFor()
    await page.getByRole('link', { name: 'Starred messages', exact: true }).waitFor()
    await muted('.*1 unread.*').waitFor()
    await page.getByRole('heading', { name: 'Cellar' }).waitFor({ state: 'detached' })
    await page.locator('.people .entry .avatar').first().waitFor()
    const look = await page.evaluate(() => {
      const content = getComputedStyle(document.querySelector('.message .content') as Element)
      return {
        lines: Math.round((10 * Number.parseFloat(content.lineHeight)) / Number.parseFloat(content.fontSize)) / 10,
        width: getComputedStyle(document.querySelector('.message .body') as Element).maxInlineSize,
        contrast: document.documentElement.dataset.contrast,
      }
    })
    assert.deepEqual(look, { lines: 2.1, width: 'none', contrast: 'more' })
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    assert.deepEqual(here.complaints, [])
  })

  test('unsaved text stays while another session changes the same setting', async ({ ben, visit }) => {
    const here = await visit(ben)
    await here.opens('#settings/profile')
    await control(here, 'full_name').fill('Ben the Second')
    await ben.send('PATCH', '/settings', { full_name: 'Benjamin' })
    await row(here, 'full_name').getByText('This was changed to “Benjamin” in the meantime.').waitFor()
    await here.opens('#settings/alert-words')
    await here.page.getByRole('textbox', { name: 'New alert word' }).fill('soup')
    await here.page.keyboard.press('Enter')
    await here.page.getByRole('button', { name: 'Remove soup' }).click()
    await here.page.getByText('You don’t have any alert words.').waitFor()
    await here.opens('#settings/profile')
    assert.equal(await control(here, 'full_name').inputValue(), 'Ben the Second')
    await control(here, 'full_name').press('Enter')
    await row(here, 'full_name').getByText('Saved').waitFor()
    await row(here, 'full_name').getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    const { full_name } = await ben.send('GET', '/users/me')
    assert.equal(full_name, 'Ben the Second')
    const chooser = here.page.waitForEvent('filechooser')
    await here.page.getByRole('button', { name: 'Profile picture Choose picture' }).click()
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(red, 'base64') })
    const dialog = here.page.getByRole('dialog', { name: 'Crop picture' })
    await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    assert.deepEqual([...(await problems(here.page)), ...(await layoutProblems(here.page))], [])
    await dialog.getByRole('button', { name: 'Use picture' }).click()
    await here.page.getByRole('button', { name: 'Remove picture' }).waitFor()
    assert.include(String((await ben.send('GET', '/users/me')).avatar_url), '/user_avatars/')
    assert.deepEqual(here.complaints, [])
  })

  test('settings include the account, its API key and data, bots, and files', async ({ ben, visit }) => {
    const { url } = await upload(ben, 'notes.txt', 'leeks')
    const here = await visit(ben)
    const { page } = here
    await here.opens('#settings/account')
    await control(here, 'api-key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('incorrect').waitFor()
    await dialog.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await dialog.locator('.secret').getByText(ben.apiKey).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const [data] = await Promise.all([page.waitForEvent('download'), control(here, 'own-data').click()])
    assert.match(data.suggestedFilename(), /\.zip$/)
    assert.equal((await readFile(await data.path())).subarray(0, 2).toString(), 'PK')

    await here.opens('#settings/your-bots')
    await page.getByRole('button', { name: 'New bot' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Weather')
    await dialog.getByLabel('Username').fill('Bad name!')
    await dialog.getByRole('button', { name: 'Create bot' }).click()
    await dialog.getByRole('alert').getByText('Bad name or username').waitFor()
    await dialog.getByLabel('Username').fill('weather')
    await dialog.getByRole('button', { name: 'Create bot' }).click()
    const bot = page.getByRole('list', { name: 'Your bots' }).getByRole('listitem')
    await bot.getByText('Weather', { exact: true }).waitFor()
    await bot.getByRole('button', { name: 'Show: API key, Weather' }).click()
    const shown = await bot.locator('code').textContent()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bot.getByRole('button', { name: 'Download zuliprc for Weather' }).click(),
    ])
    const zuliprc = await readFile(await file.path(), 'utf8')
    assert.include(zuliprc, `key=${shown}`)
    assert.match(zuliprc, /^\[api\]\nemail=weather-bot@\S+\n/)
    await bot.getByRole('button', { name: 'Edit Weather' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Rain')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await bot.getByText('Rain', { exact: true }).waitFor()
    // the dialog asks the question; the button says what it does
    assert.equal(await bot.getByRole('button', { name: /\?$/ }).count(), 0)
    await bot.getByRole('button', { name: 'Regenerate key: Rain' }).waitFor()
    await bot.getByRole('button', { name: 'Deactivate: Rain' }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('You don’t have any bots.').waitFor()

    await here.opens('#settings/uploaded-files')
    await page.getByRole('button', { name: 'Remove notes.txt' }).click()
    await dialog.getByRole('button', { name: 'Delete file' }).click()
    await page.getByText('You haven’t uploaded any files.').waitFor()
    assert.equal((await fetchAs(ben, url)).status, 404)

    await here.opens('#settings/account')
    await control(here, 'password').click()
    await dialog.getByLabel('Current password').fill('wrong')
    await dialog.getByLabel('New password').fill('another horse battery')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByRole('alert').getByText('Wrong password!').waitFor()
    await page.keyboard.press('Escape')
    await control(here, 'api-key').click()
    await dialog.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Regenerate key' }).click()
    await page.getByText('API key regenerated. The old key no longer works.').waitFor()
    const key = (await dialog.locator('.secret').textContent()) ?? ''
    assert.equal((await fetchAs(ben, '/own-data.zip', {}, 'HEAD')).status, 401)
    assert.equal((await fetchAs({ ...ben, apiKey: key } as typeof ben, '/own-data.zip', {}, 'HEAD')).status, 200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await here.opens('#settings/access-tokens')
    await page.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByLabel('Name').fill('Digest')
    await dialog.getByLabel('Your password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    const token = (await dialog.locator('.secret').textContent()) ?? ''
    assert.match(token, /^loquat_/)
    assert.equal((await fetchAs({ ...ben, apiKey: token } as typeof ben, '/api/v1/users/me')).status, 200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('list', { name: 'Access tokens' }).getByText('Digest').waitFor()
    await page.getByRole('button', { name: 'Revoke: Digest' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No access tokens yet.').waitFor()
    await here.opens('#settings/account')
    await control(here, 'password').click()
    await dialog.getByLabel('Current password').fill('correct horse battery')
    await dialog.getByLabel('New password').fill('another horse battery')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed.').waitFor()
    await here.opens('#settings/sessions')
    await page.getByText('This browser').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('on a narrow screen settings are a list and a page, with a way back', async ({ ben, visit }) => {
    const here = await visit(ben, { viewport: { width: 390, height: 844 } })
    const { page } = here
    await here.opens('#settings')
    await page.getByRole('link', { name: 'Topics', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Topics' }).waitFor()
    assert.isFalse(await page.getByRole('searchbox', { name: 'Search settings' }).isVisible())
    await page.waitForFunction(() => document.activeElement?.id === 'settings-title')
    await page.getByRole('link', { name: 'All settings' }).click()
    await page.getByRole('searchbox', { name: 'Search settings' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '#settings/topics')
    // an older form of the URL, and one without a page
    await here.opens('#settings/display-settings')
    await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor()
    assert.equal(new URL(page.url()).hash, '#settings/appearance')
    await here.opens('#settings/nothing')
    await page.getByRole('heading', { level: 2, name: 'Profile' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
