/**
 * Whose work something is, in one word: an organization's (0 for what is no organization's), and somebody's there, such as
 * a person's id. Without the second part it is the organization's own.
 */
export const queueKeyOf = (orgId: number, whose: string | number = ''): string => `${orgId}/${whose}`

/** The lane's organization. */
export const groupOf = (queueKey: string): string => {
  const end = queueKey.indexOf('/')
  return end < 0 ? queueKey : queueKey.slice(0, end)
}
