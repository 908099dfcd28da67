import type { Locator } from 'playwright-core'
import { assert } from 'vitest'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const sizes = [
  [1280, 300],
  [760, 500],
  [390, 844],
  [320, 320],
] as const

/** Waits until a layer is where it stays: layers move a little while they open. */
export const settles = (layer: Locator) =>
  layer.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished))
  })

/** Checks that a floating element stays fully visible in windows of any size, and returns to its first place. */
export async function staysInView(floating: Locator): Promise<void> {
  const page = floating.page()
  const first = page.viewportSize() as { width: number; height: number }
  const boxOf = async () => (await floating.boundingBox()) as Box
  await settles(floating)
  const before = await boxOf()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const box = await boxOf()
    const words = `${width} by ${height}: ${JSON.stringify(box)}`
    assert.isAtLeast(Math.min(box.x, box.y), 0, words)
    assert.isAtMost(box.x + box.width, width, words)
    assert.isAtMost(Math.round(box.y + box.height), height, words)
  }
  await page.setViewportSize(first)
  assert.deepEqual(await boxOf(), before)
}
