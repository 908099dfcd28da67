/* Characters that look like Latin letters. Each entry is a letter followed by its look-alikes. */

const pairs = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .flatMap((entry) => {
        const [letter = '', ...lookAlikes] = entry
        return lookAlikes.map((lookAlike): [string, string] => [lookAlike, letter])
      }),
  )

/** Latin look-alikes that Unicode normalization doesn't decompose, unlike accented letters. */
export const latin = pairs(`
  aᴀɑⱥ bʙᴃƀɓ cᴄȼƈ dᴅđðɗ eᴇɇ fꜰƒ gɢǥɡ hʜħɦ iɪıɨ jᴊɉȷ kᴋƙ lʟłƚɫ mᴍ nɴɲŋ oᴏøɵ pᴘƥ qꞯ rʀɍɾ sꜱʂ tᴛŧƭ uᴜʉ vᴠʋ wᴡ yʏɏƴ zᴢƶ
`)

/** Single letters that stand for two. */
export const ligatures: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
])

/** Same shape as a Latin letter: a word made of these reads as a Latin word. */
export const sameShape = {
  cyrillic: pairs(`
    aаА bВ cсС dԁ eеЕ gԍ hһН iіІ jјЈ kкК lӏӀ mмМ nԥ oоО pрР qԛ sѕЅ tтТ vѵ wԝ xхХ yуУүҮ
  `),
  greek: pairs('aαΑ bβΒ eΕ hΗ iιΙ jϳ kκΚ mΜ nΝ oοΟ pρΡ tΤ uυ vν xχΧ yγΥ zΖ'),
} as const
export type LookAlikeScript = keyof typeof sameShape

/** Similar shape: only replaced in words that also have Latin letters. */
export const similarShape: ReadonlyMap<string, string> = pairs(`
  bвьЬБ eзЗєЄεξ hн iї mмμ nпПиИηή rгГяЯ tтτ oσ uμц wшШщЩωψ xж
`)

/** Digits and signs used in place of letters. `1`, `!`, and `|` can also mean `l`, so `l` is treated as `i`. */
export const leet: ReadonlyMap<string, string> = pairs('o0 i1!|l e3€ a4@ s5$ t7 b8 g69 z2')

/** First code points of circled and squared letters that Unicode doesn't decompose, and of the letters in flags. */
export const enclosedStarts = [0x1f150, 0x1f170, 0x1f1e6] as const
