import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { type Route, serve } from '#platform/serve'
import { checkTotal, maxPerMessage } from '../../../people/organization/totals.ts'
import { messageAudience } from '../access/audience.ts'
import { readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { checkNotRestrictedAt } from '../access/send.ts'
import { participate } from '../actions/topic-policies.ts'
import { interactiveAnswered } from '../hooks.ts'
import { checkContribution } from './access.ts'
import * as api from './api.ts'
import { isInteractive } from './interactive.ts'
import { interactiveAction, interactiveAudience } from './interactive-actions.ts'
import { insertSubmessage, submessagesKept } from './store.ts'

interface Contribution {
  message_id: MessageId
  msg_type: string
  content: string
}

/** Only messages that started as a widget accept contributions; the server made their first submessage. */
async function addSubmessage(mutation: Mutation, contribution: Contribution): Promise<void> {
  const { tx, org, viewer } = mutation
  const message = await readableMessage(tx, await readerOf(mutation), contribution.message_id)
  checkNotRestrictedAt(mutation, message)
  const present = await submessagesKept(tx, message.id, viewer.id)
  if (present.first === null) throw api.noWidget()
  checkTotal(maxPerMessage, 'submessages', present.all)
  checkTotal(maxPerMessage, 'submessages of one person', present.own)
  checkTotal(maxPerMessage, 'characters of submessages', present.characters, [...contribution.content].length)
  const asks = isInteractive(present.first)
  if (!asks) await checkContribution(mutation, message, contribution.content)
  const content = asks ? await interactiveAction(mutation, message, contribution.content) : contribution.content
  const { id, ...added } = await insertSubmessage(tx, org.id, { ...contribution, content, sender_id: viewer.id })
  const audience = asks ? await interactiveAudience(mutation, message) : await messageAudience(tx, org, message)
  mutation.emit(api.submessageAdded, { ...added, submessage_id: id }, audience)
  await participate(mutation, viewer.id, message)
  if (asks && viewer.id !== message.sender_id)
    await interactiveAnswered(mutation, { message, submessageId: id, content })
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

export const submessageRoutes: readonly Route[] = [
  serve(api.addSubmessage, async (ctx, contribution) => {
    if (!isJsonObject(contribution.content)) throw api.badSubmessage()
    await ctx.transact((mutation) => addSubmessage(mutation, contribution))
    return {}
  }),
]
