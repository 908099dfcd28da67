import { resolvedMark } from '../../channels/channels/limits.ts'

export { resolvedMark }

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark)

export const bareTopic = (topic: string): string => (isResolved(topic) ? topic.slice(resolvedMark.length) : topic)
