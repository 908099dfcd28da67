/** Stands before the name of a topic that is settled. */
export const resolvedMark = '✔ '

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark)

/** The name without the mark. */
export const bareTopic = (topic: string): string => (isResolved(topic) ? topic.slice(resolvedMark.length) : topic)
