import { missingArgument, type ParamsOf } from '#contract'
import * as api from '../api/fetch.ts'
import { maxMessagesPerFetch } from '../limits.ts'

export type FetchParams = ParamsOf<typeof api.getMessages.params>

export const showingOf = ({ apply_markdown, allow_empty_topic_name }: FetchParams) => ({
  applyMarkdown: apply_markdown,
  emptyTopic: allow_empty_topic_name,
})

export function required(params: FetchParams, name: 'num_before' | 'num_after'): number {
  const value = params[name]
  if (value === undefined) throw missingArgument({ var_name: name })
  return value
}

export function checkCount(count: number): void {
  if (count > maxMessagesPerFetch) throw api.tooManyMessages()
}

const placing = ['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after'] as const

/** Messages given by ID have no anchor. */
export const checkNotPlaced = (params: FetchParams): void => checkWithout(params, placing, 'message_ids')

/** The most relevant messages aren't around an anchor. */
export const checkRankable = (params: FetchParams): void =>
  checkWithout(params, ['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_after', 'message_ids'], 'sort_by')

function checkWithout(params: FetchParams, excluded: readonly (keyof FetchParams)[], other: keyof FetchParams): void {
  const given = excluded.filter((name) => params[name] !== undefined)
  if (given.length > 0) throw api.incompatibleParameters({ parameters: [...given, other].join(', ') })
}
