import { topicOf } from '../sentences.ts'

/** The merge queue tries each merge on a branch of its own. */
export const isQueueBranch = (branch: string): boolean => branch.startsWith('gh-readonly-queue/')

/** The topic of a branch; that of its pull request if the branch belongs to the merge queue. */
export function branchTopic(repository: string, branch: string): string {
  const number = /^gh-readonly-queue\/.{1,300}\/pr-(\d{1,10})-/.exec(branch)?.[1]
  return topicOf(repository, number === undefined ? branch : `PR #${number}`)
}
