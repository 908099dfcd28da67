import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('finding a conversation', () => {
  test('all conversations are ordered by newest message and load more by themselves', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('A word', { channel: id, topic: 'release' })
    await ben.sends('A word', { channel: id, topic: 'colours' })
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    await here.opens('#recent')
    await here.page.getByRole('heading', { name: 'Inbox · All', level: 1 }).waitFor()
    const entries = here.page.locator('.line .entry')
    const names = async () => (await entries.locator('.name').allTextContents()).slice(0, 3)
    await entries.filter({ hasText: 'release' }).waitFor()
    assert.deepEqual(await names(), ['Ben', 'colours', 'release'])
    await ben.sends('Another word', { channel: id, topic: 'release' })
    await entries.first().filter({ hasText: 'release' }).waitFor()
    assert.deepEqual(await names(), ['release', 'Ben', 'colours'])
    await here.page.getByLabel('Show').selectOption('Participated')
    await entries.filter({ hasText: 'release' }).waitFor({ state: 'detached' })
    await here.page
      .getByRole('navigation', { name: 'Inbox' })
      .getByRole('link', { name: /^Unread/ })
      .click()
    await entries.filter({ hasText: 'release' }).click()
    await here.sees('Another word')
  })

  test('direct messages with muted users are left out of unread and all conversations', async ({
    ada,
    ben,
    cleo,
    visit,
  }) => {
    for (const [person, to] of [
      [ben, [ada.id]],
      [ben, [ada.id, cleo.id]],
      [cleo, [ada.id]],
    ] as const)
      await person.sends('Lunch?', [...to])
    await ada.send('POST', `/users/me/muted_users/${ben.id}`)
    await ada.send('POST', '/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
      op: 'remove',
      flag: 'read',
    })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#recent')
    const named = (list: string, name: string) => page.locator(`${list} .name`).getByText(name, { exact: true })
    await named('.line', 'Cleo').waitFor()
    await named('.line', 'Ben, Cleo').waitFor()
    assert.equal(await named('.line', 'Ben').count(), 0)
    await page.getByLabel('Show').selectOption('All, including muted')
    await page.locator('.line .name', { hasText: /^Ben · muted$/ }).waitFor()
    await here.opens('#inbox')
    await page.getByRole('combobox').first().selectOption('all')
    await named('.line', 'Cleo').waitFor()
    await named('.line', 'Ben, Cleo').waitFor()
    assert.equal(await named('.line', 'Ben').count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('links to messages lead to their current place', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const moved = await ben.sends('The word that moved', { channel: id, topic: 'old place' })
    await ben.sends('The word that stayed', { channel: id, topic: 'old place' })
    const other = await ben.sends('Never there', { channel: id, topic: 'elsewhere' })
    await ben.send('PATCH', `/messages/${moved}`, { topic: 'new place' })
    const here = await visit(ada)
    const heading = (name: RegExp) => here.page.getByRole('heading', { level: 1, name }).waitFor()
    const old = `#narrow/channel/${id}-design/topic/old.20place`
    await here.opens('#inbox')
    for (const end of [`near/${moved}`, `with/${moved}`]) {
      await here.opens(`${old}/${end}`)
      await heading(/new place/)
      await here.sees('The word that moved')
      assert.equal(new URL(here.page.url()).hash, `#narrow/channel/${id}-design/topic/new.20place/${end}`)
      await here.page.goBack()
      await here.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    }
    // a message that never existed doesn't affect the link's conversation
    await here.opens(`${old}/near/${other}`)
    await here.sees('The word that stayed')
    await heading(/old place/)
    // an inaccessible message ID in the URL is ignored
    await here.opens(`${old}/with/${other + 1_000}`)
    await heading(/old place/)
    await here.sees('The word that stayed')
  })

  test('an invalid URL shows an error with a way home', async ({ ada, visit }) => {
    const here = await visit(ada)
    for (const hash of ['#narrow/nonsense', '#narrow/colour/green', '#narrow/stream/gone.20for.20good']) {
      await here.opens(hash)
      await here.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    }
    await here.page.getByRole('link', { name: 'Go to inbox' }).click()
    await here.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  })
})
