import { isAscii } from './texts.ts'

/** Combining marks and invisible characters. */
const marks =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u1dc0-\\u1dff\\u2de0-\\u2dff'
const invisible = '\\u00ad\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f\\ufeff'
const ignored = new RegExp(`[${marks}${invisible}]+`, 'gu')
/** Letters that people type as other letters. */
const alike: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ı: 'i',
  ð: 'd',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const typedOtherwise = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu')

/** Removes case and accents and normalizes to compatibility forms, like the database's `search_text`. */
export const folded = (text: string): string =>
  // perf: most names are ASCII, and the full path is ten times slower
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(ignored, '')
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(typedOtherwise, (letter) => alike[letter] ?? letter)

/**
 * Scripts that are indexed letter by letter so that any substring matches: those without spaces between words, and
 * those that databases tokenize differently. Keep in sync with `search_text`.
 */
export const singleLetters =
  /[^\u0000-\u06ff\u10a0-\u10ff\u1200-\u13ff\u1c80-\u1cbf\u1d00-\u1fff\u2c00-\u2dff\ua640-\ua69f\ua720-\ua7ff\uab30-\uabbf]+/gu

export const hasSingleLetters = (text: string): boolean => folded(text).search(singleLetters) !== -1

/**
 * Signs and letters of other scripts that `search_text` neither maps to Latin letters or digits nor drops, as ranges of
 * a regular expression. Not complete: these are the common ones.
 */
export const plainSigns =
  '\\u00a0-\\u00a7\\u00a9\\u00ab\\u00ac\\u00ae\\u00b0\\u00b1\\u00b6\\u00b7\\u00bb\\u00bf\\u00d7\\u00f7\\u0391-\\u03c9\\u0400-\\u0482\\u048a-\\u052f\\u05d0-\\u05ea\\u0620-\\u063f\\u0641-\\u064a\\u0e01-\\u0e3a\\u2010-\\u2027\\u2030-\\u203a\\u2190-\\u23ff\\u2500-\\u27ff\\u2900-\\u2bff\\u3001-\\u3029\\u3041-\\u3096\\u30a1-\\u30fe\\u3400-\\u9fff\\uac00-\\ud7a3\\U0001f300-\\U0001faff'
