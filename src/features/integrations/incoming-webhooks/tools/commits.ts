import { around, blocks, bold, joined, lines, link, type Markdown, md, mono, points } from './markdown.ts'
import type { Part } from './payload.ts'
import { topicOf } from './sentences.ts'
import { fits, type Post, quiet, type Said } from './tool.ts'

export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '')

interface Commit {
  readonly id: string
  readonly url: string
  readonly message: string
  readonly author: string
}

export const commitOf = (part: Part): Commit => ({
  id: part.text('id', 'sha', 'hash', 'commitId'),
  url: part.text('url', 'html_url', 'links.html.href', 'link'),
  message: part.text('message', 'title', 'comment'),
  author: part.text('author.name', 'author.user.display_name', 'author.username', 'author.raw', 'author_name'),
})

interface Push {
  readonly who: string
  readonly branch: string
  readonly branchUrl: string
  readonly compareUrl: string
  readonly commits: readonly Part[]
  readonly count?: number | undefined
  readonly change: 'pushed' | 'created' | 'deleted' | 'forced'
  readonly isTag?: boolean
}

const firstLine = (message: string) => message.split('\n', 1)[0] as string

/** A push of several branches and tags. */
export function pushesText(post: Post, pushes: readonly Push[]): Said {
  const wanted = pushes.filter((push) => isWanted(post, push))
  if (wanted.length === 0) return quiet
  const rest = wanted.length - maxRefs
  return blocks(...wanted.slice(0, maxRefs).map(textOf), rest > 0 ? md`and ${rest} more branches or tags` : undefined)
}

const isWanted = ({ branches }: Post, { branch, isTag = false }: Push): boolean =>
  branches.length === 0 || isTag || fits(branch, branches)

/** The topic of a push: of its branch, or of the repository if there are several. */
export const pushTopic = (repository: string, branches: readonly string[]): string =>
  topicOf(repository, branches.length === 1 ? (branches[0] as string) : '')

export const pushText = (post: Post, push: Push): Said => (isWanted(post, push) ? textOf(push) : quiet)

function textOf(push: Push): Markdown {
  const { branch, branchUrl, compareUrl, change, isTag = false } = push
  const who = push.who || 'Someone'
  const commits = push.commits.map(commitOf)
  const count = Math.max(push.count ?? 0, commits.length)
  const place = link(mono(branch), branchUrl)
  const kind = isTag ? 'tag' : 'branch'
  if (change === 'deleted') return md`${bold(who)} deleted the ${kind} ${mono(branch)}.`
  if (count === 0)
    return change === 'created'
      ? md`${bold(who)} created the ${kind} ${place}.`
      : md`${bold(who)} ${change === 'forced' ? 'force-pushed' : 'pushed'} to ${place}.`
  const number = count === 1 ? '1 commit' : `${count} commits`
  const many = compareUrl === '' ? number : link(number, compareUrl)
  const verb = change === 'forced' ? 'force-pushed' : 'pushed'
  const where = change === 'created' ? md`to the new ${kind} ${place}` : md`to ${place}`
  const others = new Set(
    commits.map(({ author }) => author).filter((author) => author !== '' && author.toLowerCase() !== who.toLowerCase()),
  )
  const rest = count - Math.min(commits.length, most)
  return lines(
    md`${bold(who)} ${verb} ${many} ${where}${among([...others])}:`,
    points(commits.slice(0, most), shown, most),
    rest > 0 ? md`* and ${rest} more` : undefined,
  )
}

const most = 10
const maxRefs = 10
const among = (authors: readonly string[]): Markdown =>
  authors.length > 5
    ? md``
    : around(
        ' (by ',
        joined(
          authors.map((one) => md`${one}`),
          ', ',
        ),
        ')',
      )

const shown = ({ id, url, message }: Commit): Markdown =>
  md`${firstLine(message) || 'no message'}${around(' (', link(mono(id.slice(0, 7)), url), ')')}`
