import { type Found, helpHref, loadHelp } from '#platform/help'

/** Passages of one answer. */
const mostPassages = 3

/** Signs that would be formatting, or call somebody, are no more than signs. */
const plain = (text: string): string =>
  text
    .replace(/`{3}\w*|\$\$|~~|@_?(?=\*)/g, ' ')
    .replace(/(?<!\*)\*+(?=[^\s*])|(?<=[^\s*])\*+/g, '')
    .replace(/[[\]<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const passage = ({ section, pageTitle, excerpt }: Found): string => {
  const title = section.level > 1 ? `${section.title} (${pageTitle})` : section.title
  return `[${plain(title)}](${helpHref(section)})\n> ${plain(excerpt.map(({ text }) => text).join(''))}`
}

/** What the pages of help say about a question, the best passages with their links; undefined where they say nothing. */
export async function passagesAbout(question: string): Promise<string | undefined> {
  const found = (await loadHelp()).find(question, mostPassages)
  return found.length > 0 ? found.map(passage).join('\n\n') : undefined
}
