import { asChannelId } from '#contract'
import { getTopicLocks } from '../../src/features/messages/messages/topic-locks/api.ts'
import { api } from '../transport/api.ts'
import { onRenewal } from './connection.ts'
import { visitedLocks } from './topic-locks.ts'

let visited: number | undefined
let newest: object | undefined

/** Fetches the locks of an open channel that the user isn't subscribed to; undefined drops them. */
export function visit(channelId: number | undefined): void {
  if (channelId !== visited) visitedLocks.value = []
  visited = channelId
  void renewVisitedLocks()
}

/** Call after changing a lock, because only subscribers get events about locks. Does nothing if no such channel is open. */
export async function renewVisitedLocks(): Promise<void> {
  const request = {}
  newest = request
  if (visited === undefined) return
  const answer = await api.call(getTopicLocks, { stream_id: asChannelId(visited) }).catch(() => undefined)
  if (answer && newest === request) visitedLocks.value = answer.topic_locks
}

onRenewal(() => void renewVisitedLocks())
