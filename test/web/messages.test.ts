import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { sendFiles, upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

describe.skipIf(!hasBrowser)('messages in the browser', () => {
  test('the date above a day’s messages is in the reader’s time zone, not UTC', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Good morning')
    // at any time, one of them has another date than UTC
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const here = await visit(ada, { timezoneId })
      const { page } = here
      await here.opens(hash)
      await here.sees('Good morning')
      const [day, sent] = await page.evaluate(() =>
        ['.day time', 'article[data-message] time'].map(
          (one) => document.querySelector<HTMLTimeElement>(one)?.dateTime,
        ),
      )
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date(sent ?? 0))
      assert.equal(day, local, timezoneId)
      await here.close()
    }
  })

  test('hiding the link previews of a message hides them in every open client', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const id = await say('Look at this')
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('Look at this')
    const text = here.page.locator(`article[data-message="${id}"] .content`)
    await text.evaluate((place) => {
      const embed = document.createElement('div')
      embed.className = 'message_embed'
      embed.textContent = 'A page'
      place.append(embed)
    })
    const preview = text.locator('.message_embed')
    await preview.waitFor()
    const flags = { messages: [id], flag: 'hide_link_previews' }
    await ada.send('POST', '/messages/flags', { ...flags, op: 'add' })
    await preview.waitFor({ state: 'hidden' })
    await ada.send('POST', '/messages/flags', { ...flags, op: 'remove' })
    await preview.waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('two people vote, add options, and complete tasks, and both see it', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'lunch')
    await say('/poll Where do we eat?\nAt home\nOutside')
    await say('/todo Picnic\nBread: rye\nApples')
    const [here, there] = [await visit(ada), await visit(ben)]
    for (const one of [here, there]) await one.opens(hash)
    await here.page.getByRole('button', { name: 'Vote for Outside, 0 votes' }).click()
    await there.page.getByRole('button', { name: 'Vote for Outside, 1 vote', exact: true }).click()
    await here.page.getByRole('button', { name: 'Vote for Outside, 2 votes' }).waitFor()
    await here.page.getByRole('textbox', { name: 'New option' }).fill('On the roof')
    await here.page.getByRole('button', { name: 'Add option' }).click()
    await there.page.getByRole('button', { name: 'Vote for On the roof, 0 votes' }).waitFor()
    await here.page.getByRole('button', { name: 'Vote for Outside, 2 votes', pressed: true }).click()
    await there.page.getByRole('button', { name: 'Vote for Outside, 1 vote', exact: true }).waitFor()

    await there.page.getByRole('checkbox', { name: /Bread/ }).click()
    await here.page.getByRole('checkbox', { name: /Bread/, checked: true }).waitFor()
    await here.page.getByRole('textbox', { name: 'New task' }).fill('Knives')
    await here.page.getByRole('button', { name: 'Add task' }).click()
    await there.page.getByRole('checkbox', { name: 'Knives' }).click()
    await here.page.getByRole('checkbox', { name: 'Knives', checked: true }).waitFor()
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('custom emoji are images, and show their name if loading fails', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'pictures')
    const added = await sendFiles(ada, '/realm/emoji/party', [
      { filename: 'party.png', content: await picture('#a05') },
    ])
    assert.equal(added.status, 200)
    const { url } = await upload(ben, 'plan.png', await picture('#05a'))
    const [there, gone] = [await say(`[the plan](${url})`), await say('![a lost plan](/user_uploads/1/xx/lost.png)')]
    await ben.send('POST', `/messages/${there}/reactions`, { emoji_name: 'party' })
    await ben.send('POST', `/messages/${gone}/reactions`, { emoji_name: 'tada' })
    const here = await visit(ada)
    await here.opens(hash)
    const reaction = here.page.getByRole('button', { name: 'Ben reacted with party' }).locator('img')
    await reaction.waitFor()
    assert.isTrue(await reaction.evaluate((it: HTMLImageElement) => it.decode().then(() => it.naturalWidth > 0)))
    const preview = here.page.locator('article .message_inline_image a')
    assert.deepEqual(await preview.evaluateAll((all: HTMLAnchorElement[]) => all.map(({ target }) => target)), [
      '_blank',
    ])
    const pictures = here.page.locator('article .content img')
    await pictures.first().scrollIntoViewIfNeeded()
    await here.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('article .content img')].every(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    )
    assert.deepEqual(here.complaints, [])
  })
})
