import { assert, test } from '#test'
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

/** A repeatable random number below `count`. */
function numbersFrom(seed: number): (count: number) => number {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

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
const oneOf = <T>(list: readonly T[], below: (count: number) => number): T => list[below(list.length)] as T

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

const vocabularies = [
  'the loom is warm today we weave a scarf with 24 threads and escorted guests telegrams spammer scampi cryptography jackpots some money click this watch replicas buy a sunflower follower loans sharks casinos scams bit coins v1 v2.0 re-use co-op U.S.A. e-mail 10:30 $5 100% a/b I a b c ok',
  'der Webstuhl läuft heute gut wir weben einen Schal mit Fäden über große Straßen und Büro Wetter wetten die Premiere war schön',
  'le métier à tisser est chaud aujourd’hui premier premières nous tissons une écharpe l’été où ça va',
  'el telar está caliente hoy tejemos una bufanda con hilos señor niño año mañana telegrama',
  'кот сор рот море тор нос сок вес ткань станок сегодня мы ткём шарф нитями казинобот прокат очень хорошо что это привет',
  'ο αργαλειός είναι ζεστός σήμερα υφαίνουμε ένα κασκόλ με κλωστές και το νερό τον καιρό',
  'krosno jest dziś ciepłe tkamy szalik z nitkami łódź żółw źrebię ćma ńa',
  'dokuma tezgâhı bugün sıcak ipliklerle atkı dokuyoruz İstanbul ışık çok güzel',
  '今日は 織機が 暖かい です がぎぐげご カメラ 我们 用 线 织 围巾 오늘 베틀이 따뜻해요',
  'आज करघा गर्म है हम धागे से दुपट्टा बुनते हैं النول دافئ اليوم نحن ننسج وشاحًا הנול חם היום',
  'const x = 1; i++ a[0] !== b[1] foo_bar() https://loom.example/path?q=1&r=2 @**Ada Lovelace** #**general>looms** :smile: `code` 505 101 1337 0x5f 3d 4k 1st 2nd b2b w3c h264 mp3 s3 i18n a11y 5 0 5 7 a 8 b',
  'Ada Lovelace Jürgen O’Connor Nguyễn Văn An Søren Ångström José María Иван Петров Ελένη 田中太郎 王小明 김민준 Müller-Lüdenscheidt St.John van der Berg McDonald',
  '😀 👩‍🚀 🏳️‍🌈 👍🏽 🔥🔥 :tada: 1️⃣ 2️⃣ ❤️ ¯\\_(ツ)_/¯ ಠ_ಠ (╯°□°)╯︵ ┻━┻ ★ → ✓ ½ ™ © 日本🇯🇵 nice 🎉',
  'ada@loom.example ben.weaver+lists@mail.example.org mailto:me@x.example www.loom.example loom.example/a-b_c ftp://files.example/x.tar.gz http://127.0.0.1:9991/#narrow localhost:8080 https://ja.example/wiki/%E6%A9%9F',
  'v1.2.3 2.0.0-rc.1 ^20.19 ~=3.11 1.0.0+build.5 9f86d081884c7d65 e3b0c44298fc1c149afbf4c8996fb924 sha256:2cf24dba5fb0a30e d3b07384-d113-4f5e-a1c2-9f0c1d2e3f4a ipv6 2001:db8::1 192.168.0.1 0xDEADBEEF aGVsbG8gd29ybGQ= #1337 PR#42',
  'if (a && b) return; for (let i = 0; i < n; i++) { } => fn<T>() SELECT * FROM t WHERE id=$1; s3://bucket/key /usr/lib/x.so C:\\Temp\\a.txt $HOME/.bashrc git rebase -i HEAD~3 npm ci && make -j8 {"a":[1,2]} <div class="x"> std::vector<int> x->y',
].map((text) => text.split(' '))
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
  const below = numbersFrom(30_112_026)
  const ends = ['.', '!', '?', '…', ' 🙂', '', ':']
  const found: string[] = []
  let count = 0
  for (const words of vocabularies)
    for (let at = 0; at < 700; at++) {
      count++
      const text = Array.from({ length: 4 + below(12) }, () => oneOf(words, below)).join(
        oneOf([' ', ' ', ' ', '\n', ', '], below),
      )
      if (strictFinder.idsIn(text + oneOf(ends, below)).size > 0) found.push(text)
    }
  assert.ok(count >= 10_000)
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
