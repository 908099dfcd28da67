import { type Found, helpHref, loadHelp } from '#platform/help'

const maxPassages = 3

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

/** The best help passages for a question, with links; undefined if there are none. */
export async function passagesAbout(question: string): Promise<string | undefined> {
  const found = (await loadHelp()).find(question, maxPassages)
  return found.length > 0 ? found.map(passage).join('\n\n') : undefined
}
