import fc from 'fast-check'
import { dayMs } from '#contract'
import { parseInterval, parseKeepRules } from '#platform/config'
import { assert, holds, test } from '#test'
import { kept } from './keep-rules.ts'

const now = new Date('2026-11-22T15:40:00Z')
const backup = (ageMs: number, problem: string | null = null) => ({
  made_at: new Date(now.getTime() - ageMs).toISOString(),
  check: { problem },
})
const rules = (text: string) => parseKeepRules(text) ?? []

test('keep rules and intervals are parsed, and malformed ones rejected', () => {
  assert.deepEqual(parseKeepRules('7d, 4w'), [
    { spans: 7, lengthMs: dayMs },
    { spans: 4, lengthMs: 7 * dayMs },
  ])
  for (const text of ['', '7', 'd', '7d,', '0d', '-1d', '7y', '1e3d', '99999d'])
    assert.equal(parseKeepRules(text), undefined)
  assert.equal(parseInterval('30min'), 30 * 60_000)
  assert.equal(parseInterval('6h'), dayMs / 4)
  assert.equal(parseInterval('1d'), dayMs)
  for (const text of ['', '6', 'h', '0h', '1m', '6 h', '1.5h', 'off']) assert.equal(parseInterval(text), undefined)
})

test('a year of backups is thinned to a day, seven days, and four weeks', () => {
  const backups = Array.from({ length: 4 * 365 }, (_, index) => backup(index * (dayMs / 4) + 60_000))
  const keep = [...kept(backups, rules('7d,4w'), now)]
  assert.ok(keep.length >= 10 && keep.length <= 14, String(keep.length))
  const oldest = Math.max(...keep.map(({ made_at }) => now.getTime() - Date.parse(made_at)))
  assert.ok(oldest > 14 * dayMs && oldest <= 28 * dayMs)
})

test('the newest backup and the newest checked one stay at any age', () => {
  const broken = backup(900 * dayMs, 'x')
  const untried = { ...backup(901 * dayMs), check: null }
  const [sound, oldest] = [backup(902 * dayMs), backup(903 * dayMs)]
  assert.deepEqual([...kept([oldest, sound, untried, broken], rules('7d'), now)], [broken, sound])
})

test('the newest backup from before an upgrade stays at any age', () => {
  const before = { ...backup(902 * dayMs), before_upgrade: true }
  const earlier = { ...backup(903 * dayMs), before_upgrade: true }
  const sound = backup(dayMs * 2)
  assert.deepEqual([...kept([earlier, before, backup(901 * dayMs), sound], rules('7d'), now)], [sound, before])
})

test("adding rules never keeps fewer, and earlier removals don't change later results", async () => {
  const ages = fc.array(fc.integer({ min: 0, max: 60 * 24 }), { maxLength: 60 })
  await holds(
    fc.property(ages, fc.integer({ min: 1, max: 48 }), (hours, later) => {
      const backups = hours.map((hour) => backup((hour * dayMs) / 24))
      const few = kept(backups, rules('7d'), now)
      const more = kept(backups, rules('7d,4w'), now)
      for (const one of few) assert.ok(more.has(one))
      // applying the rules twice gives the same days as applying them once to all backups
      const then = new Date(now.getTime() + (later * dayMs) / 24)
      const days = (from: Iterable<{ made_at: string }>) =>
        new Set([...from].map(({ made_at }) => Math.floor(Date.parse(made_at) / dayMs)))
      assert.deepEqual(days(kept([...more], rules('7d'), then)), days(kept(backups, rules('7d'), then)))
    }),
    { runs: 200 },
  )
})
