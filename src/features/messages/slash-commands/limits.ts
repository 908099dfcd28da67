export const maxCommandLength = 32
export const maxCommandHintLength = 100
/** Length of the text after a slash command, in characters. */
export const maxCommandTextLength = 2_000
