import { readFileSync } from 'node:fs'
import { assert, test } from 'vitest'
import { p } from '../texts/places.ts'
import { palette } from './palette.ts'

/** Relative luminance, by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test('every colour that is offered can be told from each ground', () => {
  const tokens = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8')
  const grounds = ['bg', 'side', 'raised'].flatMap((name) => {
    const pair = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)
    return [pair?.[1] as string, pair?.[2] as string]
  })
  assert.lengthOf(grounds.filter(Boolean), 6)
  for (const [color, name] of palette)
    for (const ground of grounds) assert.isAtLeast(contrast(color, ground), 3, `${name} on ${ground}`)
})

test('every colour that is offered is another one, and has a name', () => {
  assert.lengthOf(new Set(palette.map(([color]) => color)), palette.length)
  assert.lengthOf(new Set(palette.map(([, name]) => p.colourNames[name])), palette.length)
})
