/** Characters that are text by default and need a variation selector: keycap digits, hearts. */
const lettersOtherwise = /(?!\p{Emoji_Presentation})\p{Emoji}/gu

/** The character for a code such as `1f44b` or `1f1e9-1f1ea`; codes have no variation selectors. */
export const emojiFrom = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))).replace(
    lettersOtherwise,
    '$&\ufe0f',
  )
