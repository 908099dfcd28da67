const named = /^:([\p{L}\d_+-]+):(?!\S)/u
const picture = '\\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*'
/** A flag, a keycap, or an emoji sequence. */
const signed = new RegExp(`^(?:\\p{RI}{2}|[\\d#*]\ufe0f?\u20e3|${picture}(?:\u200d${picture})*)`, 'u')

export type Emoji = { readonly name: string } | { readonly sign: string }

/** Splits ":pizza: lunch" or "🍕 lunch". */
export function splitStatus(text: string): { readonly emoji?: Emoji; readonly words: string } {
  const [whole, name] = named.exec(text) ?? []
  if (whole !== undefined && name !== undefined) return { emoji: { name }, words: text.slice(whole.length).trim() }
  const [sign] = signed.exec(text) ?? []
  return sign === undefined ? { words: text } : { emoji: { sign }, words: text.slice(sign.length).trim() }
}
