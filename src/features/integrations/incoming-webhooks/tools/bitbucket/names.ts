import type { Post } from '../tool.ts'

export const who = ({ payload }: Post): string =>
  payload.text('actor.display_name', 'actor.displayName', 'actor.nickname', 'actor.name')
export const repository = ({ payload }: Post): string =>
  payload.text('repository.name', 'pullRequest.toRef.repository.name')
/** On a server of one's own, an ID is only a number: the project's key distinguishes servers. */
export function repositoryId({ payload }: Post): string {
  const global = payload.text('repository.uuid', 'repository.full_name')
  if (global !== '') return global
  const one = payload.has('repository') ? payload.at('repository') : payload.at('pullRequest.toRef.repository')
  return `${one.text('project.key')} ${one.text('id')}`.trim()
}
