import { createHash } from 'node:crypto'
import { queueKeyOf } from '#platform/fair-queues'
import type { Context } from '#platform/serve'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { apiEmail } from '../../../people/users/email-address.ts'
import { badPayload, noSignature, noSuchIntegration, staleSignature, wrongSignature } from '../api.ts'
import { toolAt } from '../tools/catalogue.ts'
import { clientOf, messageOf } from '../tools/message.ts'
import { Part } from '../tools/payload.ts'
import { fits, type Handshake, type PostingBot, type Tool } from '../tools/tool.ts'
import { secretOf } from './secret.ts'
import { keepLeftOut, sendFromOutside } from './send.ts'
import { setIntegration } from './settings.ts'

interface Given {
  readonly integration: string
  readonly stream?: string | undefined
  readonly topic?: string | undefined
  readonly only_events?: readonly string[] | undefined
  readonly exclude_events?: readonly string[] | undefined
  readonly branches?: readonly string[] | undefined
  readonly payload?: unknown
}

export function toolOf(name: string): Tool {
  const tool = toolAt(name)
  if (!tool) throw noSuchIntegration()
  return tool
}

interface Response extends Pick<Handshake, 'headers'> {
  readonly fields?: PostingBot | undefined
}

/** Sends the message of a tool's post, once its signature is checked and if the event is wanted. */
export async function sayOfTool(ctx: Context, given: Given): Promise<Response> {
  const begun = performance.now()
  const tool = toolOf(given.integration)
  const { name: integration } = tool
  const bot = ctx.get(peopleCache).byId.get(ctx.viewer.id) as Account
  const payload = given.payload ?? formOf(ctx)
  const settings = bot.botSettings.integrations?.[integration]
  const header = (name: string) => ctx.request.header(name)
  const handshake = tool.handshake?.({ payload: new Part(payload), header })
  let digest: string | undefined
  if (handshake) {
    if (handshake.secret !== undefined && (settings?.sealed ?? settings?.secret) === undefined)
      await ctx.transact((mutation) => setIntegration(mutation, bot, integration, { secret: handshake.secret }))
  } else {
    const secret = secretOf(ctx.org, bot, integration, settings)
    if (secret !== undefined) digest = digestOf(tool, checkSignature(ctx, tool, secret, payload))
  }
  const fields = tool.answer?.(new Part(payload), {
    full_name: bot.fullName,
    email: apiEmail(ctx.org, bot),
    id: bot.id,
  })
  if (fields) return { fields }
  const { only_events } = given
  const { usual } = settings ?? {}
  const branches = given.branches ?? usual?.branches ?? []
  const exclude_events = given.exclude_events ?? (only_events ? [] : (usual?.excludedEvents ?? []))
  const { leftOut, event, topic, thread, content } = await messageOf(tool, {
    ...{ payload, header, branches, settings },
    queueKey: queueKeyOf(ctx.org.id, bot.id),
  })
  const kind = event.split('.', 1)[0] as string
  const isWanted = (patterns: readonly string[]) => fits(event, patterns) || fits(kind, patterns)
  const isFiltered = (only_events !== undefined && !isWanted(only_events)) || isWanted(exclude_events)
  const without = leftOut ?? (isFiltered ? 'filtered' : undefined)
  if (without) {
    const how = { isTest: false, begun }
    await ctx.transact((mutation) => keepLeftOut(mutation, bot, { integration, event, leftOut: without }, how))
  } else
    await sendFromOutside(ctx, given, { content, topic, thread, event, integration, digest, client: clientOf(tool) })
  return handshake ?? {}
}

function formOf({ request }: Context): Record<string, string> {
  const fields = Object.fromEntries(request.form)
  if (Object.keys(fields).length === 0) throw badPayload({}, { reason: 'there is none' })
  return fields
}

/** Identifies a signed post; undefined if the tool sends the secret instead of signing. */
const digestOf = ({ name }: Tool, signed: string | Buffer | undefined): string | undefined =>
  signed === undefined ? undefined : createHash('sha256').update(`${name}\n`).update(signed).digest('base64url')

/** Returns the signed bytes; throws if the signature is missing or wrong. */
function checkSignature(ctx: Context, tool: Tool, secret: string, payload: unknown): string | Buffer | undefined {
  const { body, url } = ctx.request
  const whole = new URL(url, ctx.org.services.organizationUrl(ctx.get(organizationCache).subdomain)).href
  const part = new Part(payload)
  const signed = {
    body,
    url: whole,
    now: new Date(),
    header: (name: string) => ctx.request.header(name),
    text: (path: string) => part.text(path),
    form: (name: string) => ctx.request.form.get(name) ?? '',
  }
  const verdict = tool.verification.check(signed, secret)
  if (verdict.wrong === undefined) return verdict.signed
  const expected = tool.verification.about.replaceAll('`', '')
  if (verdict.wrong === 'missing') throw noSignature({}, { expected })
  if (verdict.wrong === 'wrong') throw wrongSignature({}, { expected })
  throw staleSignature()
}
