import { assert, test } from '#test'
import { drawnLines, type Line, linesOf, moved } from './emoji-lines.ts'

const sections = (...counts: number[]) =>
  counts.map((length) => ({ emoji: Array.from({ length }, () => ({}) as never) }))
const measures = { heading: 20, row: 40 }

test('each section of emoji starts a new row', () => {
  const lines = linesOf(sections(10, 3), 8)
  assert.deepEqual(
    lines.map(({ section, row, from, to }) => [section, row, from, to]),
    [
      [0, 0, 0, 8],
      [0, 1, 8, 10],
      [1, 0, 10, 13],
    ],
  )
})

test('arrow keys move by rendered rows and stop at the ends', () => {
  const lines = linesOf(sections(10, 3, 9), 8)
  assert.equal(moved('down', 5, lines), 9)
  assert.equal(moved('down', 9, lines), 11)
  assert.equal(moved('up', 11, lines), 9)
  assert.equal(moved('up', 2, lines), 2)
  assert.equal(moved('down', 21, lines), 21)
  assert.equal(moved('next', 21, lines), 21)
  assert.equal(moved('next', 9, lines), 10)
  assert.equal(moved('previous', 0, lines), 0)
  assert.equal(moved('next section', 4, lines), 10)
  assert.equal(moved('previous section', 15, lines), 10)
  assert.equal(moved('previous section', 4, lines), 4)
})

test('only rows near the viewport and the selected row are rendered', () => {
  const lines = linesOf(sections(800, 800), 8)
  const numbers = (drawn: ReadonlySet<Line>) => [...drawn].map((line) => lines.indexOf(line))
  const drawn = numbers(drawnLines(lines, measures, { top: 4_000, height: 300, here: 0 }))
  assert.ok(drawn.length < 18, String(drawn.length))
  assert.ok(drawn.includes(0))
  for (const index of [100, 104, 106]) assert.ok(drawn.includes(index), String(index))
})
