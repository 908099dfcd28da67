import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { projectRoot } from '#platform/config'
import { showExample } from './examples.ts'
import { readMarkup, type Section, showMarkup } from './markup.ts'
import { type Found, HelpSearch } from './search.ts'

/** Pages that belong together, as the table of contents has them. */
export interface HelpGroup {
  readonly title: string
  readonly pages: readonly HelpPage[]
}

export interface HelpPage {
  /** In its address: `/help/<name>`. */
  readonly name: string
  readonly title: string
  readonly sections: readonly Section[]
  /** With addresses from the server's root. */
  readonly html: string
}

/** The pages for people who use the chat, from the folder `help`. */
export interface Help {
  readonly groups: readonly HelpGroup[]
  /** In the order in which they are read. */
  readonly pages: readonly HelpPage[]
  find(query: string, most: number): readonly Found[]
}

/** The address of a page, or of a heading in it, from the server's root. */
export const helpHref = ({ page, anchor }: Pick<Section, 'page' | 'anchor'>): string =>
  `/help/${page}${anchor === '' ? '' : `#${anchor}`}`

let loading: Promise<Help> | undefined

/** The pages; they are read when somebody first asks for one. */
export function loadHelp(): Promise<Help> {
  loading ??= readHelp(join(projectRoot, 'help')).catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

/** Reads one page after the other, and lets others go first in between. */
async function readHelp(folder: string): Promise<Help> {
  const contents = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8')) as Record<string, string[]>
  const groups: { title: string; pages: HelpPage[] }[] = []
  for (const [title, names] of Object.entries(contents)) {
    const pages: HelpPage[] = []
    for (const name of names) {
      const markup = readMarkup(name, await readFile(join(folder, `${name}.md`), 'utf8'))
      const shown = new Map<string, string>()
      for (const text of markup.examples) shown.set(text, await showExample(text))
      await breathe()
      pages.push({ name, title: markup.title, sections: markup.sections, html: showMarkup(markup, shown) })
      await breathe()
    }
    groups.push({ title, pages })
  }
  const pages = groups.flatMap((group) => group.pages)
  const search = await HelpSearch.of(pages)
  return { groups, pages, find: (query, most) => search.find(query, most) }
}
