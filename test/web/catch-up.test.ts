import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const held = ({ page }: Visitor) =>
  page.evaluate(() => document.activeElement?.closest('.line')?.querySelector('.name')?.textContent?.trim() ?? '')
const stands = ({ page }: Visitor, name: string) =>
  page.waitForFunction(
    (text) => document.activeElement?.closest('.line')?.querySelector('.name')?.textContent?.includes(text),
    name,
  )
const row = ({ page }: Visitor, name: string) => page.locator('.line.conversation', { hasText: name })
const headings = ({ page }: Visitor) => page.locator('.line.section h2').allTextContents()

describe.skipIf(!hasBrowser)('what needs the user', () => {
  test('the keyboard goes through missed conversations, most important first', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben, cleo])
    const policy = (topic: string, visibility_policy: number) =>
      ada.send('POST', '/user_topics', { stream_id: design, topic, visibility_policy })
    const own = { type: 'stream', to: design, topic: 'took part', content: 'Mine', read_by_sender: true }
    await ada.send('POST', '/messages', own)
    await policy('took part', 0)
    await policy('followed', 3)
    await policy('muted', 1)
    for (let nth = 0; nth < 3; nth++) await ben.sends('A word', { channel: design, topic: 'lively' })
    await ben.sends('A word', { channel: design, topic: 'muted' })
    await ben.sends('A word', { channel: design, topic: 'took part' })
    await ben.sends('A word', { channel: design, topic: 'followed' })
    await ben.sends('The first word', { channel: design, topic: 'called' })
    await cleo.sends(`@**${ada.name}** can you look?`, { channel: design, topic: 'called' })
    await ben.sends(`And @**${cleo.name}**, when?`, { channel: design, topic: 'called' })
    await ben.sends('Lunch?', ada)

    const here = await visit(ada)
    const { page } = here
    await page.locator('.line').first().waitFor()
    await page.keyboard.press('C')
    await page.getByRole('heading', { level: 1, name: 'Inbox · For you' }).waitFor()
    await stands(here, 'Ben')
    await page.getByRole('heading', { level: 2, name: 'Topics you participated in' }).waitFor()
    assert.deepEqual(await headings(here), [
      'Mentions and direct messages',
      'Topics you follow',
      'Topics you participated in',
      'Other active topics',
    ])
    await page.getByText('1 more muted').waitFor()
    // the message that mentions her, not the newest
    await row(here, 'called').getByText('can you look?').waitFor()
    await row(here, 'called').getByText('Cleo:').waitFor()
    await page.waitForFunction(
      () => document.querySelectorAll('.line.conversation')[1]?.querySelectorAll('.faces img').length === 2,
    )
    assert.deepEqual(await problems(page), [])

    await page.keyboard.press('j')
    await stands(here, 'called')
    await page.keyboard.press('l')
    await page.getByRole('heading', { level: 2, name: 'Later' }).waitFor()
    await stands(here, 'followed')
    await page.keyboard.press('e')
    await row(here, 'followed ·').waitFor({ state: 'detached' })
    await stands(here, 'took part')
    await page.keyboard.press('z')
    await row(here, 'followed ·').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /took part/ }).waitFor()
    await page.locator('article').first().waitFor()
    await page.locator('article.unread').waitFor({ state: 'detached' })
    await page.goBack()
    await row(here, 'lively').waitFor()
    await row(here, 'took part').waitFor({ state: 'detached' })
    // skipped conversations stay skipped after a reload
    await page.reload()
    await row(here, 'called').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Later' }).waitFor()
    // messages that arrive now count
    await ben.sends('A word', { channel: design, topic: 'lively' })
    await row(here, 'lively').getByText('4 unread messages').waitFor({ state: 'attached' })
    await page.keyboard.press('E')
    await page.getByText('You’re all caught up.').waitFor()
    const narrow = JSON.stringify([{ operator: 'is', operand: 'unread' }])
    const left = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })
    assert.deepEqual(
      (left.messages as { subject: string }[]).map(({ subject }) => subject),
      ['muted'],
    )
    assert.deepEqual(here.complaints, [])
    assert.equal(await held(here), '')
    // once it was read, what comes there is new
    await ben.sends('A word', { channel: design, topic: 'called' })
    await page.reload()
    await row(here, 'called').waitFor()
    assert.equal(await page.getByRole('heading', { level: 2, name: 'Later' }).count(), 0)
  })

  test('catching up is offered after an absence, and not again once declined', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('A word', { channel: design, topic: 'release' })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#inbox')
    await row(here, 'release').waitFor()
    assert.equal(await page.getByText('You were away').count(), 0)
    const goesAway = () =>
      page.evaluate((id) => {
        const days = Date.now() - 14.2 * 24 * 3600 * 1000
        // overwrite what the page stores on pagehide: the last visit was long ago
        addEventListener('pagehide', () => localStorage.setItem(`loquat seen ${id}`, String(days)))
      }, ada.id)
    await goesAway()
    await page.reload()
    await page.getByText('You were away for 14 days: 1 message unread.').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByText('You were away').waitFor({ state: 'detached' })
    await goesAway()
    await page.reload()
    await page.locator('.away').getByRole('link', { name: 'Catch up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Inbox · For you' }).waitFor()
    await row(here, 'release').waitFor()
    assert.equal(await page.getByText('You were away').count(), 0)
  })
})
