import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { asChannelId, asGroupId, asUserId } from '#contract'
import { projectRoot } from '#platform/config'
import { type MarkdownContext, renderText } from '#platform/markdown'
import { readMarkup, type Section, showMarkup } from './markup.ts'
import { type Found, HelpSearch } from './search.ts'

export interface HelpGroup {
  readonly title: string
  readonly pages: readonly HelpPage[]
}

export interface HelpPage {
  /** Name in the URL: `/help/<name>`. */
  readonly name: string
  readonly title: string
  readonly sections: readonly Section[]
  /** With root-relative URLs. */
  readonly html: string
}

export interface Help {
  readonly groups: readonly HelpGroup[]
  /** In reading order. */
  readonly pages: readonly HelpPage[]
  find(query: string, most: number): readonly Found[]
}

/** Root-relative URL of a page or a section. */
export const helpHref = ({ page, anchor }: Pick<Section, 'page' | 'anchor'>): string =>
  `/help/${page}${anchor === '' ? '' : `#${anchor}`}`

let loading: Promise<Help> | undefined

export function loadHelp(): Promise<Help> {
  loading ??= readHelp(join(projectRoot, 'help')).catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

const people = [{ id: asUserId(1), full_name: 'Ada Lovelace' }]
const channels = [{ id: asChannelId(1), name: 'general' }]

const context: MarkdownContext = {
  realmUrl: '',
  usersByName: (name) => people.filter(({ full_name }) => full_name === name),
  groupByName: (name) => (name === 'designers' ? { id: asGroupId(1), name } : undefined),
  channelByName: (name) => channels.find((one) => one.name === name),
  channelById: (id) => channels.find((one) => one.id === id),
}

/** Renders a message like the server does. Removes links to places that don't exist. */
async function showExample(text: string): Promise<string> {
  const { html } = await renderText(text, context, 'help')
  return html.replace(/ href="\/#[^"]*"/g, '')
}

/** Yields between pages. */
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
