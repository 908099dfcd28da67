export const scimLimits = {
  /** Bytes of a body. */
  body: 2 ** 20,
  /** Characters of a filter or path, nesting depth, and number of comparisons. */
  filter: 4_000,
  filterDepth: 20,
  comparisons: 100,
  /** Maximum and default page size. */
  page: 500,
  usualPage: 100,
  /** Group members per page: a page with more ends earlier. */
  membersInPage: 50_000,
  /** Operations in a PATCH, and values of an attribute other than group members. */
  operations: 1_000,
  values: 100,
  /** Characters of a value. */
  text: 2_000,
  /** Bytes of a user's additional data. */
  kept: 8_192,
  bulkOperations: 500,
  externalId: 256,
  tokens: 20,
  /** Number and days of logged requests. */
  requests: 500,
  requestDays: 7,
} as const

export const maxScimTokenNameLength = 60
