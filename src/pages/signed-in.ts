import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contract'
import { cookiesOf, sessionCookie, siteOf } from '#platform/http'
import { type Language, languageFor } from '#platform/languages'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { colorSchemes } from '../features/people/user-settings/settings.ts'
import { peopleCache } from '../features/people/users/cache.ts'

/** The user signed in to the organization with the request's browser, or undefined. */
export function signedInUser(
  runtime: Runtime,
  org: Organization,
  { headers }: Pick<FastifyRequest, 'headers'>,
): UserId | undefined {
  const cookie = cookiesOf(headers.cookie, siteOf(runtime)).get(sessionCookie)
  const session = runtime.features.find((feature) => feature.session)?.session
  const userId = cookie === undefined ? undefined : session?.(org, cookie)?.userId
  return userId !== undefined && org.viewer(userId) ? userId : undefined
}

/** Identifies a browser's session for scripts, which can't read the cookie, without revealing it. */
export function nameOfSession(runtime: Runtime, { headers }: Pick<FastifyRequest, 'headers'>): string {
  const cookie = cookiesOf(headers.cookie, siteOf(runtime)).get(sessionCookie) ?? ''
  return createHash('sha256').update(`name of the session ${cookie}`).digest('base64url').slice(0, 16)
}

/** The language of the account, or else of the browser, or else of the organization. */
export function readerLanguage(
  runtime: Runtime,
  org: Organization | undefined,
  request: Pick<FastifyRequest, 'headers'>,
): Language {
  const userId = org && signedInUser(runtime, org, request)
  const viewer = userId === undefined ? undefined : org?.viewer(userId)
  return languageFor(viewer, request.headers['accept-language'], org)
}

/** The user's color scheme; undefined to follow the device. */
export function themeOf(org: Organization, userId: UserId): 'light' | 'dark' | undefined {
  const chosen = org.get(peopleCache).byId.get(userId)?.settings.color_scheme
  return chosen === colorSchemes.dark ? 'dark' : chosen === colorSchemes.light ? 'light' : undefined
}
