import { assert, test } from '#test'
import { numbersFrom, oneOf, ordinaryTexts } from './fixture.ts'
import { WordFinder } from './word-finder.ts'

const banned = [
  'casino',
  'viagra',
  'bitcoin',
  'jackpot',
  'crypto',
  'escort',
  'loan shark',
  'free money',
  'buy followers',
  'telegram',
  'spam',
  'scam',
  'porno',
  'replica watches',
  'click here',
  'казино',
  'Wettbüro',
  'prêmio',
]
const finder = await WordFinder.of([{ id: 1, words: banned }], 'test')
const isFound = (text: string) => finder.idsIn(text).has(1)

const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аα４@ａ𝐚ⓐ🅰ᴀåąá',
  b: 'ЬβｂƀⒷᴃḃ',
  c: 'сϲｃ𝒄ⓒçć',
  e: 'еεｅ𝔢ⓔ3éëę',
  g: 'ԍｇɡğ9ⓖ',
  h: 'һｈⓗĥħ',
  i: 'іιｉ1!ıíïⓘ',
  k: 'кκｋⓚķ',
  l: 'ӏ1|ｌłℓⓛ',
  m: 'мｍⓜ𝗺ṁ',
  n: 'пηｎñńⓝ',
  o: 'оοｏ0øöõⓞ',
  p: 'рρｐⓟṗ',
  r: 'гｒřⓡŕ',
  s: 'ѕｓ5$šⓢṡ',
  t: 'тτｔ7ţⓣŧ',
  u: 'υｕüůⓤū',
  v: 'νｖѵⓥ',
  w: 'ωｗԝⓦŵ',
  y: 'уγｙýÿⓨ',
}
const insertable = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\u202e',
  '\ufe0f',
  '\u{e0061}',
]
const combining = ['\u0301', '\u0308', '\u0336', '\u0489', '\u20d0', '\u0903', '\u0e31', '\u20e3']
const separators = [' ', '.', '-', '_', '*', '·', '~', '´', '/', '🔥', '\u00a0']

type Disguise = (word: string, below: (count: number) => number) => string

const eachLetter = (word: string, change: (letter: string, index: number) => string): string =>
  [...word].map(change).join('')
const someLetters = (
  chance: number,
  change: (letter: string, below: (count: number) => number) => string,
): Disguise => {
  return (word, below) =>
    eachLetter(word, (letter) => (letter !== ' ' && below(100) < chance ? change(letter, below) : letter))
}

const letterDisguises: readonly Disguise[] = [
  someLetters(50, (letter) => letter.toUpperCase()),
  someLetters(40, (letter, below) => oneOf([...(lookAlikes[letter] ?? letter)], below)),
  someLetters(40, (letter, below) => letter + oneOf(insertable, below)),
  someLetters(40, (letter, below) => letter + oneOf(combining, below).repeat(1 + below(4))),
]
const disguises: readonly Disguise[] = [
  ...letterDisguises,
  (word, below) => oneOf(letterDisguises, below)(oneOf(letterDisguises, below)(word, below), below),
  (word, below) => {
    const separator = oneOf(separators, below)
    return word
      .split(' ')
      .map((part) => [...part].join(separator))
      .join(' ')
  },
  (word, below) => {
    const at = 1 + below(word.length - 1)
    return `${word.slice(0, at)}**${word.slice(at)}**`
  },
  (word, below) => {
    const at = 1 + below(word.length - 1)
    return word[at] === ' ' ? word : `[${word.slice(0, at)}](https://loom.example)${word.slice(at)}`
  },
  (word) => eachLetter(word, (letter) => (letter === ' ' ? letter : `&#${letter.codePointAt(0)};`)),
]

test('thousands of disguised words are found', () => {
  const below = numbersFrom(20_261_130)
  const missed: string[] = []
  let count = 0
  const tryText = (text: string) => {
    count++
    if (!isFound(text)) missed.push(text)
  }
  for (const word of banned)
    for (let at = 0; at < 200; at++) {
      const disguised = oneOf(disguises, below)(word, below)
      tryText(
        oneOf(
          [disguised, `Look: ${disguised}!`, `(${disguised})`, `hello, ${disguised} now`, `> ${disguised}\n\nYes`],
          below,
        ),
      )
    }
  assert.ok(count >= 2_000)
  assert.deepEqual(missed.slice(0, 20), [])
})

/** Banned words that are easily mistaken for ordinary ones. */
const shortWords = [
  'pot',
  'cop',
  'kot',
  'top',
  'hoc',
  'mope',
  'sos',
  'lol',
  'ill',
  'ail',
  'lie',
  'bob',
  'usb',
  'kama',
  'oga',
  'ego',
  'ass',
  'tit',
  'кос',
  'ток',
  'νους',
  'कर',
  'かき',
  '森',
]

test('10,000 ordinary texts in many languages contain no banned words', async () => {
  const strictFinder = await WordFinder.of([{ id: 1, words: [...banned, ...shortWords] }], 'test')
  const texts = ordinaryTexts()
  assert.ok(texts.length >= 10_000)
  const found = texts.filter((text) => strictFinder.idsIn(text).size > 0)
  assert.deepEqual(found.slice(0, 20), [])
})

test('each rule matches only its own words, and phrases match in order', async () => {
  const rules = [
    { id: 1, words: ['free money', 'money back'] },
    { id: 2, words: ['back', '会議'] },
    { id: 3, words: ['cafe'] },
  ]
  const ruleFinder = await WordFinder.of(rules, 'test')
  const idsIn = (text: string) => [...ruleFinder.idsIn(text)].sort()
  assert.deepEqual(idsIn('Free  MONEY!'), [1])
  assert.deepEqual(idsIn('free or money'), [])
  assert.deepEqual(idsIn('free money back'), [1, 2])
  // spelled-out words after others
  const spelled = await WordFinder.of(
    [
      { id: 4, words: ['loom'] },
      { id: 5, words: ['weave'] },
    ],
    'test',
  )
  assert.deepEqual([...spelled.idsIn('l o o m and w e a v e')].sort(), [4, 5])
  assert.deepEqual(idsIn('今日は会議です'), [2])
  assert.deepEqual(idsIn('CAFÉ'), [3])
  assert.deepEqual(idsIn('cafeteria'), [])
  assert.deepEqual(idsIn(''), [])
})

test('long repetitive texts don’t match phrases with the same beginning', async () => {
  const words = Array.from({ length: 200 }, (_, at) => `${'a '.repeat(at % 29)}b${at}`)
  const rules = Array.from({ length: 5 }, (_, id) => ({ id, words }))
  const largeFinder = await WordFinder.of(rules, 'test')
  for (const part of ['a ', 'а ', 'a', '!', '@', '](', '&#97;', 'а1', '\u0301', '\u200b', 'あ', '|a|', 'я\u0489'])
    assert.equal(largeFinder.idsIn(part.repeat(10_000 / part.length)).size, 0)
})

test('a text that repeats the words of 50 rules matches all of them', async () => {
  const words = Array.from({ length: 30 }, (_, at) => 'a '.repeat(at + 1))
  const largeFinder = await WordFinder.of(
    Array.from({ length: 50 }, (_, id) => ({ id, words })),
    'test',
  )
  assert.equal(largeFinder.idsIn('a! @ '.repeat(2_000)).size, 50)
  assert.equal(largeFinder.idsIn('а @ '.repeat(2_500)).size, 50)
})
