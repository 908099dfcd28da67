import { assert, describe } from 'vitest'
import { hasBrowser, test, type Visitor } from './browser.ts'

/** Names of the direct messages in the sidebar that were animated when they moved. */
async function watchMoves({ page }: Visitor): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    const { animate } = Element.prototype
    Element.prototype.animate = function (...given) {
      moved.push(this.querySelector('.name')?.textContent ?? '')
      return animate.apply(this, given)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)
}

const firstIs = ({ page }: Visitor, name: string) =>
  page.waitForFunction(
    (wanted) =>
      document
        .querySelector('#left-sidebar section[aria-label="Direct messages"] li .name')
        ?.textContent?.startsWith(wanted),
    name,
  )

describe.skipIf(!hasBrowser)('moving rows', () => {
  test('conversations slide to their new places, and don’t with reduced motion', async ({ ada, ben, cleo, visit }) => {
    await ben.sends('First', ada)
    await cleo.sends('Second', ada)
    const [here, still] = [await visit(ada), await visit(ada, { reducedMotion: 'reduce' })]
    await Promise.all([firstIs(here, 'Cleo'), firstIs(still, 'Cleo')])
    const [moved, movedStill] = [await watchMoves(here), await watchMoves(still)]
    await ben.sends('Third', ada)
    await Promise.all([firstIs(here, 'Ben'), firstIs(still, 'Ben')])
    assert.includeMembers(
      (await moved()).map((name) => name.replace(/,.*/, '')),
      ['Ben', 'Cleo'],
    )
    assert.deepEqual(await movedStill(), [])
    assert.deepEqual([...here.complaints, ...still.complaints], [])
  })
})
