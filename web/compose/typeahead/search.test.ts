import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds } from '../../../test/harness/property.ts'
import { begins, best, byLetters, SearchIndex, wordBegins } from './search.ts'

const names = [
  'Ada Lovelace',
  'Zoë Müller',
  'Łukasz Nowak',
  '山田 太郎',
  'Иван Петров',
  'O’Neil',
  "Dana O'Hara",
  'Armada Fleet',
]
const index = new SearchIndex(names, (name) => name)
const found = (query: string) => index.find(query).map(({ item }) => item)

test('names match by word prefixes, ignoring accents, in any script', () => {
  expect(found('ada')).toEqual(['Ada Lovelace', 'Armada Fleet'])
  expect(found('ada lo')).toEqual(['Ada Lovelace'])
  expect(found('zoe mul')).toEqual(['Zoë Müller'])
  expect(found('山田')).toEqual(['山田 太郎'])
  expect(found('иван')).toEqual(['Иван Петров'])
  expect(found('zzz')).toEqual([])
  expect(found('')).toHaveLength(names.length)
  expect(found('***')).toEqual([])
})

test('matches tell how well the name fits', () => {
  const fit = (query: string, name: string) => index.find(query).find(({ item }) => item === name)?.fit
  expect(fit('ada', 'Ada Lovelace')).toBe(begins)
  expect(fit('love', 'Ada Lovelace')).toBe(wordBegins)
})

test('best() returns the same as sorting everything', () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => (index * 7919) % 2_003)
  expect(best(numbers, (a, b) => a - b, 12)).toEqual([...numbers].sort((a, b) => a - b).slice(0, 12))
})

test('refining a query returns everything that matches the full query', () => {
  const letters = fc.constantFrom('a', 'b', 'd', 'A', 'é', 'и', '7', ' ', '-', '"', "'", '.')
  const word = fc.array(letters, { maxLength: 8 }).map((all) => all.join(''))
  return holds(
    fc.property(fc.array(word, { maxLength: 12 }), word, fc.array(word, { maxLength: 3 }), (all, query, others) => {
      const typed = new SearchIndex(all, (name) => name)
      for (const other of others) typed.find(other)
      for (let length = 1; length <= query.length; length++) {
        const part = query.slice(0, length)
        expect(typed.find(part)).toEqual(new SearchIndex(all, (name) => name).find(part))
      }
    }),
    { runs: 500 },
  )
})

test('first() orders by fit, weight, and letters', () => {
  const people = Array.from(
    { length: 300 },
    (_, index) => `${['Ada', 'An Ada', 'Lada'][index % 3]} ${(index * 71) % 307}`,
  )
  const weight = (name: string) => name.length % 4
  const all = new SearchIndex(people, (name) => name)
  for (const query of ['', 'a', 'ada', 'ada 1', 'zzz']) {
    const sorted = all
      .find(query)
      .sort((a, b) => a.fit - b.fit || weight(b.item) - weight(a.item) || byLetters(a, b))
      .map(({ item }) => item)
    expect(all.first(query, weight, 12)).toEqual(sorted.slice(0, 12))
  }
})
