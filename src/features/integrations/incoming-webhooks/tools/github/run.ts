import { around, lines, link, md, mono, quote } from '../markdown.ts'
import { between, signOf, spaced } from '../sentences.ts'
import { fits, type Post, quiet, type Said } from '../tool.ts'
import { branchTopic, isQueueBranch } from './merge-queue.ts'
import { action } from './ticket.ts'

export function runText(post: Post, path: string): Said {
  const run = post.payload.at(path)
  const conclusion = run.text('conclusion')
  if (action(post) !== 'completed' || conclusion === '') return quiet
  const branch = run.text('head_branch', 'check_suite.head_branch')
  if (post.branches.length > 0 && branch !== '' && !fits(branch, post.branches)) return quiet
  if (isQueueBranch(branch) && /^(?:success|neutral|skipped)$/.test(conclusion)) return quiet
  const took = between(run.text('run_started_at', 'started_at'), run.text('updated_at', 'completed_at'))
  const named = link(run.text('name') || post.payload.text('workflow.name') || 'Checks', run.text('html_url'))
  const place = isQueueBranch(branch) ? md` in the merge queue` : around(' on ', mono(branch))
  const commit = run.text('head_commit.message').split('\n', 1)[0] ?? ''
  return lines(
    md`${signOf(conclusion)} ${named}: **${spaced(conclusion)}**${place}${around(' after ', took)}`,
    commit === '' ? undefined : quote(commit, 200),
  )
}

export const runTopic = (path: string) => (post: Post) =>
  branchTopic(post, post.payload.text(`${path}.head_branch`, `${path}.check_suite.head_branch`) || 'checks')
