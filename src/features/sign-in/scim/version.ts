import { createHash } from 'node:crypto'
import type { Json } from './json.ts'

/** A weak entity tag of the resource's content. */
export const versionOf = (...parts: readonly unknown[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`

const bare = (tag: string): string => tag.trim().replace(/^W\//i, '')

/** Whether a header such as `If-Match` has a version; compares weakly, as all tags are weak. */
export const namesVersion = (header: string, version: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(version))

export const withVersion = (resource: Json, version: string): Json => ({
  ...resource,
  meta: { ...(resource.meta as Json), version },
})
