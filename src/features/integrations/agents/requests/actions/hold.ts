import { type ApiError, type Endpoint, seconds } from '#contract'
import { textsOf } from '#platform/languages'
import type { Mutation, Organization } from '#platform/organization'
import type { HeldBack, HeldCall } from '#platform/serve'
import { notificationTo } from '../../../../messages/messages/actions/notify.ts'
import { sendMessage } from '../../../../messages/messages/actions/send.ts'
import { renderNotice } from '../../../../messages/messages/message-text.ts'
import { type Account, languageOfAccount } from '../../../../people/users/account.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import { concernedBy, decidersOf } from '../access.ts'
import * as api from '../api.ts'
import { agentPolicyCache } from '../cache.ts'
import { opening } from '../due.ts'
import { serialize, shownParams } from '../serialize.ts'
import * as store from '../store.ts'

const textsIn = textsOf('agentRequests')

const maxKept = 50_000
/** Notifies at most this many administrators by message; others see the request in their settings. */
const maxListed = 20

const isSameCall = (a: store.Stored, operation: string, params: Readonly<Record<string, string>>): boolean => {
  const names = Object.keys(params)
  return (
    a.operation === operation &&
    Object.keys(a.params).length === names.length &&
    names.every((name) => a.params[name] === params[name])
  )
}

/** Stores a call until it is decided. Repeating the call returns the same request. */
export function holdBack(org: Organization, call: HeldCall, { reason: why }: HeldBack): Promise<ApiError> {
  const { endpoint, token, address } = call
  const reason = why as api.Reason
  const operation = lineOf(endpoint)
  const params = Object.fromEntries(call.params)
  if (endpoint.files || endpoint.keepsBody || JSON.stringify(params).length > maxKept) throw api.cannotWait()
  return org.transact(token.userId, async (mutation) => {
    const { tx, now, viewer } = mutation
    const waiting = await store.waitingOf(tx, viewer.id)
    const same = waiting.find((one) => one.token_id === token.id && isSameCall(one, operation, params))
    if (same) return answerOf(same)
    if (waiting.length >= api.maxQueued) throw api.tooManyWaiting()
    const approver = mutation.get(agentPolicyCache).policy[reason]
    const expires_at = new Date(now.getTime() + api.waitingSecs * 1000)
    const row = await store.insert(tx, {
      org_id: org.id,
      user_id: viewer.id,
      token_id: token.id,
      agent: token.name,
      operation,
      params,
      address,
      reason,
      approver: approver === 'administrators' ? approver : 'person',
      state: 'waiting',
      created_at: now,
      expires_at,
      decided_by: null,
      decided_at: null,
      problem: null,
      due_at: expires_at,
    })
    mutation.emit(api.agentRequestAdded, { request: serialize(row) }, concernedBy(org, row))
    for (const decider of decidersOf(org, row).slice(0, maxListed)) await tell(mutation, decider, row)
    mutation.onCommit(() => org.services.workDue(opening, expires_at))
    return answerOf(row)
  })
}

const lineOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const answerOf = ({ id, expires_at, reason, approver }: store.Stored): ApiError =>
  api.approvalRequired({ agent_request_id: id, expires_at: seconds(expires_at), reason, approver })

/** Plain text in a fence that it can't break out of, so that it can't contain mentions or links. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/[`~]+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** Plain text of a user-defined name. */
const quoted = (name: string): string => `“${name.replace(/[\\`*_~[\]<>#@:|$]/g, ' ').trim()}”`

async function tell(mutation: Mutation, decider: Account, row: store.Stored): Promise<void> {
  const { org } = mutation
  const texts = textsIn(languageOfAccount(decider))
  const person = org.get(peopleCache).byId.get(row.user_id) as Account
  const lines = [row.operation, ...Object.entries(shownParams(row)).map(([name, value]) => `${name}: ${value}`)]
  const content = [
    texts.asks(quoted(row.agent), `@_**${person.fullName}|${person.id}**`),
    fenced(lines.join('\n')),
    texts.reasons[row.reason],
    texts.how(`<time:${row.expires_at.toISOString()}>`),
  ].join('\n\n')
  const bot = org.get(peopleCache).systemBot('notification-bot')
  const rendered = await renderNotice(mutation, bot, content, () => false)
  const { id } = await sendMessage(mutation, notificationTo(org, decider, content, rendered))
  await store.insertNotice(mutation.tx, org.id, row.id, id)
}
