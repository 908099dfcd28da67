/** The key of a queue: an organization (0 for the server) and optionally a part of it, such as a user ID. */
export const queueKeyOf = (orgId: number, whose: string | number = ''): string => `${orgId}/${whose}`

/** The organization in a queue key. */
export const groupOf = (queueKey: string): string => {
  const end = queueKey.indexOf('/')
  return end < 0 ? queueKey : queueKey.slice(0, end)
}
