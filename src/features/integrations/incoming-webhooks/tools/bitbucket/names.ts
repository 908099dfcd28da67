import type { Post } from '../tool.ts'

export const who = ({ payload }: Post): string =>
  payload.text('actor.display_name', 'actor.displayName', 'actor.nickname', 'actor.name')
export const repository = ({ payload }: Post): string =>
  payload.text('repository.name', 'pullRequest.toRef.repository.name')
export const repositoryId = ({ payload }: Post): string =>
  payload.text('repository.uuid', 'repository.full_name', 'repository.id', 'pullRequest.toRef.repository.id')
