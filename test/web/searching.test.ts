import { assert, describe } from 'vitest'
import { fileWordsRepeated } from '../../src/features/messages/messages/due/file-words.ts'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { gate } from './gate.ts'

describe.skipIf(!hasBrowser)('searching', () => {
  test('pressing Enter while the field is loading runs the search', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('The soup is ready', { channel: design, topic: 'lunch' })
    const here = await visit(ada)
    const { page } = here
    const { release, released } = gate()
    await page.route('**/app/field-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.reload()
    await here.listens()
    await page.keyboard.press('/')
    await page.keyboard.type('soups')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('combobox', { name: 'Search messages' }).count(), 0)
    release()
    await page.getByRole('status').filter({ hasText: '1 message found' }).waitFor()
    assert.equal(new URL(page.url()).hash, '#narrow/search/soup')
    assert.deepEqual(here.complaints, [])
  })

  test('search works by keyboard: words, scope, and opening results in context', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const other = await makeChannel(society.org, 'kitchen', [ada, ben])
    const say = (to: number, topic: string, content: string) => ben.sends(content, { channel: to, topic })
    await say(design, 'release', 'The soup is nearly done')
    await say(design, 'release', 'This is what was said after it')
    await say(design, 'colours', 'Green soup, red plates')
    await say(other, 'soup of the day', 'Tomato, and <b>no</b> more')
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${design}-design/topic/release`)
    await here.sees('said after it')
    // the field is still loading while the user types
    await page.keyboard.press('/')
    await page.keyboard.type('soup')
    const field = page.getByRole('combobox', { name: 'Search messages' })
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.search-bar input')?.value === 'soup')
    // nothing is selected before an arrow key: Enter searches everywhere
    assert.isNull(await field.getAttribute('aria-activedescendant'))
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '3 messages found' }).waitFor()
    assert.equal(new URL(page.url()).hash, '#narrow/search/soup')
    assert.deepEqual(await page.locator('.feed .highlight').allTextContents(), ['soup', 'soup', 'soup'])
    assert.equal(await page.title().then((title) => title.includes('Search: soup')), true)
    assert.deepEqual(await problems(page), [])

    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('nearly done'))
    await page.keyboard.press('Enter')
    await here.sees('said after it')
    await page.getByRole('heading', { level: 1, name: /release/ }).waitFor()
    await page.waitForFunction(() => /topic\/release\/near\/\d+$/.test(location.hash))

    await page.keyboard.press('/')
    await page.keyboard.type('soup')
    await page.keyboard.press('Shift+Enter')
    await page.getByRole('status').filter({ hasText: '1 message found' }).waitFor()
    assert.equal(new URL(page.url()).hash, `#narrow/channel/${design}-design/topic/release/search/soup`)
    const places = page.getByRole('navigation', { name: 'Search in' })
    assert.deepEqual(await places.getByRole('link').allTextContents(), ['Everywhere', '#design', '#design › release'])
    await places.getByRole('link', { name: '#design', exact: true }).press('Enter')
    await page.getByRole('status').filter({ hasText: '2 messages found' }).waitFor()
    assert.equal(await places.locator('[aria-current]').textContent(), '#design')

    // new matches appear by themselves, highlighted
    await say(design, 'colours', 'Soup again')
    await page.getByRole('status').filter({ hasText: '3 messages found' }).waitFor()
    await here.message('Soup again').locator('.highlight').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('filters become pills when typed or chosen, and can be removed', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    for (const content of ['An idea', 'A better idea']) await ben.sends(content, { channel: design, topic: 'release' })
    await ada.sends('My idea', { channel: design, topic: 'release' })
    const here = await visit(ada)
    const { page } = here
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search messages' }).waitFor()
    const pills = () => page.locator('.search-pill').allTextContents()
    await page.keyboard.type('idea channel:des')
    await page.getByRole('option', { name: 'design' }).waitFor()
    await page.keyboard.press('Tab')
    assert.deepEqual(await pills(), ['channel #design'])
    await page.keyboard.type('from:ben')
    await page.getByRole('option', { name: 'Ben' }).waitFor()
    await page.keyboard.press('Tab')
    assert.deepEqual(await pills(), ['channel #design', 'from Ben'])
    await page.keyboard.type('-is:star')
    await page.getByRole('option', { name: 'starred' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '2 messages found' }).waitFor()
    assert.equal(new URL(page.url()).hash, `#narrow/channel/${design}-design/sender/${ben.id}/-is/starred/search/idea`)
    assert.deepEqual(await pills(), ['channel #design', 'from Ben', 'not starred'])
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    assert.deepEqual(await pills(), ['channel #design', 'not starred'])
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '3 messages found' }).waitFor()
    await here.opens('#inbox')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('option', { name: 'recent search' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '3 messages found' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('filters suggest values, need one Enter, and can be edited', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const kitchen = await makeChannel(society.org, 'kitchen', [ada, ben])
    await ben.sends('An idea', { channel: design, topic: 'release' })
    await ada.sends('My idea', { channel: kitchen, topic: 'menu' })
    const here = await visit(ada)
    const { page } = here
    const field = page.getByRole('combobox', { name: 'Search messages' })
    const pills = () => page.locator('.search-pill').allTextContents()
    const found = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await page.keyboard.press('/')
    await field.waitFor()
    await page.keyboard.type('from:be')
    await page.getByRole('option', { name: 'Ben', selected: true }).waitFor()
    await page.getByText('Tab to add more').first().waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await found('1 message found')
    assert.equal(new URL(page.url()).hash, `#narrow/sender/${ben.id}`)
    assert.deepEqual(await pills(), ['from Ben'])

    // a space ends a complete filter; the pill of the results is edited
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    await page.keyboard.type('in:design idea')
    assert.deepEqual(await pills(), ['from Ben', 'channel #design'])
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit channel #design')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.search-bar input')?.value === 'idea in:design',
    )
    await page.keyboard.type('kit')
    await page.getByRole('option', { name: 'kitchen', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await found('1 message found')
    assert.equal(new URL(page.url()).hash, `#narrow/channel/${kitchen}-kitchen/search/idea`)
    await here.sees('My idea')

    // a date is where the results begin
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    await page.keyboard.press('End')
    await page.keyboard.type(' after:yes')
    await page.getByRole('option', { name: 'yesterday', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Opened at the first match from that date on.').waitFor()
    assert.match(new URL(page.url()).hash, /\/search\/idea\/near\/\d+$/)
    assert.match((await pills()).join(), /^channel #kitchen,since /)
    await page.getByRole('button', { name: /^Remove since/ }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' before:2020-01-01')
    await page.keyboard.press('Enter')
    await page.getByText('No messages before that date.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('pasted commands and unknown filters are searched for as words', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Try `rm -rf build`, then `git log --oneline`', { channel: design, topic: 'release' })
    await ben.sends('It says foo:bar since 2026-11-28T08:00Z', { channel: design, topic: 'release' })
    const here = await visit(ada)
    const { page } = here
    const searches = async (text: string) => {
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search messages' }).waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
      await page.keyboard.press('Enter')
    }
    const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    // only excluded words
    await searches('-rf')
    await says('Searched for the words “rf”.')
    await says('1 message found')
    await page.getByRole('link', { name: 'Search for -rf instead' }).click()
    await here.sees('It says foo:bar')
    assert.equal(await page.locator('.search-pill').allTextContents().then(String), 'not rf')
    await page.getByRole('button', { name: 'Close search' }).click()
    // nothing matches with the exclusion
    await searches('rm -rf build')
    await says('Searched for the words “rm rf build”.')
    await here.sees('rm -rf build')
    await searches('git log --oneline')
    await says('1 message found')
    await searches('foo:bar')
    await says('Searched for the words “foo:bar”.')
    await here.sees('foo:bar')
    await searches('2026-11-28')
    await says('1 message found')
    assert.equal(await page.locator('.found-in .notice').count(), 0)
    assert.deepEqual(await page.locator('.feed .highlight').allTextContents(), ['2026', '11', '28T'])
    assert.deepEqual(here.complaints, [])
  })

  test('no results says so, and suggests other scopes', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('An idea', { channel: design, topic: 'release' })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${design}-design/topic/colours/is/starred/search/idea.20cheese`)
    await page.getByText('No messages found in #design › colours.').waitFor()
    assert.deepEqual(await page.locator('.nothing').getByRole('link').allTextContents(), [
      'Everywhere',
      'Without “starred”',
      'Without “idea”',
      'Without “cheese”',
    ])
    await page.getByRole('link', { name: 'Without “cheese”' }).click()
    await page.waitForFunction(() => location.hash.endsWith('/is/starred/search/idea'))
    await page.getByRole('link', { name: 'Without “starred”' }).click()
    await page.waitForFunction(() => location.hash.endsWith('/colours/search/idea'))
    await page.getByText('No messages found in #design › colours.').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.locator('.nothing').getByRole('link', { name: 'Everywhere' }).click()
    await here.sees('An idea')
    await page.getByRole('button', { name: 'Close search' }).click()
    await page.getByRole('combobox', { name: 'Search messages' }).waitFor({ state: 'detached' })
  })

  test('search highlights are as inert as the message text', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('soup <script>window.acted = true</script> [soup](javascript:alert(1))', {
      channel: design,
      topic: '<img src=x onerror=alert(1)> soup',
    })
    const here = await visit(ada)
    await here.opens('#narrow/search/soup')
    await here.page.locator('.bar .highlight', { hasText: 'soup' }).waitFor()
    await here.page.getByRole('link', { name: '<img src=x onerror=alert(1)> soup' }).first().waitFor()
    assert.equal(await here.page.locator('.feed :is(script, img[onerror], a[href^="javascript:"])').count(), 0)
    const { messages } = await ben.send('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    const [{ id }] = messages as [{ id: number }]
    await ben.send('PATCH', `/messages/${id}`, { content: 'No more of it' })
    await here.sees('No more of it')
    assert.deepEqual(here.complaints, [])
  })

  test('misspelled words find near matches; matching files are named', async ({ society, ada, ben, server, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('A perfectly ordinary rhubarb pie, 今日は会議室で', { channel: design, topic: 'release' })
    const file = await upload(ben, 'minutes.txt', 'Resolved: buy a mangosteen')
    await ben.sends(`[Here](${file.url}) it is`, { channel: design, topic: 'release' })
    await fileWordsRepeated.run(society.org, { isStopping: false, blobs: server.runtime.blobs } as never, () => true)
    const here = await visit(ada)
    const { page } = here
    await here.opens('#narrow/search/rhubrab')
    await page
      .getByRole('status')
      .filter({ hasText: 'No exact match for “rhubrab”. Showing similar words: rhubarb' })
      .waitFor()
    assert.deepEqual(await page.locator('.feed .highlight').allTextContents(), ['rhubarb'])
    assert.deepEqual(await problems(page), [])
    await here.opens('#narrow/search/mangosteen')
    await page.locator('.found-files').getByRole('link', { name: 'minutes.txt' }).waitFor()
    assert.equal(await page.getByText('No exact match').count(), 0)
    await here.opens('#narrow/search/*arb*')
    await page.locator('.feed .highlight', { hasText: /^arb$/ }).waitFor()
    await here.opens(`#narrow/search/${encodeURIComponent('会議').replaceAll('%', '.')}`)
    await page.locator('.feed .highlight', { hasText: /^会議$/ }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
