import { topicOf } from '../sentences.ts'
import { ticketThread } from '../thread.ts'
import type { Post, Thread } from '../tool.ts'
import { repository, repositoryId } from './ticket.ts'

/** The merge queue tries each merge on a branch of its own. */
export const isQueueBranch = (branch: string): boolean => branch.startsWith('gh-readonly-queue/')

/** The topic of a branch; that of its pull request if the branch belongs to the merge queue. */
export function branchTopic(post: Post, branch: string): Thread | string {
  const number = /^gh-readonly-queue\/.{1,300}\/pr-(\d{1,10})-/.exec(branch)?.[1]
  if (number === undefined) return topicOf(repository(post), branch)
  return ticketThread({ place: repository(post), placeId: repositoryId(post), kind: 'PR', number, title: '' })
}
