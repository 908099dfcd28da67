import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { fieldTypes } from '../../src/features/people/profile-fields/field-types.ts'
import { hostileTexts } from '../../src/platform/markdown/hostile.ts'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('hostile content', () => {
  test('hostile messages stay text: nothing runs, and the policy blocks nothing', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const name = '"><img src=x onerror=alert(1)>'
    const id = await makeChannel(society.org, name, [ada, ben])
    const here = await visit(ada)
    let ran = 0
    here.page.on('dialog', (dialog) => {
      ran++
      void dialog.dismiss()
    })
    await here.opens(`#narrow/channel/${id}`)
    for (const content of Object.values(hostileTexts(400)))
      await ben.sends(content.slice(0, 9_000), { channel: id, topic: '<svg onload=alert(1)>' }).catch(() => {})
    await ben.sends('That was all', { channel: id, topic: 'end' })
    await here.page.locator('#left-sidebar').getByRole('link', { name: /^end/ }).waitFor()
    const feed = here.page.locator('.feed')
    while (!(await here.message('That was all').count()))
      await feed.evaluate((it) => it.scrollBy(0, it.clientHeight * 4))
    assert.equal(ran, 0)
    const active = await here.page.evaluate(
      () =>
        [...document.querySelectorAll('.content *')].filter(
          (one) =>
            /^(script|iframe|object|embed|form|style|base|meta|link)$/i.test(one.tagName) ||
            [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value)),
        ).length,
    )
    assert.equal(active, 0)
    assert.deepEqual(
      here.complaints.filter((line) => /Content Security Policy|Trusted/.test(line)),
      [],
    )
  })

  test('hostile names stay text in every menu, dialog, and card', async ({ society, ada, ben, visit }) => {
    const evil = '<img src=x onerror=alert(1)>'
    const open = '<svg onload=alert(1)'
    const mallory = await society.join(evil)
    const id = await makeChannel(society.org, evil, [ada, ben, mallory])
    const topic = '<svg onload=alert(1)>'
    await ada.send('PATCH', '/realm', { enable_read_receipts: true })
    const field = await ada.send('POST', '/realm/profile_fields', { name: open, field_type: fieldTypes.SHORT_TEXT.id })
    const people = await ada.send('POST', '/realm/profile_fields', { name: 'Mentor', field_type: fieldTypes.USER.id })
    await mallory.send('PATCH', '/users/me/profile_data', {
      data: [
        { id: field.id, value: evil },
        { id: people.id, value: [mallory.id] },
      ],
    })
    await mallory.send('POST', '/users/me/status', { status_text: evil, emoji_name: 'car' })
    const group = await ada.send('POST', '/user_groups/create', {
      name: open,
      description: evil,
      members: [ada.id, mallory.id],
    })
    for (const name of [evil, `${evil} too`])
      await ada.send('POST', '/realm/playgrounds', {
        name,
        pygments_language: 'Python',
        url_template: 'https://try.example/?code={code}',
      })
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a50' } })
      .png()
      .toBuffer()
    const { url } = await upload(mallory, `${evil}.png`, content)
    const say = (words: string) => mallory.sends(words, { channel: id, topic })
    const first = await say(`Hello ${evil} [${evil}](${url})`)
    await mallory.send('PATCH', `/messages/${first}`, { content: `Hello again ${evil} [${evil}](${url})` })
    await mallory.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tada' })
    await say(`/poll ${evil}\n${evil}`)
    await say(`/todo ${evil}\n${evil}: ${evil}`)
    await say('```python\nprint("x")\n```')
    await ada.send('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' })
    await ben.send('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' })
    const here = await visit(ada)
    const { page } = here
    let ran = 0
    page.on('dialog', (dialog) => {
      ran++
      void dialog.dismiss()
    })
    await here.opens(`#narrow/channel/${id}/topic/.3Csvg.20onload.3Dalert.281.29.3E`)
    const row = page.locator(`article[data-message="${first}"]`)
    await row.waitFor()
    const looked: string[] = []
    /** The open layer shows the text, and nothing in the page was executed. */
    const look = async (what: string, words = evil) => {
      const open = page.locator(what).filter({ hasText: words }).first()
      await open.waitFor()
      const alive = await page.evaluate(
        () => document.querySelectorAll('[onerror], [onload], [onclick], img[src="x"], svg:not(.icon)').length,
      )
      if (alive > 0) looked.push(`${what}: ${alive} have come to life`)
    }
    const does = async (key: string) => {
      await row.focus()
      await page.keyboard.press(key)
    }
    const closes = async (what: string) => {
      await page.keyboard.press('Escape')
      await page.locator(what).waitFor({ state: 'detached' })
    }
    await look('article .sender')
    await look('.widget .title')
    await look('.bar, .heading')
    await does('u')
    await look('.card h2')
    await look('.card dd')
    await look('.card dt', open)
    await look('.card-status')
    await page.locator('.card').getByRole('button', { name: open }).click()
    await look('.card h2', open)
    await look('.card-members')
    await closes('.card')
    await does('H')
    await look('.history-entry')
    await closes('.dialog')
    await does('V')
    await page.locator('.receipts li').first().waitFor()
    await closes('.dialog')
    await does('v')
    await look('.viewer-head')
    await closes('.viewer')
    await does('i')
    await page.getByRole('menuitem', { name: 'View source' }).click()
    await look('.dialog pre')
    await closes('.dialog')
    await does('i')
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await look('.dialog .content')
    await closes('.dialog')
    await page.locator('.code-actions .try').first().dispatchEvent('click')
    await look('.dialog .button')
    await closes('.dialog')
    await here.composeField.fill('Mine')
    await here.page.getByRole('button', { name: 'Send', exact: true }).click()
    await here.sees('Mine')
    await does('m')
    await page.getByRole('combobox', { name: 'Topic' }).fill(evil)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await look('.toast')
    await here.opens(`#user/${mallory.id}`)
    await page.locator('.card').getByRole('button', { name: 'Mute' }).click()
    await look('.toast', `Muted ${evil}`)
    await closes('.card')
    await here.opens('#feed')
    await look('.bar')
    // the emoji's name in the title of who has reacted, and the group in a mention
    await ben.sends(`@**${evil}|${mallory.id}** @*${open}*`, { channel: id, topic: 'end' })
    await ben.sends(String(group.id), { channel: id, topic: 'end' })
    await here.opens(`#narrow/channel/${id}/topic/end`)
    await look('article .content', evil)
    assert.deepEqual([ran, looked], [0, []])
    assert.deepEqual(here.complaints, [])
  })
})
