import { assert, test } from 'vitest'
import { strengthOf as inThread } from './index.ts'
import { strengthOf } from './strength.ts'

const names = ['Analytical Engine Society', 'Ada Lovelace', 'ada.king@societyhouse.example']
const problem = (password: string) => strengthOf(password, names, 10_000).problem

test('common, repeated, keyboard and digit passwords are easy to guess', () => {
  for (const password of [
    'aaaaaaaa',
    'password',
    '12345678',
    'qwertyuiop',
    'password1',
    'elephant',
    'asdf1234',
    'p4ssw0rd',
    'ｐａｓｓｗｏｒｄ',
    '𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝',
  ])
    assert.equal(problem(password), 'guessable', password)
  assert.equal(problem('a'.repeat(100)), 'guessable')
})

test('names of the user and organization are rejected, even with a short addition', () => {
  const refused = [
    'adalovelace',
    'LovelaceAda1',
    'Society2026',
    'S0c1ety!99',
    'AnalyticalEngineSociety',
    'ada.king1',
    'societyhouse!',
  ]
  for (const password of refused) assert.equal(problem(password), 'names', password)
  assert.equal(strengthOf('Zoë-Müller1', ['Zoe Muller'], 10_000).problem, 'names')
  assert.equal(strengthOf('山田太郎1234', ['山田 太郎'], 10_000).problem, 'names')
})

test('an email address and its domain are rejected as passwords', () => {
  for (const password of [
    'ada.king@societyhouse.example',
    'ada.king@societyhouse.example1',
    'societyhouse.example',
    'Ada.SocietyHouse.Example',
    'lovelace@societyhouse.example',
  ])
    assert.equal(problem(password), 'names', password)
})

test('a name with enough other text is accepted, and so are words containing one', () => {
  for (const password of ['ada and 7 green turtles', 'correct horse battery', 'adamantx41', 'kX9#qLw2pZ', 'com-fx-81q'])
    assert.equal(problem(password), undefined, password)
})

test('the level rises with the number of guesses', () => {
  const levels = ['password', 'kwQ8zr1!', 'kwQ8zr1!x7', 'correct horse battery staple'].map(
    (password) => strengthOf(password, [], 10_000).level,
  )
  assert.deepEqual(levels, [0, 1, 2, 3])
})

test('the longest passwords of every kind are judged quickly', () => {
  const kinds = [
    'a',
    '4@8({[<369&#!1/|0$5+7%2',
    'p4ssw0rd',
    '1.1.11/',
    '0123456789',
    'qwertyuiop',
    'the and you ',
    '@$',
    '\ud83d\ude00',
    'é',
  ]
  strengthOf('password', names, 10_000)
  for (const kind of kinds) {
    const password = kind.repeat(100).slice(0, 100)
    const before = process.cpuUsage()
    strengthOf(password, names, 10_000)
    const { user, system } = process.cpuUsage(before)
    assert.ok((user + system) / 1_000 < 500, `${kind} took ${(user + system) / 1_000} ms`)
  }
})

test('the thread answers each question, many at once too', async () => {
  const passwords = ['password', 'correct horse battery', 'Society2026']
  const asked = Array.from({ length: 30 }, (_, index) => passwords[index % 3] as string)
  const told = await Promise.all(asked.map((password) => inThread(password, names, 10_000)))
  assert.deepEqual(
    told,
    asked.map((password) => strengthOf(password, names, 10_000)),
  )
})
