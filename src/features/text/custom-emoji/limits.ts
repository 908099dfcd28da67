export const maxEmojiNameLength = 64
