import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const deletes = async ({ page }: Visitor, text: string) => {
  await page.locator('article[data-message]', { hasText: text }).focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
}
async function bothOpen(visitors: readonly Visitor[], hash: string): Promise<void> {
  for (const one of visitors) {
    await one.opens(hash)
    await one.sees('Goes')
  }
}
/** Deletes "Stays" and restores it with the undo key. */
async function restores(one: Visitor): Promise<void> {
  await deletes(one, 'Stays')
  await gone(one, 'Stays')
  await one.page.keyboard.press('z')
  await one.sees('Stays')
}
const gone = (one: Visitor, text: string) => one.message(text).waitFor({ state: 'detached' })
const offer = ({ page }: Visitor) => page.getByRole('status').filter({ hasText: 'Message deleted' })

/** Paths of the requests that delete messages. */
function deletions({ page }: Visitor): string[] {
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && asked.push(new URL(request.url()).pathname))
  return asked
}

/** Requests that delete messages don't reach the server. */
const cutOff = ({ page }: Visitor) =>
  page
    .context()
    .route('**/messages/*', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))

describe.skipIf(!hasBrowser)('deleting messages', () => {
  test('a deleted message disappears at once, and comes back with Z and with Undo', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Stays')
    const id = await say('Goes')
    const [here, there] = [await visit(ben), await visit(ada)]
    await bothOpen([here, there], hash)
    const asked = deletions(here)
    await deletes(here, 'Stays')
    await gone(here, 'Stays')
    await offer(here).getByRole('button', { name: 'Undo' }).waitFor()
    assert.deepEqual(await problems(here.page), [])
    // the next message gets the focus
    await here.page.waitForFunction(() => document.activeElement?.textContent?.includes('Goes'))
    await here.page.keyboard.press('z')
    await here.sees('Stays')
    await here.page.getByRole('status').getByText('Message restored.').waitFor()
    await here.page.waitForFunction(() => document.activeElement?.textContent?.includes('Stays'))
    await deletes(here, 'Stays')
    await gone(here, 'Stays')
    // also in another view
    await here.opens('#inbox')
    await here.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await here.page.keyboard.press('z')
    await here.page.getByRole('status').getByText('Message restored.').waitFor()
    await here.opens(hash)
    await here.sees('Stays')
    await deletes(here, 'Stays')
    await offer(here).getByRole('button', { name: 'Undo' }).click()
    await here.sees('Stays')
    // only this one is deleted
    await deletes(here, 'Goes')
    await gone(here, 'Goes')
    await there.sees('Goes')
    await gone(there, 'Goes')
    await offer(here).waitFor({ state: 'hidden' })
    assert.deepEqual(asked, [`/api/v1/messages/${id}`])
    await there.sees('Stays')
    await here.page.reload()
    await here.sees('Stays')
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('closing the tab deletes what was deleted, and not what was restored', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    for (const content of ['Stays', 'Goes']) await say(content)
    const [here, there] = [await visit(ben), await visit(ada)]
    const tab = await here.opensTab(hash)
    await there.opens(hash)
    for (const one of [tab, there]) await one.sees('Goes')
    await restores(tab)
    await deletes(tab, 'Goes')
    await gone(tab, 'Goes')
    await tab.page.close()
    await gone(there, 'Goes')
    await here.opens(hash)
    await here.sees('Stays')
    await there.sees('Stays')
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('a deletion that the page could not send happens after a reload', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    for (const content of ['Stays', 'Goes']) await say(content)
    const [here, there] = [await visit(ben), await visit(ada)]
    await bothOpen([here, there], hash)
    await cutOff(here)
    await restores(here)
    await deletes(here, 'Goes')
    await gone(here, 'Goes')
    await here.page.reload()
    await here.page.context().unroute('**/messages/*')
    for (const one of [here, there]) await gone(one, 'Goes')
    for (const one of [here, there]) await one.sees('Stays')
  })

  test('a message deleted offline is deleted once the server can be reached', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    for (const content of ['Stays', 'Goes']) await say(content)
    const [here, there] = [await visit(ben), await visit(ada)]
    await bothOpen([here, there], hash)
    // loads what deleting needs
    await restores(here)
    await here.page.context().setOffline(true)
    const failed = here.page.waitForEvent('requestfailed', (request) => request.method() === 'DELETE')
    await deletes(here, 'Goes')
    await gone(here, 'Goes')
    await failed
    // too late to undo, because the server may have been reached
    await here.page.keyboard.press('z')
    assert.equal(await here.message('Goes').count(), 0)
    await here.page.context().setOffline(false)
    await gone(there, 'Goes')
    await here.sees('Stays')
  })

  test('a message that the server refuses to delete comes back with the reason', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Stays')
    const here = await visit(ben)
    await here.opens(hash)
    await here.sees('Stays')
    await deletes(here, 'Stays')
    await gone(here, 'Stays')
    const { user_groups } = await ada.send('GET', '/user_groups')
    const administrators = (user_groups as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:administrators',
    )
    await ada.send('PATCH', '/realm', { can_delete_own_message_group: { new: administrators?.id } })
    await here.sees('Stays')
    await here.page
      .getByRole('status')
      .getByText(/^Couldn’t delete the message: /)
      .waitFor()
  })

  test('deleting a message on two devices ends the offer to undo it', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('Stays')
    const id = await say('Goes')
    const here = await visit(ben)
    await here.opens(hash)
    await here.sees('Goes')
    const asked = deletions(here)
    await deletes(here, 'Goes')
    await gone(here, 'Goes')
    await ben.send('DELETE', `/messages/${id}`)
    await offer(here).waitFor({ state: 'hidden' })
    await here.page.keyboard.press('z')
    assert.equal(await here.message('Goes').count(), 0)
    assert.deepEqual([asked, here.complaints], [[], []])
  })
})
