import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { test, type WebKitVisitor } from './browser.ts'
import { hasWebKit } from './programs.ts'
import { keys, until } from './session.ts'

/** How many strongly colored pixels the first message's text has. */
async function colored({ session }: WebKitVisitor): Promise<number> {
  const box = await session.run(() => {
    const { left, top, width, height } = (document.querySelector('.content') as Element).getBoundingClientRect()
    return { left, top, width, height }
  })
  const [left, top, width, height] = [box.left, box.top, box.width, box.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ]
  const cut = sharp(await session.screenshot()).extract({ left, top, width, height })
  const { data, info } = await cut.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 90) count++
  }
  return count
}

describe.skipIf(!hasWebKit)('emoji in WebKit', () => {
  test('the emoji list downloads no font where a color font is installed', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Done 😀😀😀')
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.sees('Done')
    await until('the emoji of the message are pictures', async () => (await colored(here)) > 100)
    await here.clicks('#compose button', 'Emoji')
    const options = await session.waitFor('the emoji list', () => {
      const all = [...document.querySelectorAll('.emoji-picker [role=option]')]
      return all.length > 30 && all.length
    })
    assert.isBelow(options, 400, 'only the rows in sight are drawn')
    const fonts = await session.run(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('emoji') && name.includes('woff')),
    )
    assert.deepEqual(fonts, [])
    await session.type('tada')
    await session.waitFor('one that was searched for', () =>
      document.querySelector('.emoji-picker [role=option]')?.getAttribute('aria-label')?.includes('tada'),
    )
    await session.press(keys.enter)
    await session.waitFor('the emoji in the message', () =>
      document.querySelector<HTMLTextAreaElement>('#compose textarea')?.value.includes(':tada:'),
    )
  })

  test('a click outside closes the list and leaves the message alone', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Done')
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.types('Half a sentence')
    await here.clicks('#compose button', 'Emoji')
    await session.waitFor('the emoji list', () => document.querySelector('.emoji-picker [role=option]') !== null)
    await here.clicksAt({ x: 640, y: 200 })
    await session.waitFor('the list is closed', () => document.querySelector('.emoji-picker') === null)
    assert.equal(
      await session.run(() => document.querySelector<HTMLTextAreaElement>('#compose textarea')?.value),
      'Half a sentence',
    )
  })
})
