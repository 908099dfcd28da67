import { bold, lines, link, md, points } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, topicOf } from '../sentences.ts'
import { type EventKind, quiet } from '../tool.ts'
import { repository, who } from './ticket.ts'

export const wikiEvents: Readonly<Record<string, EventKind>> = {
  gollum: {
    about: 'Pages of the wiki were created or edited',
    topic: (post) => topicOf(repository(post), 'wiki'),
    text: (post) => {
      const pages = post.payload.list('pages')
      const named = (page: Part) => link(page.text('title', 'page_name') || 'a page', page.text('html_url'))
      const verb = (page: Part) => page.text('action') || 'edited'
      const [one] = pages
      if (one === undefined) return quiet
      if (pages.length === 1)
        return activity(who(post), md`${verb(one)} the page ${named(one)} of the wiki`, one.text('summary'))
      const changes = points(pages, (page) => md`${verb(page)} ${named(page)}`)
      return lines(md`${bold(who(post) || 'Someone')} changed the wiki:`, changes)
    },
  },
}
