import { assert, describe } from 'vitest'
import { roles } from '#contract'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('URLs of missing conversations', () => {
  test('a missing conversation looks like an inaccessible one, without a compose box', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const hidden = await makeChannel(society.org, 'hidden', [ben], { invite_only: true })
    const guest = await society.join('Gil', roles.guest)
    const here = await visit(guest)
    const { page } = here
    for (const hash of [
      '#narrow/channel/99999',
      `#narrow/channel/${hidden}`,
      `#narrow/channel/${hidden}/topic/x`,
      '#narrow/dm/99999-dm',
    ]) {
      await here.opens(hash)
      await page.getByRole('heading', { name: 'Not found, or you don’t have access' }).waitFor()
      await page.getByRole('link', { name: 'Go to inbox' }).waitFor()
      assert.equal(await page.getByRole('textbox').count(), 0, hash)
      assert.equal(await page.getByText('Couldn’t load').count(), 0, hash)
      await here.opens('#inbox')
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    }
    await here.opens(`#narrow/dm/${ada.id}-dm`)
    await here.composeField.waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
