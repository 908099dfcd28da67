/** A repeatable random number below `count`. */
export function numbersFrom(seed: number): (count: number) => number {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

export const oneOf = <T>(list: readonly T[], below: (count: number) => number): T => list[below(list.length)] as T

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

const separators = [' ', ' ', ' ', '\n', ', ']
const ends = ['.', '!', '?', '…', ' 🙂', '', ':']

/** More than 10,000 texts without words that communities ban, in many languages, with code, names, and emoji. */
export function ordinaryTexts(isOrdinary: (word: string) => boolean = () => true): string[] {
  const below = numbersFrom(30_112_026)
  return vocabularies.flatMap((vocabulary) => {
    const words = vocabulary.filter(isOrdinary)
    if (words.length === 0) return []
    return Array.from({ length: 700 }, () => {
      const text = Array.from({ length: 4 + below(12) }, () => oneOf(words, below)).join(oneOf(separators, below))
      return text + oneOf(ends, below)
    })
  })
}
