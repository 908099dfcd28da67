import { signal } from '@preact/signals'
import { best, SearchIndex } from '../compose/typeahead/search.ts'
import { helpHref, openHelpPage } from '../parts/help-href.ts'
import { t } from '../texts/finding.ts'
import type { Destination } from './destinations.ts'

interface Heading {
  readonly page: string
  readonly anchor: string
  readonly title: string
  readonly of: string
}

const index = signal(new SearchIndex<Heading>([], ({ title }) => title))
let isAsked = false

export async function loadHelpPages(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    const answer = await fetch(helpHref('index.json'))
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    index.value = new SearchIndex((await answer.json()) as Heading[], ({ title, of, anchor }) =>
      anchor === '' ? title : `${title} ${of}`,
    )
  } catch {
    // search works without the help index
    isAsked = false
  }
}

export const helpFor = (query: string, most: number): readonly Destination[] =>
  query.trim() === ''
    ? []
    : best(index.value.find(query), (a, b) => a.fit - b.fit, most).map(({ item: { page, anchor, title, of } }) => {
        const href = helpHref(page, anchor)
        return {
          key: `help ${page}#${anchor}`,
          label: title,
          detail: anchor === '' ? t.help : `${t.help} · ${of}`,
          mark: { sign: '?' },
          unread: 0,
          href,
          run: () => openHelpPage(href),
        }
      })
