// Pseudo-languages show clipped and hard-coded texts: en-XA is longer and accented, en-XB runs from right to left.
import { hasLetters, withTexts } from './message.mjs'

export const pseudoLanguages = new Map([
  ['en-XA', { name: '[Ȧƈƈḗƞŧḗḓ]', direction: 'ltr', change: accented }],
  ['en-XB', { name: '[Right to left]', direction: 'rtl', change: mirrored }],
])

/** English as a pseudo-language’s catalog; `change` transforms the English messages. */
export function pseudoCatalog(english, language) {
  const { name, direction, change } = pseudoLanguages.get(language)
  return { ...english, language, name, direction, isReviewed: true, change }
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accents = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ']
const accentOf = new Map([...plain].map((letter, index) => [letter, accents[index]]))
/** Short translations are about this much longer than English. */
const expansion = 0.35

/** Accents on every letter, about a third longer, in brackets that reveal clipped or concatenated texts. */
function accented(parts) {
  if (!hasLetters(parts)) return parts
  let letters = 0
  const changed = withTexts(parts, (text) => {
    letters = Math.max(letters, text.length)
    return text.replace(/[A-Za-z]/g, (letter) => accentOf.get(letter))
  })
  // in words, so that lines can break
  const more = '~'.repeat(Math.ceil(letters * expansion)).replace(/~{5}(?=~)/g, '$& ')
  return ['[', ...changed, more === '' ? ']' : ` ${more}]`]
}

/** Reverses every word, as if it were in a right-to-left script. */
function mirrored(parts) {
  return withTexts(parts, (text) => text.replace(/[\p{L}\p{N}’'-]+/gu, (word) => `\u200f\u202e${word}\u202c\u200f`))
}
