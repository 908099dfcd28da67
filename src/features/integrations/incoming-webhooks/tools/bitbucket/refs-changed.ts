import { pushesText } from '../commits.ts'
import { Part } from '../payload.ts'
import { table } from '../table.ts'
import type { Post, Said } from '../tool.ts'
import { who } from './names.ts'

const changesOfTypes = table<'created' | 'deleted'>({ add: 'created', delete: 'deleted' })

interface Commits {
  readonly parts: readonly Part[]
  readonly ids: readonly string[]
  /** The newest commits of the refs. */
  readonly newest: ReadonlySet<string>
}

/** Data Center lists the commits of all refs together, each ref's newest first. */
function commitsOf(change: Part, { ids, parts, newest }: Commits): readonly Part[] {
  const from = change.text('fromHash')
  const at = ids.indexOf(change.text('toHash'))
  if (at < 0) return newest.size === 1 ? parts : []
  const end = ids.findIndex((id, index) => index > at && (newest.has(id) || id === from))
  return parts.slice(at, end < 0 ? undefined : end)
}

/** A push to Bitbucket Data Center. */
export function refsChanged(post: Post): Said {
  const { payload } = post
  const browse = payload.text('repository.links.self.0.href')
  const web = browse.endsWith('/browse') ? browse.slice(0, -'/browse'.length) : ''
  const at = (path: string) => (web === '' ? '' : `${web}/${path}`)
  const parts = payload
    .list('commits')
    .map((one) => new Part({ ...Object(one.value), url: at(`commits/${encodeURIComponent(one.text('id'))}`) }))
  const changes = payload.list('changes')
  const newest = new Set(changes.map((change) => change.text('toHash')))
  const commits = { parts, ids: parts.map((one) => one.text('id')), newest }
  return pushesText(
    post,
    changes.map((change) => {
      const isTag = change.text('ref.type') === 'TAG'
      const range = new URLSearchParams({ targetBranch: change.text('fromHash'), sourceBranch: change.text('toHash') })
      return {
        who: who(post),
        branch: change.text('ref.displayId'),
        branchUrl: at(`browse?${new URLSearchParams({ at: change.text('ref.id') })}`),
        compareUrl: change.text('type') === 'UPDATE' ? at(`compare/commits?${range}`) : '',
        commits: isTag ? [] : commitsOf(change, commits),
        isTag,
        change: changesOfTypes[change.text('type').toLowerCase()] ?? 'pushed',
      }
    }),
  )
}
