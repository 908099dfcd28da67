import { assert, describe } from 'vitest'
import { policies } from '../../src/features/channels/user-topics/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

const row = ({ page }: Visitor, id: string) => page.locator(`[data-setting="${id}"]`)
const title = ({ page }: Visitor) => page.locator('.heading h1')
const entry = ({ page }: Visitor, name: string) =>
  page.locator('#left-sidebar li.channel > a.entry').filter({ hasText: name })

describe.skipIf(!hasBrowser)('every setting', () => {
  test('settings without an effect here or on the server are on no page', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const pages = [
      ['#settings/messages', 'enter_sends'],
      ['#settings/notifications', 'enable_sounds'],
      ['#organization/organization-profile', 'name'],
      ['#organization/organization-settings', 'media_preview_size'],
      ['#organization/organization-permissions', 'invite_required'],
      ['#organization/organization-level-user-defaults', 'enter_sends'],
    ] as const
    for (const [hash, known] of pages) {
      await here.opens(hash)
      await row(here, known).first().waitFor()
      const text = (await page.locator('main').textContent()) ?? ''
      assert.notMatch(text, /other clients|does nothing|This server sends none|nothing of the kind/i, hash)
      for (const label of [
        /emoji set|Look of emoji/i,
        /language model/i,
        /News of/i,
        /Manage plans/i,
        /at work/i,
        /GIF/,
      ])
        assert.notMatch(text, label, hash)
    }
    assert.deepEqual(here.complaints, [])
  })

  test('Channel view decides what a click on a channel opens', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const topic of ['colours', 'fonts', 'hum']) await ada.sends('Hi', { channel: id, topic })
    const policy = { stream_id: id, topic: 'hum', visibility_policy: policies.muted }
    await ben.send('POST', '/user_topics', policy)
    await ben.send('POST', '/mark_topic_as_read', { stream_id: id, topic_name: 'fonts' })
    const here = await visit(ben)
    const { page } = here
    const clicks = async (view: string, shown: RegExp) => {
      await here.opens('#settings/navigation')
      await row(here, 'web_channel_default_view').getByRole('combobox').selectOption(view)
      await row(here, 'web_channel_default_view').getByText('Saved').waitFor()
      await here.opens('#inbox')
      await title(here).filter({ hasText: 'Inbox' }).waitFor()
      await entry(here, 'design').click()
      await title(here).filter({ hasText: shown }).waitFor()
    }
    await here.opens('#inbox')
    await entry(here, 'design').click()
    await title(here)
      .filter({ hasText: /^design$/ })
      .waitFor()
    // the muted topic is newer
    await clicks('Latest topic', /^design\s*›\s*fonts$/)
    await entry(here, 'design').click()
    await title(here)
      .filter({ hasText: /^design$/ })
      .waitFor()
    await clicks('Latest unread topic', /^design\s*›\s*colours$/)
    await clicks('List of topics', /design/)
    assert.match(new URL(page.url()).hash, /^#topics\//)
    await page
      .getByRole('main')
      .getByRole('link', { name: /colours/ })
      .waitFor()
    assert.equal(await entry(here, 'design').getAttribute('aria-current'), 'page')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await clicks('All messages', /^design$/)
    assert.deepEqual(here.complaints, [])
  })

  test('Image size changes the size of images in messages', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ben)
    const { page } = here
    const drawn = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 1200
      canvas.height = 1600
      const pen = canvas.getContext('2d')
      if (pen) pen.fillRect(100, 100, 900, 1200)
      return canvas.toDataURL('image/png').split(',')[1] as string
    })
    const { url, filename } = await upload(ada, 'plan.png', Buffer.from(drawn, 'base64'))
    const content = `[${filename}](${url})`
    await ada.sends(content, { channel: id, topic: 'plans' })
    await here.opens(`#narrow/channel/${id}-design/topic/plans`)
    const picture = page.locator('.content .message_inline_image img, .content img.inline-image').first()
    await picture.waitFor()
    const height = async () => Math.round((await picture.boundingBox())?.height ?? 0)
    assert.equal(await height(), 300)
    for (const [percent, tall] of [
      [150, 450],
      [200, 560],
    ] as const) {
      await ada.send('PATCH', '/realm', { media_preview_size: percent })
      await page.waitForFunction(
        (least) =>
          (document.querySelector('.content :is(.message_inline_image img, img.inline-image)')?.clientHeight ?? 0) >=
          least,
        tall,
      )
    }
    assert.deepEqual(await layoutProblems(page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('settings about guests mark them, and warn before messages to one', async ({ ada, gus, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const inList = page.locator('#right-sidebar').getByRole('link', { name: new RegExp(`^${gus.name}`) })
    await inList.filter({ hasText: '(guest)' }).waitFor()
    await here.opens(`#narrow/dm/${gus.id}-dm`)
    await title(here)
      .filter({ hasText: `${gus.name} (guest)` })
      .waitFor()
    await here.composeField.fill('Hello')
    const warning = page.locator('.banner').filter({ hasText: 'is a guest' })
    await warning.waitFor()
    await ada.send('PATCH', '/realm', { enable_guest_user_indicator: false, enable_guest_user_dm_warning: false })
    await warning.waitFor({ state: 'detached' })
    await inList.filter({ hasNotText: '(guest)' }).waitFor()
    await title(here)
      .filter({ hasText: new RegExp(`^${gus.name}$`) })
      .waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
