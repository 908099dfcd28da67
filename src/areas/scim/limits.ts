/** What one request may ask. */
export const scimLimits = {
  /** Bytes of a body. */
  body: 2 ** 20,
  /** Characters of a filter or a path, and how deep and how long it may be. */
  filter: 4_000,
  filterDepth: 20,
  comparisons: 100,
  /** Resources in one answer, and what is answered where nobody says. */
  page: 500,
  usualPage: 100,
  /** Members of groups in one page: a page that would have more ends earlier. */
  membersInPage: 50_000,
  /** Changes in one PATCH, and values of one attribute but for members of a group. */
  operations: 1_000,
  values: 100,
  /** Characters of one value. */
  text: 2_000,
  /** Bytes of all that is kept of one person beside the account. */
  kept: 8_192,
  bulkOperations: 500,
  externalId: 256,
  tokens: 20,
  /** Requests that administrators can look at, and for how many days. */
  requests: 500,
  requestDays: 7,
} as const

export const maxScimTokenNameLength = 60
