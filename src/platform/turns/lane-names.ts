/**
 * Whose work something is, in one word: an organization's (0 for what is no organization's), and somebody's there, such as
 * a person's id. Without the second part it is the organization's own.
 */
export const laneOf = (orgId: number, whose: string | number = ''): string => `${orgId}/${whose}`

/** The lane's organization. */
export const groupOf = (lane: string): string => {
  const end = lane.indexOf('/')
  return end < 0 ? lane : lane.slice(0, end)
}
