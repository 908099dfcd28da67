import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

describe.skipIf(!hasBrowser)('message content', () => {
  test("code is copied, and opened in the organization's code playgrounds", async ({ society, ada, ben, visit }) => {
    const { id, hash } = await makeTopic(society, [ada, ben], 'code')
    for (const [name, pygments_language] of [
      ['One page', 'Ruby'],
      ['Here', 'Python'],
      ['There', 'Python'],
    ])
      await ada.send('POST', '/realm/playgrounds', {
        name,
        pygments_language,
        url_template: `https://try.example/${name?.replace(' ', '')}?code={code}`,
      })
    for (const language of ['ruby', 'python', 'text'])
      await ben.sends(`\`\`\`${language}\nputs "a & b" # ${language}\n\`\`\``, { channel: id, topic: 'code' })
    const here = await visit(ada)
    const { page } = here
    const context = page.context()
    await context.route('https://try.example/**', (route) => route.fulfill({ body: 'Tried' }))
    await here.opens(hash)
    const block = (language: string) => page.locator('.codehilite').filter({ hasText: `# ${language}` })
    await block('ruby').hover()
    const [alone] = await Promise.all([
      context.waitForEvent('page'),
      block('ruby').getByRole('button', { name: 'Open in playground' }).click(),
    ])
    assert.equal(new URL(alone.url()).searchParams.get('code'), 'puts "a & b" # ruby\n')
    // the opened page has no access to this one
    assert.equal(await alone.evaluate(() => window.opener), null)
    await alone.close()
    await block('python').getByRole('button', { name: 'Open in playground' }).press('Enter')
    const choice = page.getByRole('dialog', { name: 'Choose a playground' })
    const [there] = await Promise.all([
      context.waitForEvent('page'),
      choice.getByRole('button', { name: 'There' }).press('Enter'),
    ])
    assert.equal(new URL(there.url()).pathname, '/There')
    await there.close()
    assert.equal(await block('text').getByRole('button', { name: 'Open in playground' }).count(), 0)
    await block('text').hover()
    await block('text').getByRole('button', { name: 'Copy code' }).click()
    await page.getByRole('status').getByText('Copied.').waitFor()
    await here.composeField.focus()
    await page.keyboard.press('Control+v')
    assert.equal(await here.composeField.inputValue(), 'puts "a & b" # text')
    assert.deepEqual(here.complaints, [])
  })

  test('each kind of content renders as intended', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const say = (content: string) => ben.sends(content, { channel: id, topic: 'all' })
    const notes = await upload(ben, 'notes.txt', Buffer.from('x'.repeat(1_500)))
    const song = await upload(ben, 'song.mp3', Buffer.from('ID3'))
    const film = await upload(ben, 'film.mp4', Buffer.from('ftyp'))
    await say('```spoiler How it ends\nThey ship **it**.\n```')
    await say('Euler: $$e^{i\\pi} = -1$$')
    await say('| a | b |\n|---|---|\n| 1 | 2 |')
    await say('> quoted\n\nanswered')
    await say('Meet at <time:2026-03-05T15:00:00+05:30>')
    await say(`@**Ada** and @**Ben** read [the notes](${notes.url})`)
    await say('@_**Ada** and @**Ada** as well')
    await say('שלום לכולם')
    await say(`![the song](${song.url})`)
    await say(`[the film](${film.url})`)
    await say(Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n\n'))
    const here = await visit(ada, { locale: 'en-US', timezoneId: 'Europe/Berlin' })
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design/topic/all`)
    const spoiler = here.message('How it ends').locator('details')
    await spoiler.waitFor()
    assert.isFalse(await here.message('How it ends').getByText('They ship').isVisible())
    await spoiler.locator('summary').focus()
    await page.keyboard.press('Enter')
    await here.message('How it ends').getByText('They ship').waitFor()
    assert.equal(await here.message('Euler').locator('.katex-html').count(), 1)
    assert.match((await here.message('Euler').locator('annotation').textContent()) ?? '', /e\^\{i\\pi\}/)
    assert.equal(await page.getByRole('article').getByRole('table').count(), 1)
    assert.equal((await here.message('quoted').locator('blockquote').textContent())?.trim(), 'quoted')
    const time = here.message('Meet at').locator('.content time')
    assert.match((await time.textContent()) ?? '', /Mar 5, 2026, 10:30/)
    assert.match((await time.getAttribute('title')) ?? '', / at 10:30:00 AM GMT\+1$/)
    const [own, other] = ['Ada', 'Ben'].map((name) => here.message('read the notes').getByText(`@${name}`))
    const colour = (it: Element) => getComputedStyle(it).backgroundColor
    assert.notEqual(await own?.evaluate(colour), await other?.evaluate(colour))
    const [silent, called] = await here
      .message('as well')
      .locator('.user-mention')
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor))
    assert.notEqual(silent, called)
    const link = here.message('read the notes').getByRole('link', { name: 'the notes' })
    await link.hover()
    await page.locator('a[title*="1.5 kB file"]').waitFor()
    assert.equal(
      await here
        .message('שלום')
        .locator('.content')
        .evaluate((it) => getComputedStyle(it).direction),
      'rtl',
    )
    assert.equal(await page.locator('.content audio').count(), 1)
    assert.equal(await here.message('the film').locator('video').count(), 1)
    const long = here.message('line 119')
    await long.scrollIntoViewIfNeeded()
    const more = long.getByRole('button', { name: 'Show more', expanded: false })
    const height = async () => (await long.locator('.content').boundingBox())?.height ?? 0
    const folded = await height()
    await more.click()
    await long.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
    assert.isAbove(await height(), folded * 1.5)
    assert.deepEqual(here.complaints, [])
  })

  test('animated images play on hover, or as the user has set', async ({ society, ada, ben, visit }) => {
    const stills = await Promise.all(['red', 'green'].map(picture))
    const dance = await sharp(stills, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { url } = await upload(ben, 'dance.gif', dance)
    const { hash, say } = await makeTopic(society, [ada, ben], 'dancing')
    await say(`[dance](${url})`)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    const shows = (end: string) => page.locator(`.message img[data-animated][src$="/${end}"]`).waitFor()
    await shows('840x560.webp')
    await page.locator('.message img[data-animated]').hover()
    await shows('840x560-anim.webp')
    await page.mouse.move(0, 0)
    await shows('840x560.webp')
    await ada.send('PATCH', '/settings', { web_animate_image_previews: 'always' })
    await page.reload()
    await shows('840x560-anim.webp')
    assert.deepEqual(here.complaints, [])
  })

  test("a conversation's images form one gallery with keyboard navigation", async ({ society, ada, ben, visit }) => {
    const { id, hash } = await makeTopic(society, [ada, ben], 'pictures')
    for (const [name, colour] of [
      ['first', '#a50'],
      ['second', '#05a'],
      ['third', '#5a0'],
    ] as const) {
      const { url } = await upload(ben, `${name}.png`, await picture(colour))
      await ben.sends(`[the ${name}](${url})`, { channel: id, topic: 'pictures' })
    }
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.message('the second').focus()
    await page.keyboard.press('v')
    const viewer = page.getByRole('dialog', { name: 'Media viewer' })
    await viewer.getByText('2 of 3').waitFor()
    const shown = viewer.locator('.viewer-stage img')
    const style = async () => (await shown.getAttribute('style')) ?? ''
    await page.keyboard.press('+')
    await page.keyboard.press('Shift+Z')
    assert.match(await style(), /scale\(1\.5625\)/)
    await page.keyboard.press('z')
    assert.match(await style(), /scale\(1\.25\)/)
    await shown.hover()
    await page.mouse.down()
    await page.mouse.move(700, 300, { steps: 4 })
    await page.mouse.up()
    assert.notMatch(await style(), /translate\(0px, 0px\)/)
    await page.keyboard.press('0')
    assert.match(await style(), /translate\(0px(, 0px)?\) scale\(1\)/)
    await page.mouse.wheel(0, -100)
    await page.waitForFunction(() =>
      /scale\(1\.25\)/.test(document.querySelector('.viewer-stage img')?.getAttribute('style') ?? ''),
    )
    await viewer.getByRole('button', { name: 'Next', disabled: false }).click()
    await viewer.getByText('3 of 3').waitFor()
    assert.match(await style(), /scale\(1\)/)
    await viewer.getByRole('button', { name: 'Next', disabled: true }).waitFor()
    // keys work after the focused button is disabled
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await viewer.getByText('1 of 3').waitFor()
    assert.equal(await shown.getAttribute('alt'), 'the first')
    await page.keyboard.press('v')
    await viewer.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('the second'))
    assert.deepEqual(here.complaints, [])
  })

  test('videos and audio on other servers are links instead of broken players', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'films')
    await say('https://films.example/day%20one.mp4')
    await say('https://films.example/song.mp3')
    const here = await visit(ada)
    await here.opens(hash)
    for (const [name, address] of [
      ['day one.mp4', 'https://films.example/day%20one.mp4'],
      ['song.mp3', 'https://films.example/song.mp3'],
    ] as const) {
      const card = here.page.locator('.media-card a', { hasText: name })
      await card.getByText('films.example').waitFor()
      assert.equal(await card.getAttribute('href'), address)
      assert.equal(await card.getAttribute('target'), '_blank')
    }
    assert.equal(await here.page.locator('.content').locator('video, audio').count(), 0)
    assert.deepEqual(here.complaints, [])
  })
})
