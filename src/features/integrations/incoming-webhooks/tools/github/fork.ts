import { around, link, md } from '../markdown.ts'
import { activity } from '../sentences.ts'
import type { Post, Said } from '../tool.ts'
import { who } from './ticket.ts'

export function forked(post: Post): Said {
  const { payload } = post
  const named = (path: string) => link(payload.text(`${path}.full_name`), payload.text(`${path}.html_url`))
  // Gitea and Forgejo call the original `forkee`
  const parent = payload.text('repository.parent.full_name')
  const isOriginal =
    parent === ''
      ? payload.isTrue('repository.fork') && !payload.isTrue('forkee.fork')
      : parent === payload.text('forkee.full_name')
  const [from, to] = isOriginal ? ['forkee', 'repository'] : ['repository', 'forkee']
  return activity(who(post), md`forked ${named(from as string)}${around(' to ', named(to as string))}`)
}
