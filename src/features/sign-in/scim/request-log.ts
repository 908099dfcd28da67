import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import { scimLimits } from './limits.ts'
import * as store from './store.ts'

interface AnsweredRequest {
  readonly at: Date
  readonly token_name: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly detail: string
}

const most = { path: 300, detail: 500 }

/** Not written yet: thousands of requests of one synchronization are written together. */
const waiting = new WeakMap<Organization, AnsweredRequest[]>()
const used = new WeakMap<Organization, Map<number, Date>>()

const shown = (text: string, length: number): string =>
  text.replaceAll('\0', '').slice(0, length).toWellFormed() + (text.length > length ? '…' : '')

export function noteRequest(org: Organization, request: AnsweredRequest): void {
  const all = waiting.get(org) ?? []
  waiting.set(org, all)
  all.push({ ...request, path: shown(request.path, most.path), detail: shown(request.detail, most.detail) })
  if (all.length > scimLimits.requests) all.shift()
}

export function noteUse(org: Organization, tokenId: number): void {
  const uses = used.get(org) ?? new Map<number, Date>()
  used.set(org, uses)
  uses.set(tokenId, org.now())
}

export const lastUse = (org: Organization, tokenId: number): Date | undefined => used.get(org)?.get(tokenId)

/** Writes logged requests and tokens' last use. */
export async function writeRequests(org: Organization): Promise<void> {
  const all = waiting.get(org) ?? []
  const uses = [...(used.get(org) ?? [])]
  if (all.length === 0 && uses.length === 0) return
  waiting.delete(org)
  const notBefore = new Date(org.now().getTime() - scimLimits.requestDays * dayMs)
  await org.transact(null, async ({ tx, org: { id } }) => {
    const rows = all.map((one) => ({ ...one, org_id: id, duration_ms: Math.round(one.duration_ms) }))
    if (rows.length > 0) await store.keepRequests(tx, id, rows, notBefore)
    const newest = new Date(Math.max(0, ...uses.map(([, at]) => at.getTime())))
    const ids = uses.map(([tokenId]) => tokenId)
    if (ids.length > 0) await store.noteUsed(tx, id, ids, newest)
  })
  for (const [tokenId, at] of uses) if (used.get(org)?.get(tokenId) === at) used.get(org)?.delete(tokenId)
}
