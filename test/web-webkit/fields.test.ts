import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { test, type WebKitVisitor } from './browser.ts'
import { hasWebKit } from './programs.ts'
import { keys } from './session.ts'

const fieldOf = ({ session }: WebKitVisitor) =>
  session.run(() => {
    const { scrollHeight, clientHeight, offsetHeight } = document.activeElement as HTMLTextAreaElement
    return { height: offsetHeight, isWhole: scrollHeight <= clientHeight + 1 }
  })

describe.skipIf(!hasWebKit)('fields and pictures in WebKit', () => {
  test('a field grows with its text and in a narrower window', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.types('one')
    const first = await fieldOf(here)
    for (const line of ['two', 'three']) {
      await session.press(keys.shift, keys.enter)
      await session.type(line)
    }
    const grown = await fieldOf(here)
    assert.isAbove(grown.height, first.height + 30)
    assert.isTrue(grown.isWhole)
    await session.press(keys.shift, keys.enter)
    await session.type('A line that is about as long as a wide window, and takes several in a narrow one, to be seen.')
    const wide = await fieldOf(here)
    await session.resize(560, 900)
    await session.waitFor(
      'the field is higher',
      (before) => (document.activeElement as HTMLElement).offsetHeight > before,
      wide.height,
    )
    assert.isTrue((await fieldOf(here)).isWhole, 'all lines are in sight')
  })

  test('an enlarged image follows the mouse that drags it', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const content = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#05a' } })
      .png()
      .toBuffer()
    const { url } = await upload(ben, 'plan.png', content)
    await say(`[the plan](${url})`)
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.sees('the plan')
    await session.run(() => document.querySelector<HTMLElement>('article[data-message]')?.focus())
    await session.press('v')
    await session.waitFor('the picture', () => document.querySelector<HTMLImageElement>('.viewer-stage img')?.complete)
    const corner = () =>
      session.run(() => {
        const { left, top } = (document.querySelector('.viewer-stage img') as Element).getBoundingClientRect()
        return { left: Math.round(left), top: Math.round(top) }
      })
    const scale = () =>
      session.run(() =>
        Number(/scale\(([\d.]+)/.exec(document.querySelector('.viewer-stage img')?.getAttribute('style') ?? '')?.[1]),
      )
    // keys pressed while the viewer opens are ignored
    while ((await scale()) < 1.9) await session.press('+')
    await session.waitFor('the viewer has opened', () => document.getAnimations().length === 0)
    const before = await corner()
    await here.drags({ x: 600, y: 400 }, { x: 620, y: 410 }, { x: 660, y: 430 }, { x: 700, y: 450 })
    await session.waitFor(
      'the picture moves',
      (left) => (document.querySelector('.viewer-stage img') as Element).getBoundingClientRect().left > left + 50,
      before.left,
    )
    const after = await corner()
    assert.deepEqual([after.left - before.left, after.top - before.top], [100, 50])
  })
})
