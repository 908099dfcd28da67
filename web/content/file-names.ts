const ownFile = /\[([^[\]\n]+)\]\(\/?user_uploads\/[^\s()]*\)/g

/** Markdown that's shown as plain text, with the names of uploaded files instead of links to them. */
export const withFileNames = (markdown: string): string => markdown.replace(ownFile, '$1')
