import { expect, test } from 'vitest'
import { begins, best, SearchIndex, wordBegins } from './search.ts'

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

test('names are found by the beginnings of their words, whatever their marks and their script', () => {
  expect(found('ada')).toEqual(['Ada Lovelace', 'Armada Fleet'])
  expect(found('ada lo')).toEqual(['Ada Lovelace'])
  expect(found('zoe mul')).toEqual(['Zoë Müller'])
  expect(found('山田')).toEqual(['山田 太郎'])
  expect(found('иван')).toEqual(['Иван Петров'])
  expect(found('zzz')).toEqual([])
  expect(found('')).toHaveLength(names.length)
  expect(found('***')).toEqual([])
})

test('how well a name fits is told', () => {
  const fit = (query: string, name: string) => index.find(query).find(({ item }) => item === name)?.fit
  expect(fit('ada', 'Ada Lovelace')).toBe(begins)
  expect(fit('love', 'Ada Lovelace')).toBe(wordBegins)
})

test('the first of many are those that sorting all of them would bring', () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => (index * 7919) % 2_003)
  expect(best(numbers, (a, b) => a - b, 12)).toEqual([...numbers].sort((a, b) => a - b).slice(0, 12))
})
