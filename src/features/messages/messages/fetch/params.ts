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
export function checkNotPlaced(params: FetchParams): void {
  const excluded = placing.filter((name) => params[name] !== undefined)
  if (excluded.length > 0) throw api.incompatibleParameters({ parameters: [...excluded, 'message_ids'].join(', ') })
}
