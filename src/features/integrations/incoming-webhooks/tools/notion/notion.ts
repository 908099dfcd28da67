import { around, bold, link, md, mono } from '../markdown.ts'
import { hmac } from '../signatures.ts'
import { type EventKind, type Post, quiet, tool } from '../tool.ts'

/** Notion's webhooks contain only ids. */
const entity = ({ payload }: Post, words: string) => {
  // a comment has no URL of its own, but its page has
  const id = payload.text('data.page_id', 'entity.id').replaceAll('-', '')
  return link(words, /^[\da-f]{32}$/i.test(id) ? `https://www.notion.so/${id}` : '')
}
const by = ({ payload }: Post) => around(' by ', bold(payload.text('authors.0.name')))
const where = ({ payload }: Post) => around(' in ', bold(payload.text('workspace_name')))
const said = (about: string, what: string, verb: string): EventKind => ({
  about,
  text: (post) => md`${entity(post, what)} was ${verb}${by(post)}${where(post)}.`,
})

export const notion = tool({
  name: 'notion',
  displayName: 'Notion',
  category: 'writing',
  setup: [{ kind: 'open', text: 'Webhooks → Create a subscription' }, { kind: 'verify' }],
  documentation: 'https://developers.notion.com/reference/webhooks',
  topicRule: { topic: '`Notion`', why: 'Notion sends only IDs' },
  verification: hmac({ header: 'x-notion-signature', prefix: 'sha256=' }),
  handshake: ({ payload }) => {
    const secret = payload.text('verification_token')
    return secret === '' || payload.has('type') || secret.length > 500 ? undefined : { secret }
  },
  event: ({ payload }) => payload.text('type') || (payload.has('verification_token') ? 'verification' : 'unnamed'),
  topic: () => 'Notion',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    verification: {
      about: 'Notion sends a token to verify the address',
      text: ({ payload }) => {
        const token = mono(payload.text('verification_token'), 200)
        return md`Notion wants to post here. Its verification token, to be pasted in Notion: ${token}`
      },
    },
    'page.created': said('A page was created', 'A page', 'created'),
    'page.content_updated': said('The content of a page changed', 'A page', 'changed'),
    'page.properties_updated': said('Properties of a page changed', 'Properties of a page', 'changed'),
    'page.moved': said('A page was moved', 'A page', 'moved'),
    'page.deleted': said('A page was deleted', 'A page', 'deleted'),
    'page.undeleted': said('A page was restored', 'A page', 'restored'),
    'page.locked': { about: 'A page was locked', text: () => quiet },
    'page.unlocked': { about: 'A page was unlocked', text: () => quiet },
    'comment.created': said('Someone commented', 'A comment', 'added'),
    'comment.updated': { about: 'A comment was changed', text: () => quiet },
    'comment.deleted': { about: 'A comment was deleted', text: () => quiet },
    database: said('A database was created, changed or deleted', 'A database', 'changed'),
    data_source: said('A data source was created, changed or deleted', 'A data source', 'changed'),
  },
})
