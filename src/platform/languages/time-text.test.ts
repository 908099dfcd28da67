import { assert, test } from '#test'
import { timeTextFor, ZonedTime } from './index.ts'

const time = new Date('2026-11-21T20:05:00Z')

test('times have the name of their zone, and unknown zones are UTC', () => {
  assert.equal(timeTextFor('en', 'Europe/Berlin')(time), 'Saturday, November 21, 2026 at 9:05 PM GMT+1')
  for (const zone of ['', 'Nowhere/Atall'])
    assert.equal(timeTextFor('en', zone)(time), 'Saturday, November 21, 2026 at 8:05 PM UTC')
  assert.equal(timeTextFor('en', 'UTC')('someday'), 'someday')
})

test('a time in an error follows the reader’s language and clock', () => {
  const zoned = new ZonedTime(time, 'Asia/Tokyo', { hour24: true })
  assert.equal(zoned.in('de'), 'Sonntag, 22. November 2026 um 05:05 GMT+9')
  assert.equal(String(zoned), 'Sunday, November 22, 2026 at 05:05 GMT+9')
  assert.match(new ZonedTime(time, '', {}).in('ar'), /8:05.*UTC/)
})

test('a limited number of formatters is cached', ({ onTestFinished }) => {
  const { DateTimeFormat } = Intl
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat
  })
  let made = 0
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(...args: ConstructorParameters<typeof DateTimeFormat>) {
      super(...args)
      made++
    }
  } as typeof DateTimeFormat
  const format = (zone: string) => timeTextFor('fr', zone)(time)
  const first = format('Asia/Tokyo')
  assert.equal(format('Asia/Tokyo'), first)
  assert.equal(made, 1)
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'Asia/Tokyo')
  for (const zone of others.slice(0, 200)) format(zone)
  assert.equal(format('Asia/Tokyo'), first)
  assert.equal(made, 202)
})
